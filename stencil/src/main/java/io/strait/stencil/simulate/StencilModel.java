package io.strait.stencil.simulate;

/**
 * Ranks and the borders that they send each other, in flat arrays. Edges are grouped by the rank
 * that receives: those of rank r are {@code first[r]} to below {@code first[r + 1]}.
 *
 * @param first by rank, and one more
 * @param from by edge, the rank that sends
 * @param reverse by edge, the edge the other way
 * @param far by edge, whether it crosses a gap
 * @param lag by edge, how many steps older than the one it is for a border may be; at least 1
 * @param delay by edge, seconds from the sender's beginning of a step until its border can leave
 * @param transfer by edge, seconds that a message occupies the line
 * @param latency by edge, seconds that it travels
 * @param jitter by edge, the mean of what comes on top at random
 * @param compute by rank, seconds of one step
 * @param iterationsPerStep iterations that one step stands for
 */
public record StencilModel(
    int[] first,
    int[] from,
    int[] reverse,
    boolean[] far,
    int[] lag,
    double[] delay,
    double[] transfer,
    double[] latency,
    double[] jitter,
    double[] compute,
    int iterationsPerStep) {
  public int ranks() {
    return compute.length;
  }

  public int edges() {
    return from.length;
  }

  /** The same with other delays and jitters. */
  public StencilModel with(double[] otherDelay, double[] otherJitter) {
    return new StencilModel(
        first,
        from,
        reverse,
        far,
        lag,
        otherDelay,
        transfer,
        latency,
        otherJitter,
        compute,
        iterationsPerStep);
  }

  /** The largest lag of all edges. */
  public int mostLag() {
    int most = 1;
    for (int each : lag) {
      most = Math.max(most, each);
    }
    return most;
  }
}
