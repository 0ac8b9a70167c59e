package io.strait.measure.iperf;

import org.jspecify.annotations.Nullable;

/**
 * What one test of iperf3 says.
 *
 * @param source the file, for messages
 * @param there from the client to the server; null if the test did not go that way
 * @param back from the server to the client
 * @param roundTrip seconds, the least; NaN if it is not known
 */
record IperfTest(
    String source, boolean isTcp, @Nullable Way there, @Nullable Way back, double roundTrip) {
  /**
   * One direction.
   *
   * @param rate bytes per second that arrived
   * @param isSent whether only what was sent is known, so that less may have arrived
   * @param isHeldBack whether more was not asked for, so that the network may carry more
   * @param loss the share of packets that were lost; NaN if it is not known
   * @param jitter seconds; NaN if it is not known
   */
  record Way(double rate, boolean isSent, boolean isHeldBack, double loss, double jitter) {}

  /** Whether both directions were used at once. */
  boolean isBoth() {
    return there != null && back != null;
  }
}
