package io.strait.stencil.simulate;

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
