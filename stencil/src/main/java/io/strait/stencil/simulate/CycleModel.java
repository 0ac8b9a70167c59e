package io.strait.stencil.simulate;

/**
 * What advances by paper <em>lhrp</em>'s rule, in flat arrays. A unit is a column of a band, or any
 * other tile that advances on its own. Units are grouped by rank, ranks by cluster.
 *
 * @param firstRank by cluster, and one more
 * @param firstUnit by rank, and one more
 * @param early by rank, how many of its units, from the first on, are computed before messages
 *     leave
 * @param cost by unit, seconds to advance it by one version
 * @param firstNeed by unit, and one more
 * @param need units that must have come as far; {@code −1 − g} stands for gap edge g
 * @param firstLan by rank, and one more
 * @param lanFrom the rank in the same cluster that sends a message every cycle
 * @param lanTransfer seconds on the line of a message that has news
 * @param lanLatency seconds that it travels
 * @param gapFrom by gap edge, the unit whose versions cross
 * @param gapTo by gap edge, the rank that receives them
 * @param period versions after which the pattern repeats
 */
public record CycleModel(
    int[] firstRank,
    int[] firstUnit,
    int[] early,
    double[] cost,
    int[] firstNeed,
    int[] need,
    int[] firstLan,
    int[] lanFrom,
    double[] lanTransfer,
    double[] lanLatency,
    int[] gapFrom,
    int[] gapTo,
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
