package io.strait.bench.stencil;

import io.strait.apps.Heat;
import io.strait.kind.code.Settings;
import io.strait.kind.code.TaskCode;
import io.strait.model.Cluster;
import io.strait.model.Element;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Network;
import io.strait.model.Role;
import io.strait.model.quantity.Fraction;
import io.strait.stencil.file.Boundary;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.Strategy;
import io.strait.stencil.plan.Decomposition;
import io.strait.stencil.plan.RankMatrix;
import io.strait.stencil.run.SoloRank;
import io.strait.transport.fabric.Collectives;
import io.strait.transport.fabric.Fabric;
import io.strait.transport.fabric.MpiFabric;
import io.strait.transport.fabric.ThreadFabrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Two ranks that exchange borders, over MPI or as threads of one process; prints what an iteration
 * takes: computing alone, sync, lh.
 */
final class OurRank {
  private static final int ROUNDS = 7;

  private OurRank() {}

  public static void main(String[] args) throws InterruptedException {
    int size = Integer.parseInt(args[1]);
    int iterations = Integer.parseInt(args[2]);
    if (args[0].equals("mpi")) {
      try (var fabric = new MpiFabric()) {
        measure(fabric, size, iterations);
      }
      return;
    }
    try (var fabrics = new ThreadFabrics(2)) {
      var threads = new ArrayList<Thread>();
      for (int rank = 0; rank < 2; rank++) {
        var fabric = fabrics.fabric(rank);
        threads.add(Thread.ofPlatform().start(() -> measure(fabric, size, iterations)));
      }
      for (var thread : threads) {
        thread.join();
      }
    }
  }

  private static void measure(Fabric fabric, int size, int iterations) {
    var together = new Collectives(fabric);
    double[] best = {1, 1, 1};
    for (int round = 0; round < ROUNDS; round++) {
      // Alone, each rank computes half of the domain and hears of nobody.
      together.barrier();
      best[0] = Math.min(best[0], together.max(alone(size, iterations)));
      best[1] = Math.min(best[1], both(fabric, together, size, iterations, Strategy.SYNC));
      best[2] = Math.min(best[2], both(fabric, together, size, iterations, Strategy.LH));
    }
    if (fabric.rank() == 0) {
      System.out.printf(
          "comp=%.3f sync=%.3f lh=%.3f%n", best[0] * 1e6, best[1] * 1e6, best[2] * 1e6);
    }
  }

  private static double alone(int size, int iterations) {
    try (var one = new ThreadFabrics(1)) {
      return run(one.fabric(0), 1, size / 2, size, iterations, Strategy.SYNC);
    }
  }

  private static double both(
      Fabric fabric, Collectives together, int size, int iterations, Strategy strategy) {
    together.barrier();
    double seconds = together.max(run(fabric, 2, size, size, iterations, strategy));
    forget(fabric);
    return seconds;
  }

  /** Takes the borders of the last iteration, which nobody needs: another run comes. */
  private static void forget(Fabric fabric) {
    int other = 1 - fabric.rank();
    for (long end = System.nanoTime() + 20_000_000; System.nanoTime() < end; ) {
      if (fabric.poll(other) != null) {
        fabric.release(other);
      }
    }
  }

  private static double run(
      Fabric fabric, int ranks, int columns, int rows, int iterations, Strategy strategy) {
    var hosts =
        new HostGroup("h", ranks, Role.ANY, Map.of(), null, 1, Fraction.ALL, null, Map.of());
    var grid =
        new Grid("here", "c", List.of(new Cluster("c", Network.IDEAL, List.of(hosts))), List.of());
    var app =
        new StencilApp(
            "heat",
            columns,
            rows,
            Element.DOUBLE,
            false,
            1,
            Boundary.FIXED,
            iterations,
            null,
            1,
            null,
            0,
            List.of(),
            0,
            0,
            strategy,
            0,
            new TaskCode.JavaClass("io.strait.apps.Heat"));
    var kernel = new Heat();
    kernel.begin(app, Settings.of(Map.of()));
    var decomposition = Decomposition.of(app, RankMatrix.of(app, grid), 0, false);
    return SoloRank.run(decomposition, strategy, 1, kernel, fabric, (cells, bytes) -> {})
        .settledSeconds();
  }
}
