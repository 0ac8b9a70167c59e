package io.strait.bench.stencil;

import io.strait.apps.Heat;
import io.strait.kind.code.Settings;
import io.strait.kind.code.TaskCode;
import io.strait.model.Element;
import io.strait.stencil.file.Boundary;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.plan.Rect;
import io.strait.stencil.run.CellSweep;
import io.strait.stencil.run.CellSweep.Shrinking;
import io.strait.stencil.run.Cells;
import io.strait.stencil.run.FieldShape;
import io.strait.stencil.run.Kernel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;

/** A domain in memory as a rank has it, with the values that the C program begins with. */
final class OurField implements AutoCloseable {
  private final Arena arena = Arena.ofShared();
  private final Element type;
  private final Rect rect;
  private final FieldShape shape;
  private final MemorySegment even;
  private final MemorySegment odd;
  private final CellSweep sweep;

  OurField(Kernel kernel, Element type, int columns, int rows) {
    this.type = type;
    kernel.begin(app(type, columns, rows), Settings.of(Map.of()));
    rect = new Rect(0, 0, columns, rows);
    shape = new FieldShape(rect, 1, type.bytes());
    even = shape.allocate(arena);
    odd = shape.allocate(arena);
    for (int x = -1; x <= columns; x++) {
      for (int y = -1; y <= rows; y++) {
        double value = x < 0 ? 100 : ((x + 1) * 7L + (y + 1) * 13L) % 10;
        Cells.set(even, type, shape.at(x, y), value);
        Cells.set(odd, type, shape.at(x, y), value);
      }
    }
    sweep = new CellSweep(kernel, type.bytes(), 1).on(even, odd, shape.origin(), shape.stride());
  }

  static OurField heat(Element type, int columns, int rows) {
    return new OurField(new Heat(), type, columns, rows);
  }

  private static StencilApp app(Element type, int columns, int rows) {
    return new StencilApp(
        "heat",
        columns,
        rows,
        type,
        false,
        1,
        Boundary.FIXED,
        1,
        null,
        1,
        null,
        0,
        List.of(),
        0,
        0,
        null,
        0,
        new TaskCode.JavaClass(Heat.class.getName()));
  }

  long cells() {
    return rect.cells();
  }

  /** An even number of iterations, so that the values end where they began. */
  void plain(int iterations) {
    sweep.plain(rect, iterations, Shrinking.NOWHERE);
  }

  /** The same in one sweep. */
  void skewed(int iterations) {
    sweep.skewed(rect, iterations, Shrinking.NOWHERE);
  }

  /** Two diagonals over all columns, from the right as if a border had come from there. */
  void diagonals() {
    sweep.on(even, odd, shape.origin(), shape.stride());
    sweep.diagonal(rect.x1() - 1, rect.x0(), rect.y0(), rect.y1());
    sweep.on(odd, even, shape.origin(), shape.stride());
    sweep.diagonal(rect.x1() - 1, rect.x0(), rect.y0(), rect.y1());
    sweep.on(even, odd, shape.origin(), shape.stride());
  }

  /** The sum of some cells that the C program prints. */
  double check() {
    int size = rect.width();
    double sum = 0;
    for (int x = 0; x < size; x += size / 7 + 1) {
      for (int y = 0; y < size; y += size / 11 + 1) {
        sum += Cells.get(even, type, shape.at(x, y));
      }
    }
    return sum;
  }

  @Override
  public void close() {
    arena.close();
  }
}
