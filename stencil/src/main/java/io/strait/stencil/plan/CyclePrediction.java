package io.strait.stencil.plan;

import io.strait.stencil.plan.Edges.Edge;
import java.util.Arrays;

/**
 * What an iteration takes by paper <em>lhrp</em>'s rule. With B tiles in the band, a border node
 * advances B + 1 times and then stands still until the first border of that period has crossed the
 * gap, in whole cycles, and then the band, a tile a cycle. While it stands still, a cycle takes σ =
 * I, or as long as the buffer node computes: j tiles in the j-th cycle of crossing. So
 *
 * <pre>
 *   T = max(I, w, (⌈G/σ⌉ σ + sum over j = 1 … B of max(σ, j c)) / (B + 1), (G + B*w) / (B + 1))
 * </pre>
 *
 * which is (G + B*I)/(B + 1) where computing is short and G a whole number of cycles. Both sides of
 * a gap wait for each other: their mean counts.
 */
final class CyclePrediction {
  private final StencilTiming timing;
  private final double[] moving;
  private final double[] standing;

  CyclePrediction(StencilTiming timing) {
    this.timing = timing;
    int clusters = timing.grid().clusters().size();
    this.moving = new double[clusters];
    this.standing = new double[clusters];
    var blocks = timing.decomposition().blocks();
    for (var block : blocks) {
      int cluster = block.rank().cluster();
      double compute = block.computes().cells() * block.rank().secondsPerCell();
      moving[cluster] = Math.max(moving[cluster], compute);
    }
    for (var edge : timing.edges()) {
      if (!edge.isFar()) {
        int cluster = blocks.get(edge.to()).rank().cluster();
        double message = edge.latency() + edge.jitter() + edge.transfer();
        double border = edge.cells() * blocks.get(edge.from()).rank().secondsPerCell();
        moving[cluster] = Math.max(moving[cluster], border + message);
        standing[cluster] = Math.max(standing[cluster], message);
      }
    }
  }

  IterationBound bound() {
    var blocks = timing.decomposition().blocks();
    double most = 0;
    String what = "";
    for (var block : blocks) {
      double compute = block.computes().cells() * block.rank().secondsPerCell();
      if (compute > most) {
        most = compute;
        what = "computing on " + block.rank().host();
      }
    }
    for (var edge : timing.edges()) {
      int cluster = blocks.get(edge.to()).rank().cluster();
      if (!edge.isFar() && moving[cluster] > most * (1 + 1e-9)) {
        most = moving[cluster];
        what = "latency of " + edge.name(timing.grid(), timing.decomposition());
      }
    }
    double other = Arrays.stream(moving).max().orElse(0);
    for (var edge : timing.edges()) {
      if (edge.isFar() && edge.direction() < 4) {
        double each =
            (period(edge, edge.to()) + period(edge, edge.from())) / 2 / (timing.tiles() + 1);
        boolean full = edge.transfer() > each;
        each = Math.max(each, edge.transfer());
        other = Math.max(other, edge.transfer());
        if (each > most * (1 + 1e-9)) {
          most = each;
          what =
              (full ? "bandwidth of " : "latency of ")
                  + edge.name(timing.grid(), timing.decomposition());
        }
      }
    }
    return new IterationBound(most, other, what);
  }

  /** Seconds in which the cluster of a rank beside the gap advances by B + 1 versions. */
  private double period(Edge edge, int rank) {
    int tiles = timing.tiles();
    var block = timing.decomposition().blocks().get(rank);
    int cluster = block.rank().cluster();
    int side = rank == edge.to() ? edge.direction() : edge.direction() ^ 1;
    double column = tileCost(block, side, tiles);
    double gap = edge.latency() + edge.jitter() + edge.transfer() + column;
    double stand = standing[cluster];
    double move = moving[cluster];
    double moves = (tiles + 1) * move;
    double crossing = gap <= moves ? whole(gap, move) : moves + whole(gap - moves, stand);
    for (int j = 1; j <= tiles; j++) {
      crossing += Math.max(stand, j * column);
    }
    // Where the rest of the cluster computes longer than that, its cycles are the band's too.
    return Math.max(crossing, gap + tiles * move);
  }

  private static int band(Decomposition.Block block, int side) {
    return switch (side) {
      case 0 -> block.left();
      case 1 -> block.right();
      case 2 -> block.top();
      default -> block.bottom();
    };
  }

  /** Seconds to compute one tile of a band. */
  private static double tileCost(Decomposition.Block block, int side, int tiles) {
    int along = side < 2 ? block.computes().height() : block.computes().width();
    return (double) along * band(block, side) / tiles * block.rank().secondsPerCell();
  }

  /** A number of seconds, or a little more, in whole cycles. */
  private static double whole(double seconds, double cycle) {
    return cycle == 0 ? seconds : Math.ceil(seconds / cycle * (1 - 1e-9)) * cycle;
  }
}
