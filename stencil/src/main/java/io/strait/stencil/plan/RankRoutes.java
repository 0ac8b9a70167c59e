package io.strait.stencil.plan;

import io.strait.model.Duplex;
import io.strait.model.Grid;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.Routes;
import io.strait.model.quantity.Durations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What messages take from rank to rank. The bandwidth of a network is shared by all that talk over
 * it ({@link LanShares}), in proportion to what they have to say. Under loss a rank gets no more
 * than a TCP connection.
 */
public final class RankRoutes {
  private final Grid grid;
  private final Decomposition decomposition;
  private final Routes routes;
  private final Map<Long, Double> bytes = new HashMap<>();
  private final Map<Link.Gap, Double> sharing = new HashMap<>();
  private final LanShares lans;

  /**
   * @param layouts by rank
   */
  public RankRoutes(Grid grid, Decomposition decomposition, List<RankLayout> layouts) {
    this.grid = grid;
    this.decomposition = decomposition;
    this.routes = new Routes(grid);
    this.lans = new LanShares(grid);
    int each = decomposition.app().type().bytes();
    for (var layout : layouts) {
      int from = layout.rank();
      for (var route : layout.routes()) {
        double entry = RankLayout.entry(route.rect().cells(), each);
        bytes.merge(key(from, route.to()), entry, Double::sum);
      }
      for (var peer : layout.peers()) {
        double message = bytes.merge(key(from, peer.rank()), 1.0 * RankLayout.HEAD, Double::sum);
        if (isFar(from, peer.rank())) {
          gaps(from, peer.rank()).forEach(gap -> sharing.merge(gap, message, Double::sum));
        } else {
          lans.add(cluster(from), from, peer.rank(), message);
        }
      }
    }
  }

  private long key(int from, int to) {
    return (long) from * decomposition.blocks().size() + to;
  }

  private int cluster(int rank) {
    return decomposition.blocks().get(rank).rank().cluster();
  }

  public boolean isFar(int from, int to) {
    return cluster(from) != cluster(to);
  }

  private List<Link.Gap> gaps(int from, int to) {
    return routes.between(cluster(from), cluster(to));
  }

  /** Seconds. */
  public double latency(int from, int to) {
    if (from == to) {
      return 0;
    }
    return isFar(from, to)
        ? gaps(from, to).stream()
            .mapToDouble(gap -> Durations.seconds(gap.network().latency()))
            .sum()
        : Durations.seconds(grid.clusters().get(cluster(from)).lan().latency());
  }

  /** The mean of what comes on top of the latency at random; seconds. */
  public double jitter(int from, int to) {
    if (from == to) {
      return 0;
    }
    return isFar(from, to)
        ? gaps(from, to).stream()
            .mapToDouble(gap -> Durations.seconds(gap.network().jitter()))
            .sum()
        : Durations.seconds(grid.clusters().get(cluster(from)).lan().jitter());
  }

  /** Bytes per second of one rank to another. */
  public double bandwidth(int from, int to) {
    if (from == to) {
      return Double.POSITIVE_INFINITY;
    }
    double here = bytes.getOrDefault(key(from, to), 1.0 * RankLayout.HEAD);
    if (!isFar(from, to)) {
      return lans.bandwidth(cluster(from), from, to, here);
    }
    var way = gaps(from, to);
    double least = Network.connection(way.stream().map(Link.Gap::network).toList());
    for (var gap : way) {
      double all = sharing.getOrDefault(gap, 0.0);
      double each = gap.network().duplex() == Duplex.HALF ? all : all / 2;
      double share = here / Math.max(here, each);
      least = Math.min(least, gap.network().bandwidth().bytesPerSecond() * share);
    }
    return least;
  }
}
