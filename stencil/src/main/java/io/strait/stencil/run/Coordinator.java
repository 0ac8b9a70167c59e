package io.strait.stencil.run;

import io.strait.stencil.file.StencilApp;
import io.strait.stencil.plan.Decomposition;
import io.strait.stencil.plan.Rect;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides for all ranks how far they may compute and when they have converged, and puts their parts
 * of the domain together. Used by many threads.
 */
final class Coordinator {
  private static final class Test {
    private int ranks;
    private double most;
  }

  private static final class Whole {
    private final MemorySegment cells;
    private int ranks;

    Whole(MemorySegment cells) {
      this.cells = cells;
    }
  }

  private final StencilApp app;
  private final List<Rect> owned;
  private final int owners;
  private final CellSink sink;
  private final long delay;
  private final Arena arena = Arena.ofAuto();
  private final Map<Long, Test> tests = new HashMap<>();
  private final Map<Long, Whole> wholes = new HashMap<>();
  private final ArrayDeque<MemorySegment> free = new ArrayDeque<>();
  private volatile long permitted;
  private volatile long last;
  private volatile long before;
  private volatile long since;

  /**
   * @param delay nanoseconds that a decision takes to reach all ranks
   * @param first the iteration that the run begins with
   */
  Coordinator(Decomposition decomposition, CellSink sink, long delay, long first) {
    this.app = decomposition.app();
    this.owned = decomposition.blocks().stream().map(Decomposition.Block::owns).toList();
    this.owners = (int) owned.stream().filter(rect -> !rect.isEmpty()).count();
    this.sink = sink;
    this.delay = delay;
    last = app.iterations();
    permitted =
        app.tolerance() == null
            ? last
            : Math.min(last, (first / app.checkEvery() + 1) * app.checkEvery());
    before = permitted;
  }

  /** How far a rank may go at present. */
  long permitted() {
    return delay == 0 || System.nanoTime() - since >= delay ? permitted : before;
  }

  long last() {
    return delay == 0 || System.nanoTime() - since >= delay ? last : app.iterations();
  }

  /** A rank's largest change in an iteration. */
  synchronized void changed(long iteration, double most) {
    @Nullable Double tolerance = app.tolerance();
    var test = tests.computeIfAbsent(iteration, key -> new Test());
    test.most = Math.max(test.most, most);
    test.ranks++;
    if (test.ranks < owners || tolerance == null) {
      return;
    }
    tests.remove(iteration);
    before = permitted;
    since = System.nanoTime();
    if (test.most <= tolerance) {
      last = iteration;
    } else {
      permitted = Math.min(app.iterations(), iteration + app.checkEvery());
    }
  }

  /** A rank's cells after an iteration. */
  synchronized void snapshot(int rank, long iteration, MemorySegment cells) {
    int bytes = app.type().bytes();
    var whole =
        wholes.computeIfAbsent(
            iteration,
            key -> {
              @Nullable MemorySegment used = free.poll();
              return new Whole(
                  used != null
                      ? used
                      : arena.allocate((long) app.columns() * app.rows() * bytes, 64));
            });
    var rect = owned.get(rank);
    long length = (long) rect.height() * bytes;
    for (int x = rect.x0(); x < rect.x1(); x++) {
      MemorySegment.copy(
          cells,
          (x - rect.x0()) * length,
          whole.cells,
          ((long) x * app.rows() + rect.y0()) * bytes,
          length);
    }
    whole.ranks++;
    if (whole.ranks == owners) {
      wholes.remove(iteration);
      sink.cells(iteration, whole.cells, iteration == last);
      free.add(whole.cells);
    }
  }

  /** A rank's part in it. */
  Coordination of(int rank) {
    return new Coordination() {
      @Override
      public long permitted() {
        return Coordinator.this.permitted();
      }

      @Override
      public long last() {
        return Coordinator.this.last();
      }

      @Override
      public void changed(long iteration, double most) {
        Coordinator.this.changed(iteration, most);
      }

      @Override
      public void snapshot(long iteration, MemorySegment cells, long bytes) {
        Coordinator.this.snapshot(rank, iteration, cells);
      }
    };
  }
}
