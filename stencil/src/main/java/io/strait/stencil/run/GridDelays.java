package io.strait.stencil.run;

import io.strait.stencil.plan.RankRoutes;
import io.strait.transport.fabric.Delays;

/** The delays of a grid between the ranks of a stencil, some times faster than life. */
public final class GridDelays implements Delays {
  private final RankRoutes ways;
  private final double scale;
  private final long seed;

  public GridDelays(RankRoutes ways, double scale, long seed) {
    this.ways = ways;
    this.scale = scale;
    this.seed = seed;
  }

  @Override
  public long latency(int from, int to) {
    return Math.round(ways.latency(from, to) * 1e9 / scale);
  }

  @Override
  public double bandwidth(int from, int to) {
    return ways.bandwidth(from, to) * scale;
  }

  @Override
  public double jitter(int from, int to) {
    return ways.jitter(from, to) * 1e9 / scale;
  }

  @Override
  public long seed() {
    return seed;
  }
}
