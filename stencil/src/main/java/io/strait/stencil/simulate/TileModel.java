package io.strait.stencil.simulate;

import java.util.Arrays;

/**
 * Tiles that advance as soon as all that they touch has come as far, in flat arrays. Tiles are
 * grouped by rank and lie in the order in which the rank tries them. A piece is what one rank sends
 * to another: cells of some tiles, once for each version. Pieces that are ready together go in one
 * message.
 *
 * @param firstTile by rank, and one more
 * @param early by rank, how many of its tiles, from the first on, are computed before messages
 *     leave
 * @param linger by rank, seconds after which it sends what is ready and looks at what has come
 * @param behind by tile, how many versions it is behind what its rank delivers when all goes well
 * @param cost by tile, seconds to advance it by one version
 * @param firstNeed by tile, and one more
 * @param need tiles of the same rank that must have come as far; {@code −1 − p} stands for piece p
 * @param firstUnder by piece, and one more
 * @param under the tiles that a piece is taken from
 * @param to by piece, the rank that receives it
 * @param line by piece, the line that carries it, one after the other
 * @param far by piece, whether it crosses a gap
 * @param transfer by piece, seconds that it occupies the line
 * @param head by piece, seconds that what stands before the first piece of a message occupies it
 * @param latency by piece, seconds that it travels
 * @param jitter by piece, the mean of what comes on top at random
 * @param period versions after which the pattern repeats
 */
public record TileModel(
    int[] firstTile,
    int[] early,
    double[] linger,
    int[] behind,
    double[] cost,
    int[] firstNeed,
    int[] need,
    int[] firstUnder,
    int[] under,
    int[] to,
    int[] line,
    boolean[] far,
    double[] transfer,
    double[] head,
    double[] latency,
    double[] jitter,
    int period) {
  public int ranks() {
    return firstTile.length - 1;
  }

  public int tiles() {
    return cost.length;
  }

  public int pieces() {
    return to.length;
  }

  /** The same with other hosts and lines. */
  public TileModel with(double[] otherCost, double[] otherLatency, double[] otherJitter) {
    return new TileModel(
        firstTile,
        early,
        linger,
        behind,
        otherCost,
        firstNeed,
        need,
        firstUnder,
        under,
        to,
        line,
        far,
        transfer,
        head,
        otherLatency,
        otherJitter,
        period);
  }

  public int lines() {
    return Arrays.stream(line).max().orElse(-1) + 1;
  }
}
