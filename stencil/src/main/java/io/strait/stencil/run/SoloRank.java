package io.strait.stencil.run;

import io.strait.stencil.file.Strategy;
import io.strait.stencil.plan.Decomposition;
import io.strait.stencil.plan.LayoutBuilder;
import io.strait.transport.fabric.Fabric;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * One rank over any fabric, without a master: for programs that bring their own ranks, such as
 * those of one MPI job. All iterations are done; nothing is tested for convergence.
 */
public final class SoloRank {
  private SoloRank() {}

  /** What is done with the cells that a rank delivers at the end. */
  @FunctionalInterface
  public interface Cells {
    /** Cells column by column; valid during the call. */
    void take(MemorySegment cells, long bytes);
  }

  /** Runs the rank of this fabric; all ranks must do so with equal arguments. */
  public static StencilOutcome.Rank run(
      Decomposition decomposition,
      Strategy strategy,
      int depth,
      Kernel kernel,
      Fabric fabric,
      Cells cells) {
    var app = decomposition.app();
    var coordination =
        new Coordination() {
          @Override
          public long permitted() {
            return app.iterations();
          }

          @Override
          public long last() {
            return app.iterations();
          }

          @Override
          public void changed(long iteration, double most) {}

          @Override
          public void snapshot(long iteration, MemorySegment part, long bytes) {
            if (iteration == app.iterations()) {
              cells.take(part, bytes);
            }
          }
        };
    try (var arena = Arena.ofConfined()) {
      var layout = LayoutBuilder.of(decomposition, strategy, depth).get(fabric.rank());
      var task = new Engine.Task(layout, app, strategy, depth, kernel, Checkpoint.NONE);
      return new Engine(arena, task, fabric, coordination, new PacedClock(0)).run();
    }
  }
}
