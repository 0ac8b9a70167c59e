package io.strait.model.law;

/**
 * What one TCP connection carries under loss and latency.
 *
 * <pre>
 * rate = MSS / (RTT * sqrt(2p/3) + RTO * min(1, 3 * sqrt(3p/8)) * p * (1 + 32p^2))
 * </pre>
 *
 * <p>J. Padhye, V. Firoiu, D. Towsley, J. Kurose, <i>Modeling TCP throughput: a simple model and
 * its empirical validation</i>, SIGCOMM 1998, with one acknowledgement per packet. The first term
 * alone is the law of M. Mathis, J. Semke, J. Mahdavi, T. Ott, <i>The macroscopic behavior of the
 * TCP congestion avoidance algorithm</i>, Computer Communication Review 27, 1997; the second is the
 * time lost in time-outs, which rules from a loss of some per cent on. Seconds, bytes per second.
 */
public final class TcpLaw {
  /** The payload of a packet of 1,500 bytes. */
  public static final double SEGMENT = 1448;

  /**
   * By how much a mean time-out is longer than a round trip: as measured in a lab. Probes (RFC
   * 8985) save TCP most of the 200 ms that it would have to wait otherwise.
   */
  private static final double TIME_OUT = 0.05;

  private TcpLaw() {}

  /**
   * The bytes per second of one connection; infinite without loss or without latency.
   *
   * @param roundTrip in seconds
   * @param loss the share of packets that are lost, below 1
   */
  public static double rate(double roundTrip, double loss) {
    if (roundTrip <= 0 || loss <= 0) {
      return Double.POSITIVE_INFINITY;
    }
    double window = roundTrip * Math.sqrt(2 * loss / 3);
    double timeOuts =
        resending(roundTrip)
            * Math.min(1, 3 * Math.sqrt(3 * loss / 8))
            * loss
            * (1 + 32 * loss * loss);
    return SEGMENT / (window + timeOuts);
  }

  /** The mean seconds after which a lost packet that no others follow is sent again. */
  public static double resending(double roundTrip) {
    return roundTrip + TIME_OUT;
  }
}
