package io.strait.stencil.plan;

import io.strait.model.Duplex;
import io.strait.model.Grid;
import io.strait.model.Link;
import io.strait.model.Routes;
import io.strait.model.quantity.Durations;
import io.strait.stencil.file.Boundary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What messages take from rank to rank. A LAN is there for each message alone; the bandwidth of a
 * gap is shared by all neighbours that talk across it, in proportion to what they have to say.
 */
public final class RankRoutes {
  private static final long AROUND = 4;

  private final Grid grid;
  private final Decomposition decomposition;
  private final Routes routes;
  private final Map<Link.Gap, Long> sharing = new HashMap<>();

  public RankRoutes(Grid grid, Decomposition decomposition) {
    this.grid = grid;
    this.decomposition = decomposition;
    this.routes = new Routes(grid);
    var matrix = decomposition.matrix();
    int ends = decomposition.app().boundary() == Boundary.PERIODIC ? 0 : 1;
    for (var rank : matrix.ranks()) {
      if (rank.column() < matrix.columns() - ends) {
        share(rank, matrix.at(rank.row(), (rank.column() + 1) % matrix.columns()));
      }
      if (rank.row() < matrix.rows() - ends) {
        share(rank, matrix.at((rank.row() + 1) % matrix.rows(), rank.column()));
      }
    }
  }

  private void share(RankMatrix.Rank one, RankMatrix.Rank other) {
    if (one.cluster() != other.cluster()) {
      long border = border(one.rank(), other.rank());
      routes
          .between(one.cluster(), other.cluster())
          .forEach(gap -> sharing.merge(gap, border, Long::sum));
    }
  }

  /** Cells along the border of two ranks, and some for what stands around them in a message. */
  private long border(int from, int to) {
    var one = decomposition.blocks().get(from);
    var other = decomposition.blocks().get(to);
    if (one.rank().row() == other.rank().row()) {
      return AROUND + one.computes().height();
    }
    return AROUND + (one.rank().column() == other.rank().column() ? one.computes().width() : 1);
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
    if (!isFar(from, to)) {
      return grid.clusters().get(cluster(from)).lan().bandwidth().bytesPerSecond();
    }
    double least = Double.POSITIVE_INFINITY;
    for (var gap : gaps(from, to)) {
      double border = border(from, to);
      double share = border / Math.max(border, sharing.getOrDefault(gap, 0L));
      double ways = gap.network().duplex() == Duplex.HALF ? 2 : 1;
      least = Math.min(least, gap.network().bandwidth().bytesPerSecond() * share / ways);
    }
    return least;
  }
}
