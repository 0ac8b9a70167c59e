package io.strait.plan.stencil;

import io.strait.plan.stencil.Edges.Edge;
import io.strait.simulate.stencil.CycleModel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns a decomposition with bands into what paper <em>lhrp</em>'s rule moves: every column of a
 * band on its own, and what a rank has for itself as one. Where clusters meet at a corner, the band
 * across and the band along are taken as if they did not touch.
 */
final class CycleModels {
  private final Timing timing;
  private final List<Decomposition.Block> blocks;
  private final int tiles;
  private final Edge[] edges;
  private final int[] firstUnit;
  private final boolean[] core;
  private final int[] chain;
  private final List<int[]> needs = new ArrayList<>();
  private final List<Double> costs = new ArrayList<>();
  private final List<Crossing> crossings = new ArrayList<>();

  private record Crossing(int from, int to, double delay, Edge edge) {}

  private CycleModels(Timing timing) {
    this.timing = timing;
    this.blocks = timing.decomposition().blocks();
    this.tiles = timing.tiles();
    int ranks = blocks.size();
    this.edges = new Edge[ranks * 8];
    for (var edge : timing.edges()) {
      edges[edge.to() * 8 + edge.direction()] = edge;
    }
    this.firstUnit = new int[ranks + 1];
    this.core = new boolean[ranks];
    this.chain = new int[ranks * 4];
    for (int r = 0; r < ranks; r++) {
      var block = blocks.get(r);
      int unit = firstUnit[r];
      core[r] =
          block.computes().width() > block.left() + block.right()
              && block.computes().height() > block.top() + block.bottom();
      unit += core[r] ? 1 : 0;
      for (int side = 0; side < 4; side++) {
        chain[r * 4 + side] = band(block, side) > 0 ? unit : -1;
        unit += band(block, side) > 0 ? tiles : 0;
      }
      firstUnit[r + 1] = unit;
    }
  }

  static CycleModel of(Timing timing) {
    return new CycleModels(timing).build();
  }

  static int band(Decomposition.Block block, int side) {
    return switch (side) {
      case 0 -> block.left();
      case 1 -> block.right();
      case 2 -> block.top();
      default -> block.bottom();
    };
  }

  /** Seconds to compute one tile of a band. */
  static double tileCost(Decomposition.Block block, int side, int tiles) {
    int along = side < 2 ? block.computes().height() : block.computes().width();
    return (double) along * band(block, side) / tiles * block.rank().secondsPerCell();
  }

  private CycleModel build() {
    for (int r = 0; r < blocks.size(); r++) {
      if (core[r]) {
        addCore(r);
      }
      for (int side = 0; side < 4; side++) {
        for (int k = 1; chain[r * 4 + side] >= 0 && k <= tiles; k++) {
          addColumn(r, side, k);
        }
      }
    }
    var firstNeed = new int[needs.size() + 1];
    for (int u = 0; u < needs.size(); u++) {
      firstNeed[u + 1] = firstNeed[u] + needs.get(u).length;
    }
    var lan = timing.edges().stream().filter(edge -> !edge.isFar()).toList();
    var firstLan = new int[blocks.size() + 1];
    for (var edge : lan) {
      firstLan[edge.to() + 1]++;
    }
    for (int r = 0; r < blocks.size(); r++) {
      firstLan[r + 1] += firstLan[r];
    }
    return new CycleModel(
        firstRanks(),
        firstUnit,
        costs.stream().mapToDouble(Double::doubleValue).toArray(),
        firstNeed,
        needs.stream().flatMapToInt(java.util.Arrays::stream).toArray(),
        firstLan,
        lan.stream().mapToInt(Edge::from).toArray(),
        lan.stream().mapToDouble(this::border).toArray(),
        lan.stream().mapToDouble(e -> e.latency() + e.jitter() + e.transfer()).toArray(),
        crossings.stream().mapToInt(Crossing::from).toArray(),
        crossings.stream().mapToInt(Crossing::to).toArray(),
        crossings.stream().mapToDouble(Crossing::delay).toArray(),
        crossings.stream().mapToDouble(c -> c.edge.transfer()).toArray(),
        crossings.stream().mapToDouble(c -> c.edge.latency()).toArray(),
        crossings.stream().mapToDouble(c -> c.edge.jitter()).toArray(),
        tiles + 1);
  }

  private double border(Edge edge) {
    return edge.cells() * blocks.get(edge.from()).rank().secondsPerCell();
  }

  /** Ranks are numbered cluster by cluster. */
  private int[] firstRanks() {
    var first = new ArrayList<Integer>();
    for (int r = 0; r < blocks.size(); r++) {
      if (r == 0 || blocks.get(r).rank().cluster() != blocks.get(r - 1).rank().cluster()) {
        first.add(r);
      }
    }
    first.add(blocks.size());
    return first.stream().mapToInt(Integer::intValue).toArray();
  }

  private @Nullable Edge edge(int rank, int direction) {
    return edges[rank * 8 + direction];
  }

  private int column(int rank, int side, int k) {
    return chain[rank * 4 + side] + k - 1;
  }

  private boolean hasChain(int rank, int side) {
    return side < 4 && chain[rank * 4 + side] >= 0;
  }

  private void addCore(int r) {
    var block = blocks.get(r);
    var need = new ArrayList<Integer>();
    for (int d = 0; d < 8; d++) {
      if (hasChain(r, d)) {
        need.add(column(r, d, 1));
        continue;
      }
      @Nullable Edge edge = edge(r, d);
      if (edge == null || edge.isFar()) {
        continue;
      }
      if (core[edge.from()]) {
        need.add(firstUnit[edge.from()]);
      } else if (hasChain(edge.from(), d)) {
        need.add(column(edge.from(), d, 1));
      }
    }
    long cells =
        (long) (block.computes().width() - block.left() - block.right())
            * (block.computes().height() - block.top() - block.bottom());
    add(cells * block.rank().secondsPerCell(), need);
  }

  private void addColumn(int r, int side, int k) {
    var need = new ArrayList<Integer>();
    if (k > 1) {
      need.add(column(r, side, k - 1));
    } else if (core[r]) {
      need.add(firstUnit[r]);
    } else {
      @Nullable Edge inner = edge(r, side ^ 1);
      if (inner != null && core[inner.from()]) {
        need.add(firstUnit[inner.from()]);
      }
    }
    if (k < tiles) {
      need.add(column(r, side, k + 1));
    } else {
      cross(r, side, need);
    }
    for (int d = side < 2 ? 2 : 0, end = d + 2; d < end; d++) {
      @Nullable Edge beside = edge(r, d);
      if (beside != null && !beside.isFar() && hasChain(beside.from(), side)) {
        int reach = timing.decomposition().app().corners() ? 1 : 0;
        for (int other = Math.max(1, k - reach); other <= Math.min(tiles, k + reach); other++) {
          need.add(column(beside.from(), side, other));
        }
      }
    }
    add(tileCost(blocks.get(r), side, tiles), need);
  }

  /**
   * The far border: of the rank beyond the gap, or of the one behind it if that has only a band.
   */
  private void cross(int r, int side, List<Integer> need) {
    @Nullable Edge edge = edge(r, side);
    if (edge == null) {
      return;
    }
    int source = edge.from();
    if (!core[source]) {
      @Nullable Edge behind = edge(source, side);
      if (behind == null || !core[behind.from()]) {
        return;
      }
      source = behind.from();
    }
    need.add(-1 - crossings.size());
    double delay = edge.cells() * blocks.get(source).rank().secondsPerCell();
    crossings.add(new Crossing(firstUnit[source], r, delay, edge));
  }

  private void add(double cost, List<Integer> need) {
    costs.add(cost);
    needs.add(need.stream().mapToInt(Integer::intValue).toArray());
  }
}
