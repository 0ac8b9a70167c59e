package io.strait.apps;

import io.strait.kind.code.Settings;
import io.strait.model.Element;
import io.strait.stencil.file.Boundary;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.plan.Rect;
import io.strait.stencil.run.CellSweep;
import io.strait.stencil.run.Cells;
import io.strait.stencil.run.Column;
import io.strait.stencil.run.FieldShape;
import io.strait.stencil.run.Kernel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A whole domain in one piece, computed plainly. */
final class Whole {
  final Kernel kernel;
  final StencilApp app;
  final FieldShape shape;
  private MemorySegment present;
  private MemorySegment next;

  Whole(Kernel kernel, StencilApp app, Map<String, String> with) {
    this.kernel = kernel;
    this.app = app;
    kernel.begin(app, Settings.of(with));
    shape =
        new FieldShape(new Rect(0, 0, app.columns(), app.rows()), app.radius(), app.type().bytes());
    present = shape.allocate(Arena.ofAuto());
    next = shape.allocate(Arena.ofAuto());
    for (int x = -app.radius(); x < app.columns() + app.radius(); x++) {
      for (int y = -app.radius(); y < app.rows() + app.radius(); y++) {
        double value = kernel.start(x, y);
        Cells.set(present, app.type(), shape.at(x, y), value);
        Cells.set(next, app.type(), shape.at(x, y), value);
      }
    }
  }

  static StencilApp app(int columns, int rows, Element type, boolean corners, Boundary boundary) {
    return new StencilApp(
        "a", columns, rows, type, corners, 1, boundary, 1, null, 1, null, 0, List.of(), 0, 0, null,
        0, null);
  }

  MemorySegment field() {
    return present;
  }

  double at(int x, int y) {
    return Cells.get(present, app.type(), shape.at(x, y));
  }

  void iterate(int times) {
    iterate(times, kernel::advance);
  }

  /** With another way to compute a column. */
  void iterate(int times, Consumer<Column> advance) {
    var sweep =
        new CellSweep(
            new Kernel() {
              @Override
              public double start(long x, long y) {
                throw new AssertionError();
              }

              @Override
              public void advance(Column column) {
                advance.accept(column);
              }
            },
            app.type().bytes(),
            app.radius());
    for (int i = 0; i < times; i++) {
      if (app.boundary() == Boundary.PERIODIC) {
        wrap();
      }
      sweep.on(present, next, shape.origin(), shape.stride()).once(shape.inside());
      var swapped = present;
      present = next;
      next = swapped;
    }
  }

  private void wrap() {
    for (int x = -1; x <= app.columns(); x++) {
      for (int y = -1; y <= app.rows(); y++) {
        int insideX = Math.floorMod(x, app.columns());
        int insideY = Math.floorMod(y, app.rows());
        Cells.set(present, app.type(), shape.at(x, y), at(insideX, insideY));
      }
    }
  }
}
