package io.strait.stencil.plan;

import io.strait.model.Duplex;
import io.strait.model.Grid;
import java.util.HashMap;
import java.util.Map;

/**
 * How the messages of an iteration share their LANs, in proportion to what they have to say: all in
 * a LAN that is half duplex, one medium; else, on a switch, those that leave the same rank, and
 * those that come to the same.
 */
final class LanShares {
  private final Grid grid;
  private final Map<Integer, Double> inside = new HashMap<>();
  private final Map<Integer, Double> leaving = new HashMap<>();
  private final Map<Integer, Double> coming = new HashMap<>();

  LanShares(Grid grid) {
    this.grid = grid;
  }

  /** One rank has so many bytes for another in every iteration. */
  void add(int cluster, int from, int to, double bytes) {
    inside.merge(cluster, bytes, Double::sum);
    leaving.merge(from, bytes, Double::sum);
    coming.merge(to, bytes, Double::sum);
  }

  /**
   * Bytes per second of one rank to another.
   *
   * @param bytes of its message
   */
  double bandwidth(int cluster, int from, int to, double bytes) {
    var lan = grid.clusters().get(cluster).lan();
    double sharing =
        lan.duplex() == Duplex.HALF
            ? inside.getOrDefault(cluster, 0.0)
            : Math.max(leaving.getOrDefault(from, 0.0), coming.getOrDefault(to, 0.0));
    double share = bytes / Math.max(bytes, sharing);
    return Math.min(
        lan.ofConnections(1).bytesPerSecond(), lan.bandwidth().bytesPerSecond() * share);
  }
}
