package io.strait.stencil.run;

import io.strait.stencil.file.StencilApp;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A rule that depends on every cell around and on the place, so that any mistake shows; and the
 * same rule on plain arrays.
 */
record TestKernel(StencilApp app) implements Kernel {
  @Override
  public double start(long x, long y) {
    return Math.floorMod(x * 7919 + y * 104729 + x * y * 31, 1009);
  }

  @Override
  public void advance(Column column) {
    for (int i = 0; i < column.cells(); i++) {
      long at = column.offset() + (long) i * app.type().bytes();
      double sum = 0;
      int r = app.radius();
      for (int dx = -r; dx <= r; dx++) {
        for (int dy = -r; dy <= r; dy++) {
          if (app.corners() || dx == 0 || dy == 0) {
            sum +=
                weight(dx, dy)
                    * get(
                        column.from(), at + dx * column.stride() + (long) dy * app.type().bytes());
          }
        }
      }
      put(column.to(), at, next(sum, column.x(), column.y() + i));
    }
  }

  static double weight(int dx, int dy) {
    return 0.05 + 0.01 * dx + 0.003 * dy;
  }

  static double next(double sum, long x, long y) {
    return sum % 1009 + (x * 3 + y) % 5;
  }

  private double get(MemorySegment from, long at) {
    return switch (app.type()) {
      case DOUBLE -> from.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
      case FLOAT -> from.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
      case INT -> from.get(ValueLayout.JAVA_INT_UNALIGNED, at);
      case LONG -> throw new IllegalStateException();
    };
  }

  private void put(MemorySegment to, long at, double value) {
    switch (app.type()) {
      case DOUBLE -> to.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, value);
      case FLOAT -> to.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, (float) value);
      case INT -> to.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) value);
      case LONG -> throw new IllegalStateException();
    }
  }

  /** All cells after so many iterations, computed without any of the code under test. */
  double[][] reference(long iterations) {
    var now = new double[app.columns()][app.rows()];
    for (int x = 0; x < app.columns(); x++) {
      for (int y = 0; y < app.rows(); y++) {
        now[x][y] = rounded(start(x, y));
      }
    }
    for (long i = 0; i < iterations; i++) {
      var then = new double[app.columns()][app.rows()];
      for (int x = 0; x < app.columns(); x++) {
        for (int y = 0; y < app.rows(); y++) {
          double sum = 0;
          for (int dx = -app.radius(); dx <= app.radius(); dx++) {
            for (int dy = -app.radius(); dy <= app.radius(); dy++) {
              if (app.corners() || dx == 0 || dy == 0) {
                sum += weight(dx, dy) * cell(now, x + dx, y + dy);
              }
            }
          }
          then[x][y] = rounded(next(sum, x, y));
        }
      }
      now = then;
    }
    return now;
  }

  private double cell(double[][] cells, int x, int y) {
    int w = app.columns();
    int h = app.rows();
    boolean inside = x >= 0 && x < w && y >= 0 && y < h;
    return switch (app.boundary()) {
      case FIXED -> inside ? cells[x][y] : rounded(start(x, y));
      case PERIODIC -> cells[(x % w + w) % w][(y % h + h) % h];
      case MIRROR ->
          cells[x < 0 ? -1 - x : x >= w ? 2 * w - 1 - x : x][
              y < 0 ? -1 - y : y >= h ? 2 * h - 1 - y : y];
    };
  }

  private double rounded(double value) {
    return switch (app.type()) {
      case DOUBLE -> value;
      case FLOAT -> (float) value;
      case INT -> (int) value;
      case LONG -> throw new IllegalStateException();
    };
  }

  /** The number of cells that differ in any bit. */
  long differences(double[][] expected, MemorySegment cells) {
    long count = 0;
    for (int x = 0; x < app.columns(); x++) {
      for (int y = 0; y < app.rows(); y++) {
        long at = ((long) x * app.rows() + y) * app.type().bytes();
        if (Double.doubleToRawLongBits(get(cells, at))
            != Double.doubleToRawLongBits(expected[x][y])) {
          count++;
        }
      }
    }
    return count;
  }
}
