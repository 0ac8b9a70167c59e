package io.strait.measure.grid;

import io.strait.measure.MedianInterval;

/**
 * What programs get through TCP of a network that carries so many bytes of whole packets: a packet
 * of 1,500 bytes has 1,448 bytes for programs. Where both directions share the network, it also
 * carries the acknowledgements: one of 52 bytes for every other packet, or for each if packets are
 * further apart than a receiver waits.
 */
final class Goodput {
  private static final double PACKET = 1500;
  private static final double PAYLOAD = 1448;
  private static final double ACKNOWLEDGEMENT = 52;
  private static final double LONGEST_WAIT = 0.040;

  private Goodput() {}

  /** How many bytes of packets there are for a byte of a program. */
  static final double PACKETS_PER_BYTE = PACKET / PAYLOAD;

  static double of(double packets, boolean isShared) {
    double each = PACKET / packets > LONGEST_WAIT ? 1 : 0.5;
    return packets * PAYLOAD / (PACKET + (isShared ? each * ACKNOWLEDGEMENT : 0));
  }

  static MedianInterval of(MedianInterval packets, boolean isShared) {
    double factor = of(packets.median(), isShared) / packets.median();
    return new MedianInterval(
        packets.median() * factor, packets.low() * factor, packets.high() * factor);
  }
}
