package io.strait.stencil.simulate;

import java.util.Arrays;

/**
 * How a simulated stencil went.
 *
 * @param seconds until the last rank had done all iterations
 * @param iterationSeconds of one iteration once the run had settled
 * @param computing by rank, seconds
 * @param waitingLan by rank, seconds in which it waited for a neighbour in its cluster
 * @param waitingGap by rank, seconds in which it waited for a border from beyond a gap
 */
public record StencilResult(
    double seconds,
    double iterationSeconds,
    double[] computing,
    double[] waitingLan,
    double[] waitingGap) {
  /**
   * The result of more iterations than were followed: the rest goes on at the pace of the last.
   *
   * @param followed seconds until the iterations asked for, or all that were followed, were done
   * @param rest iterations that were not followed
   * @param each seconds of one of them
   * @param parts of all ranks' time in all that was followed: computing, waiting for the LAN, and
   *     for the gap
   * @param all seconds that this took
   */
  static StencilResult of(double followed, int rest, double each, double[][] parts, double all) {
    double seconds = followed + rest * each;
    double stretch = seconds / Math.max(all, Double.MIN_NORMAL);
    return new StencilResult(
        seconds,
        each,
        scaled(parts[0], stretch),
        scaled(parts[1], stretch),
        scaled(parts[2], stretch));
  }

  private static double[] scaled(double[] values, double factor) {
    return Arrays.stream(values).map(value -> value * factor).toArray();
  }

  /** Which share of the time all ranks together computed. */
  public double computingShare() {
    return share(computing);
  }

  /** Which share of the time all ranks together waited for others in their clusters. */
  public double waitingLanShare() {
    return share(waitingLan);
  }

  /** Which share of the time all ranks together waited for borders from beyond a gap. */
  public double waitingGapShare() {
    return share(waitingGap);
  }

  private double share(double[] part) {
    double sum = 0;
    double all = 0;
    for (int i = 0; i < part.length; i++) {
      sum += part[i];
      all += computing[i] + waitingLan[i] + waitingGap[i];
    }
    return all == 0 ? 0 : sum / all;
  }
}
