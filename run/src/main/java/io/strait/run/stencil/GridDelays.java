package io.strait.run.stencil;

import io.strait.model.Duplex;
import io.strait.model.Grid;
import io.strait.model.Network;
import io.strait.model.quantity.Durations;
import io.strait.plan.stencil.RankMatrix;
import io.strait.plan.stencil.Routes;
import io.strait.run.fabric.Delays;

/**
 * The delays of a grid between the ranks of a stencil, some times faster than life. Ranks that send
 * across the same gap share its bandwidth evenly.
 */
public final class GridDelays implements Delays {
  private final Grid grid;
  private final RankMatrix matrix;
  private final Routes routes;
  private final double scale;
  private final long seed;

  public GridDelays(Grid grid, RankMatrix matrix, double scale, long seed) {
    this.grid = grid;
    this.matrix = matrix;
    this.routes = new Routes(grid);
    this.scale = scale;
    this.seed = seed;
  }

  private int cluster(int rank) {
    return matrix.ranks().get(rank).cluster();
  }

  private Network lan(int rank) {
    return grid.clusters().get(cluster(rank)).lan();
  }

  @Override
  public long latency(int from, int to) {
    if (from == to) {
      return 0;
    }
    double seconds = 0;
    if (cluster(from) == cluster(to)) {
      seconds = Durations.seconds(lan(from).latency());
    } else {
      for (var gap : routes.between(cluster(from), cluster(to))) {
        seconds += Durations.seconds(gap.network().latency());
      }
    }
    return Math.round(seconds * 1e9 / scale);
  }

  @Override
  public double bandwidth(int from, int to) {
    if (from == to) {
      return Double.POSITIVE_INFINITY;
    }
    if (cluster(from) == cluster(to)) {
      return lan(from).bandwidth().bytesPerSecond() * scale;
    }
    double least = Double.POSITIVE_INFINITY;
    for (var gap : routes.between(cluster(from), cluster(to))) {
      double sharing = matrix.rows() * (gap.network().duplex() == Duplex.HALF ? 2.0 : 1.0);
      least = Math.min(least, gap.network().bandwidth().bytesPerSecond() / sharing);
    }
    return least * scale;
  }

  @Override
  public double jitter(int from, int to) {
    if (from == to) {
      return 0;
    }
    double seconds = 0;
    if (cluster(from) == cluster(to)) {
      seconds = Durations.seconds(lan(from).jitter());
    } else {
      for (var gap : routes.between(cluster(from), cluster(to))) {
        seconds += Durations.seconds(gap.network().jitter());
      }
    }
    return seconds * 1e9 / scale;
  }

  @Override
  public long seed() {
    return seed;
  }
}
