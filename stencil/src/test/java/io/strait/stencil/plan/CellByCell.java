package io.strait.stencil.plan;

import io.strait.model.Grid;
import io.strait.model.Routes;
import io.strait.model.quantity.Durations;
import io.strait.stencil.file.Boundary;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.plan.Decomposition.Block;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The second oracle: when every cell of every rank could have every version at the earliest, if
 * computing took no time. A cell needs the cells around it one version earlier: those of its own
 * rank at once, others when they have come from the rank that has them first. Knows nothing of
 * bands, lags or diagonals.
 */
final class CellByCell {
  private final Grid grid;
  private final StencilApp app;
  private final List<Block> blocks;
  private final int[][] needs;
  private final double[][] delays;
  private final int[] first;

  private CellByCell(Grid grid, Decomposition decomposition) {
    this.grid = grid;
    this.app = decomposition.app();
    this.blocks = decomposition.blocks();
    this.first = new int[blocks.size() + 1];
    for (int r = 0; r < blocks.size(); r++) {
      first[r + 1] = first[r] + (int) blocks.get(r).computes().cells();
    }
    this.needs = new int[first[blocks.size()]][];
    this.delays = new double[needs.length][];
    for (var block : blocks) {
      var rect = block.computes();
      for (int y = rect.y0(); y < rect.y1(); y++) {
        for (int x = rect.x0(); x < rect.x1(); x++) {
          add(block, x, y);
        }
      }
    }
  }

  /** Seconds of one iteration in the long run. */
  static double iteration(Grid grid, Decomposition decomposition, int versions) {
    return new CellByCell(grid, decomposition).run(versions);
  }

  private double run(int versions) {
    var before = new double[needs.length];
    var now = new double[needs.length];
    double half = 0;
    for (int v = 1; v <= 2 * versions; v++) {
      for (int i = 0; i < needs.length; i++) {
        double ready = 0;
        for (int k = 0; k < needs[i].length; k++) {
          ready = Math.max(ready, before[needs[i][k]] + delays[i][k]);
        }
        now[i] = ready;
      }
      var other = before;
      before = now;
      now = other;
      half = v == versions ? latest(before) : half;
    }
    return (latest(before) - half) / versions;
  }

  private static double latest(double[] times) {
    double latest = 0;
    for (double time : times) {
      latest = Math.max(latest, time);
    }
    return latest;
  }

  private int index(Block block, int x, int y) {
    var rect = block.computes();
    return first[block.rank().rank()] + (y - rect.y0()) * rect.width() + x - rect.x0();
  }

  private void add(Block block, int x, int y) {
    var need = new ArrayList<Integer>();
    var delay = new ArrayList<Double>();
    int r = app.radius();
    for (int dy = -r; dy <= r; dy++) {
      for (int dx = -r; dx <= r; dx++) {
        if (!app.corners() && dx != 0 && dy != 0) {
          continue;
        }
        int ox = x + dx;
        int oy = y + dy;
        if (contains(block.computes(), ox, oy)) {
          need.add(index(block, ox, oy));
          delay.add(0.0);
          continue;
        }
        if (app.boundary() == Boundary.FIXED
            && (ox < 0 || oy < 0 || ox >= app.columns() || oy >= app.rows())) {
          continue;
        }
        foreign(block, ox, oy, need, delay);
      }
    }
    needs[index(block, x, y)] = need.stream().mapToInt(i -> i).toArray();
    delays[index(block, x, y)] = delay.stream().mapToDouble(d -> d).toArray();
  }

  private record Source(Block block, int x, int y) {}

  private void foreign(Block block, int x, int y, List<Integer> need, List<Double> delay) {
    var sources = new ArrayList<Source>();
    for (var other : blocks) {
      for (int kx = -1; kx <= 1; kx++) {
        for (int ky = -1; ky <= 1; ky++) {
          int sx = Math.floorMod(x, app.columns()) + kx * app.columns();
          int sy = Math.floorMod(y, app.rows()) + ky * app.rows();
          if (contains(other.computes(), sx, sy)) {
            sources.add(new Source(other, sx, sy));
          }
        }
      }
    }
    var source =
        sources.stream()
            .min(
                Comparator.<Source>comparingInt(s -> latency(block, s.block) == 0 ? 0 : 1)
                    .thenComparingInt(
                        s -> s.block.rank().cluster() == block.rank().cluster() ? 0 : 1)
                    .thenComparingInt(s -> s.block.depth(s.x, s.y)))
            .orElseThrow();
    need.add(index(source.block, source.x, source.y));
    delay.add(latency(source.block, block));
  }

  private double latency(Block from, Block to) {
    if (from.rank().rank() == to.rank().rank()) {
      return 0;
    }
    int a = from.rank().cluster();
    int b = to.rank().cluster();
    if (a == b) {
      return Durations.seconds(grid.clusters().get(a).lan().latency());
    }
    return new Routes(grid)
        .between(a, b).stream().mapToDouble(g -> Durations.seconds(g.network().latency())).sum();
  }

  private static boolean contains(Rect rect, int x, int y) {
    return x >= rect.x0() && x < rect.x1() && y >= rect.y0() && y < rect.y1();
  }
}
