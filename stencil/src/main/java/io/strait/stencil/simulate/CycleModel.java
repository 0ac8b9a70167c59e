package io.strait.stencil.simulate;

/**
 * What advances by paper <em>lhrp</em>'s rule, in flat arrays: tiles, grouped by rank, and ranks
 * grouped by cluster.
 *
 * @param tiles of all ranks, and the pieces that they send
 * @param firstRank by cluster, and one more
 * @param firstNeed by tile, and one more
 * @param need tiles of the same cluster that must have come as far; {@code −1 − p} stands for piece
 *     p, which crosses a gap
 * @param firstLan by rank, and one more
 * @param lanFrom the rank in the same cluster that sends a message every cycle
 * @param lanLine the line that carries it
 * @param lanHead seconds that a message without news occupies the line
 * @param lanLatency seconds that it travels
 */
public record CycleModel(
    TileModel tiles,
    int[] firstRank,
    int[] firstNeed,
    int[] need,
    int[] firstLan,
    int[] lanFrom,
    int[] lanLine,
    double[] lanHead,
    double[] lanLatency) {
  public int clusters() {
    return firstRank.length - 1;
  }

  public int ranks() {
    return tiles.ranks();
  }

  public int units() {
    return tiles.tiles();
  }
}
