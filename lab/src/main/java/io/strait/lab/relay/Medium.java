package io.strait.lab.relay;

/** What serves one packet after the other: a direction of a network, or both if they share it. */
final class Medium {
  /** A full packet, and what a program has of it: without 20 bytes of IP and 32 of TCP. */
  private static final int PACKET = 1500;

  private static final int PAYLOAD = 1448;
  private static final int ACKNOWLEDGEMENT = 52;

  /** A receiver acknowledges every other packet, but waits no longer than this for the second. */
  private static final double LONGEST_WAIT = 0.040;

  private final boolean isShared;

  /**
   * @param isShared whether both directions have it together, so that acknowledgements take time
   *     from what they acknowledge
   */
  Medium(boolean isShared) {
    this.isShared = isShared;
  }

  Medium() {
    this(false);
  }

  /** The time that a byte of a packet takes where programs get so many through TCP. */
  double nanosPerByte(double bytesPerSecond) {
    double perPacket = PACKET / bytesPerSecond > LONGEST_WAIT ? 1 : 0.5;
    double sent = PACKET + (isShared ? perPacket * ACKNOWLEDGEMENT : 0);
    return 1e9 / bytesPerSecond * PAYLOAD / sent;
  }

  private long free = Long.MIN_VALUE / 4;

  /** How long a packet that comes now would wait. */
  long backlog(long now) {
    return Math.max(0, free - now);
  }

  /** Nothing waits any more, as when what was slow has become fast. */
  void clear() {
    free = Long.MIN_VALUE / 4;
  }

  /** Serves a packet for so long, after those before it, and returns when it is done. */
  long serve(long now, long nanos) {
    free = Math.max(free, now) + nanos;
    return free;
  }
}
