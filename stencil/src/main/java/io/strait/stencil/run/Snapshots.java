package io.strait.stencil.run;

import io.strait.kind.run.RunFailure;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.plan.RankLayout;
import io.strait.stencil.plan.Rect;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Gathers the cells of one rank at certain iterations, and how much they changed, while its tiles
 * pass them at different times.
 */
final class Snapshots {
  private static final class Open {
    private long iteration;
    private long cells;
    private double most;
    private final MemorySegment memory;

    Open(MemorySegment memory) {
      this.memory = memory;
    }
  }

  private final Arena arena;
  private final Rect owned;
  private final StencilApp app;
  private final Field field;
  private final Coordination coordination;
  private final IterationSchedule schedule;
  private final List<Open> open = new ArrayList<>();
  private final List<Open> free = new ArrayList<>();
  private final boolean copies;

  Snapshots(
      Arena arena, RankLayout layout, StencilApp app, Field field, Coordination coordination) {
    this.arena = arena;
    this.owned = layout.owned();
    this.app = app;
    this.field = field;
    this.coordination = coordination;
    this.schedule = IterationSchedule.of(app);
    this.copies = schedule.snapshot() > 0 || schedule.frame() > 0;
  }

  /**
   * A tile has reached an iteration.
   *
   * @param first the iteration that the run began with
   * @param iteration counted from there
   */
  void reached(Rect tile, long first, long iteration) {
    boolean check = schedule.isCheck(first + iteration);
    boolean copy = schedule.isSnapshot(first + iteration);
    if (!check && !copy) {
      return;
    }
    var part = tile.meet(owned);
    if (part.isEmpty()) {
      return;
    }
    var to = find(first + iteration);
    if (copy) {
      copy(part, iteration, to.memory);
    }
    if (check) {
      to.most = Math.max(to.most, change(part, first, iteration));
    }
    to.cells += part.cells();
    if (to.cells == owned.cells()) {
      open.remove(to);
      free.add(to);
      if (copy) {
        coordination.snapshot(to.iteration, to.memory, owned.cells() * field.bytes());
      }
      if (check) {
        coordination.changed(to.iteration, to.most);
      }
    }
  }

  private Open find(long iteration) {
    for (var each : open) {
      if (each.iteration == iteration) {
        return each;
      }
    }
    var found =
        free.isEmpty()
            ? new Open(
                copies ? arena.allocate(owned.cells() * field.bytes(), 64) : MemorySegment.NULL)
            : free.removeLast();
    found.iteration = iteration;
    found.cells = 0;
    found.most = 0;
    open.add(found);
    return found;
  }

  private void copy(Rect part, long iteration, MemorySegment to) {
    long length = (long) part.height() * field.bytes();
    for (int x = part.x0(); x < part.x1(); x++) {
      long at = (long) (x - owned.x0()) * owned.height() + (part.y0() - owned.y0());
      MemorySegment.copy(
          field.of(iteration), field.offset(x, part.y0()), to, at * field.bytes(), length);
    }
  }

  /** The largest change of a cell from the iteration before. */
  private double change(Rect part, long first, long iteration) {
    var now = field.of(iteration);
    var before = field.of(iteration - 1);
    double most = 0;
    for (int x = part.x0(); x < part.x1(); x++) {
      for (int y = part.y0(); y < part.y1(); y++) {
        long at = field.offset(x, y);
        double change = Math.abs(value(now, at) - value(before, at));
        if (Double.isNaN(change)) {
          throw new RunFailure(
              "column %d, row %d is %s after iteration %d: the convergence test cannot go on"
                  .formatted(x, y, number(value(now, at)), first + iteration));
        }
        most = Math.max(most, change);
      }
    }
    return most;
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "not a number" : Double.toString(value);
  }

  private double value(MemorySegment from, long at) {
    return switch (app.type()) {
      case DOUBLE -> from.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
      case FLOAT -> from.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
      case INT -> from.get(ValueLayout.JAVA_INT_UNALIGNED, at);
      case LONG -> from.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    };
  }

  /** Delivers the cells of the last iteration. */
  void end(long first, long iteration) {
    long last = first + iteration;
    if (schedule.isSnapshot(last) || owned.isEmpty()) {
      return; // delivered already, or nothing to deliver
    }
    var memory = arena.allocate(owned.cells() * field.bytes(), 64);
    copy(owned, iteration, memory);
    coordination.snapshot(last, memory, owned.cells() * field.bytes());
  }
}
