package io.strait.stencil.run;

import io.strait.stencil.file.Strategy;
import io.strait.stencil.plan.Decomposition;
import io.strait.stencil.plan.LayoutBuilder;
import io.strait.transport.fabric.Delays;
import io.strait.transport.fabric.VirtualFabrics;
import io.strait.transport.time.NanoClock;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;

/** A run of the real engines in a time that is counted and not waited for. */
final class VirtualRun {
  private VirtualRun() {}

  /** Cells that take time and nothing else. */
  static final Kernel IDLE =
      new Kernel() {
        @Override
        public double start(long x, long y) {
          return 0;
        }

        @Override
        public void advance(Column column) {}
      };

  /** Seconds of an iteration once the run has settled, for the slowest rank. */
  static double iteration(Decomposition decomposition, Strategy strategy, int depth, Delays delays)
      throws InterruptedException {
    return iteration(
        decomposition, strategy, depth, delays, rank -> IDLE, (from, to, message) -> {});
  }

  /**
   * @param kernels by rank
   * @param witness is told of every message
   */
  static double iteration(
      Decomposition decomposition,
      Strategy strategy,
      int depth,
      Delays delays,
      IntFunction<Kernel> kernels,
      VirtualFabrics.Witness witness)
      throws InterruptedException {
    var layouts = LayoutBuilder.of(decomposition, strategy, depth);
    var seconds = new double[layouts.size()];
    var all = new VirtualFabrics(layouts.size(), delays, witness);
    all.run(
        rank -> {
          try (var arena = Arena.ofConfined()) {
            var watch =
                new NanoClock() {
                  @Override
                  public long nanos() {
                    return all.nanos(rank);
                  }

                  @Override
                  public void sleep(long nanos) {
                    all.sleep(rank, nanos);
                  }
                };
            var engine =
                new Engine(
                    arena,
                    new Engine.Task(
                        layouts.get(rank),
                        decomposition.app(),
                        strategy,
                        depth,
                        kernels.apply(rank),
                        Checkpoint.NONE),
                    all.fabric(rank),
                    new All(decomposition.app().iterations()),
                    new PacedClock(
                        decomposition.blocks().get(rank).rank().secondsPerCell(), watch));
            seconds[rank] = engine.run().settledSeconds();
          }
        });
    double slowest = 0;
    for (double each : seconds) {
      slowest = Math.max(slowest, each);
    }
    return slowest;
  }

  /** All iterations, and nobody looks at the cells. */
  private record All(long last) implements Coordination {
    @Override
    public long permitted() {
      return last;
    }

    @Override
    public void changed(long iteration, double most) {}

    @Override
    public void snapshot(long iteration, MemorySegment cells, long bytes) {}
  }
}
