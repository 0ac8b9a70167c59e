package io.strait.stencil.run;

import io.strait.stencil.file.Boundary;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.plan.CellMath;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** The cells that a run begins with: those of a checkpoint, and what the program says elsewhere. */
record InitialCells(Kernel kernel, Checkpoint from) {
  /** Fills both fields with what they begin with, halo and all. */
  void fill(Field field, StencilApp app) {
    var all = field.all();
    for (int x = all.x0(); x < all.x1(); x++) {
      for (int y = all.y0(); y < all.y1(); y++) {
        int inX = inside(x, app.columns(), app.boundary());
        int inY = inside(y, app.rows(), app.boundary());
        for (int version = 0; version < 2; version++) {
          put(field.of(version), field.offset(x, y), inX, inY, app);
        }
      }
    }
  }

  private static int inside(int at, int cells, Boundary boundary) {
    return switch (boundary) {
      case FIXED -> at;
      case PERIODIC -> Math.floorMod(at, cells);
      case MIRROR -> CellMath.reflect(at, cells);
    };
  }

  private void put(MemorySegment to, long at, int x, int y, StencilApp app) {
    boolean inside = x >= 0 && y >= 0 && x < app.columns() && y < app.rows();
    int bytes = app.type().bytes();
    @Nullable MemorySegment whole = from.cells();
    if (whole != null && inside) {
      MemorySegment.copy(whole, ((long) x * app.rows() + y) * bytes, to, at, bytes);
      return;
    }
    double value = kernel.start(x, y);
    switch (app.type()) {
      case DOUBLE -> to.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, value);
      case FLOAT -> to.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, (float) value);
      case INT -> to.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) value);
      case LONG -> to.set(ValueLayout.JAVA_LONG_UNALIGNED, at, (long) value);
    }
  }
}
