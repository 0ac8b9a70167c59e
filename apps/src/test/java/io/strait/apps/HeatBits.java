package io.strait.apps;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.model.Element;
import io.strait.stencil.file.Boundary;
import io.strait.stencil.run.Cells;
import io.strait.stencil.run.Column;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Compares the forms of {@link Heat} cell by cell; a program, too, for JVMs with other vectors. */
final class HeatBits {
  private static final int COLUMNS = 5;
  private static final int ITERATIONS = 7;

  private HeatBits() {}

  public static void main(String[] args) {
    for (var type : List.of(Element.DOUBLE, Element.FLOAT)) {
      HeatForm.all(type).forEach(form -> System.out.println(form.name()));
      check(type);
    }
    System.out.println("all bits are equal");
  }

  static void check(Element type) {
    for (int rows = 1; rows < 150; rows++) {
      var expected = computed(type, rows, column -> naive(type, column));
      for (var form : HeatForm.all(type)) {
        if (rows >= form.leastCells()) {
          assertThat(computed(type, rows, column -> form.advance().advance(column, 1)))
              .as("%s, %d rows", form.name(), rows)
              .isEqualTo(expected);
          assertThat(together(type, rows, form)).as(form.name()).isEqualTo(expected);
        }
      }
      var heat = whole(type, rows);
      heat.iterate(ITERATIONS);
      assertThat(cells(heat)).isEqualTo(expected);
    }
  }

  private static void naive(Element type, Column column) {
    for (int i = 0; i < column.cells(); i++) {
      long size = type.bytes();
      long at = column.offset() + i * size;
      double[] around = new double[4];
      long[] places = {at - column.stride(), at + column.stride(), at - size, at + size};
      for (int k = 0; k < places.length; k++) {
        around[k] = Cells.get(column.from(), type, places[k]);
      }
      double mean =
          type == Element.DOUBLE
              ? 0.25 * ((around[0] + around[1]) + (around[2] + around[3]))
              : 0.25f
                  * (((float) around[0] + (float) around[1])
                      + ((float) around[2] + (float) around[3]));
      Cells.set(column.to(), type, at, mean);
    }
  }

  private static long[] computed(Element type, int rows, Consumer<Column> advance) {
    var whole = whole(type, rows);
    whole.iterate(ITERATIONS, advance);
    return cells(whole);
  }

  /** All columns in one call. */
  private static long[] together(Element type, int rows, HeatForm form) {
    var whole = whole(type, rows);
    whole.iterate(
        ITERATIONS,
        column -> {
          if (column.x() == 0) {
            form.advance().advance(column, COLUMNS);
          }
        });
    return cells(whole);
  }

  private static Whole whole(Element type, int rows) {
    var app = Whole.app(COLUMNS, rows, type, false, Boundary.FIXED);
    var whole = new Whole(new Heat(), app, Map.of());
    var random = new SplittableRandom(rows);
    for (int x = 0; x < COLUMNS; x++) {
      for (int y = 0; y < rows; y++) {
        Cells.set(whole.field(), type, whole.shape.at(x, y), random.nextDouble(-1e6, 1e6));
      }
    }
    return whole;
  }

  private static long[] cells(Whole whole) {
    var cells = new long[COLUMNS * whole.app.rows()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = Double.doubleToRawLongBits(whole.at(i / whole.app.rows(), i % whole.app.rows()));
    }
    return cells;
  }
}
