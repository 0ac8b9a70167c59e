package io.strait.stencil.plan;

import java.util.List;

/**
 * What one rank holds, cut into the parts that advance on their own.
 *
 * @param inner what it computes
 * @param owned what it delivers
 * @param halo cells around {@code inner} that it holds as well
 * @param tiles in the order in which they are tried
 * @param behind by tile, how many versions it is behind what the rank delivers when all goes well:
 *     how many tiles deep it lies in a band
 * @param early how many of them, from the first on, come before messages are sent
 * @param period iterations after which waiting repeats itself
 * @param hurried whether others wait for what this rank computes next, again and again
 */
public record RankLayout(
    int rank,
    Rect inner,
    Rect owned,
    int halo,
    List<Rect> tiles,
    List<Integer> behind,
    int early,
    List<Ghost> ghosts,
    List<Route> routes,
    List<Peer> peers,
    int period,
    boolean hurried) {
  /** Bytes before the entries of a message, and before the cells of an entry. */
  public static final int HEAD = 8;

  /**
   * Nanoseconds for which tiles are computed before what others wait for is sent, and what has come
   * is looked at: many tiles of a band may be ready at once. The second is for every tile, so that
   * looking takes much less time than computing. Where bands cross there are so many tiles that it
   * does not pay. Where others wait in turn for what has come, it is as short as can be.
   */
  private static final long LINGER = 50_000;

  private static final long LINGER_PER_TILE = 2_000;
  private static final int MANY_TILES = 1000;
  private static final long HURRIED = 20_000;
  private static final long HURRIED_PER_TILE = 200;

  /** A time that does not come; it can be added to any clock. */
  public static final long NEVER = Long.MAX_VALUE / 2;

  /**
   * Cells of the halo that somebody else computes, or that repeat cells of this rank.
   *
   * @param source who computes them
   * @param from where they are at the source
   * @param route the index of the route at the source; −1 if the source is this rank itself
   */
  public record Ghost(Rect rect, int source, Rect from, int route) {}

  /**
   * Cells that another rank holds as a ghost.
   *
   * @param ghost its index there
   */
  public record Route(Rect rect, int to, int ghost) {}

  /**
   * A rank to talk to.
   *
   * @param far whether a gap lies between
   * @param bytes of the longest message in either direction
   * @param ahead messages that may be under way in one direction
   */
  public record Peer(int rank, boolean far, long bytes, int ahead) {}

  /** Nanoseconds after which the rank sends what is ready and looks at what has come. */
  public long linger() {
    if (hurried) {
      return HURRIED + HURRIED_PER_TILE * tiles.size();
    }
    return tiles.size() > MANY_TILES ? NEVER : LINGER + LINGER_PER_TILE * tiles.size();
  }

  double lingerSeconds() {
    return linger() * 1e-9;
  }

  /** Bytes of a message's entry: the number of a ghost, its version, its cells. */
  static long entry(long cells, int bytesPerCell) {
    return HEAD + CellMath.padded(cells * bytesPerCell);
  }
}
