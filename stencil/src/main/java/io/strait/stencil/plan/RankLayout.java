package io.strait.stencil.plan;

import java.util.List;

/**
 * What one rank holds, cut into the parts that advance on their own.
 *
 * @param inner what it computes
 * @param owned what it delivers
 * @param halo cells around {@code inner} that it holds as well
 * @param tiles in the order in which they are tried
 * @param behind by tile, how many versions it is behind what the rank delivers when all goes well: how
 *     many tiles deep it lies in a band
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
}
