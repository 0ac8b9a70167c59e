package io.strait.simulate.stencil;

/**
 * What advances by paper <em>lhrp</em>'s rule, in flat arrays. A unit is a column of a band, or all
 * columns that a rank has for itself. Units are grouped by rank, ranks by cluster.
 *
 * @param firstRank by cluster, and one more
 * @param firstUnit by rank, and one more
 * @param cost by unit, seconds to advance it by one version
 * @param firstNeed by unit, and one more
 * @param need units that must have come as far; {@code −1 − g} stands for gap edge g
 * @param firstLan by rank, and one more
 * @param lanFrom the rank in the same cluster that sends a message every cycle
 * @param lanDelay seconds from the sender's beginning of a cycle until its border can leave
 * @param lanLatency seconds until the message has come, its transfer included
 * @param gapFrom by gap edge, the unit whose versions cross
 * @param gapTo by gap edge, the rank that receives them
 * @param period versions after which the pattern repeats
 */
public record CycleModel(
    int[] firstRank,
    int[] firstUnit,
    double[] cost,
    int[] firstNeed,
    int[] need,
    int[] firstLan,
    int[] lanFrom,
    double[] lanDelay,
    double[] lanLatency,
    int[] gapFrom,
    int[] gapTo,
    double[] gapDelay,
    double[] gapTransfer,
    double[] gapLatency,
    double[] gapJitter,
    int period) {
  public int clusters() {
    return firstRank.length - 1;
  }

  public int ranks() {
    return firstUnit.length - 1;
  }

  public int units() {
    return cost.length;
  }
}
