package io.strait.apps;

import io.strait.model.Element;
import io.strait.stencil.plan.Rect;
import io.strait.stencil.run.Column;
import io.strait.stencil.run.FastestForm;
import io.strait.stencil.run.FieldShape;
import io.strait.stencil.run.Vectors;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/**
 * A way to compute {@link Heat}. All give the same bits; which one is used is measured once per
 * machine: vectors of 64 bytes want other loops than those of 16.
 */
record HeatForm(String name, int leastCells, Advance advance) {
  /** Computes cells of columns beside each other. */
  @FunctionalInterface
  interface Advance {
    void advance(Column first, int columns);
  }

  /** The one for numbers of type double; a constant for the compiler. */
  static final class Doubles {
    static final HeatForm FASTEST = fastest(Element.DOUBLE);

    private Doubles() {}
  }

  /** The one for numbers of type float. */
  static final class Floats {
    static final HeatForm FASTEST = fastest(Element.FLOAT);

    private Floats() {}
  }

  /**
   * @param vectors in a turn of the loop
   */
  static HeatForm ofVectors(int vectors, int bits, int cells, Advance advance) {
    var name = "%d vector%s of %d bits per turn".formatted(vectors, vectors == 1 ? "" : "s", bits);
    return new HeatForm(name, cells, advance);
  }

  /** All that this JVM can compute, cell by cell first. */
  static List<HeatForm> all(Element type) {
    boolean isDouble = type == Element.DOUBLE;
    var all = new ArrayList<HeatForm>();
    all.add(new HeatForm("cell by cell", 1, isDouble ? Heat::doubles : Heat::floats));
    if (Vectors.ARE_THERE) {
      all.addAll(isDouble ? HeatDoubles.forms() : HeatFloats.forms());
    }
    return all;
  }

  private static HeatForm fastest(Element type) {
    var forms = all(type);
    if (forms.size() == 1) {
      return forms.getFirst();
    }
    try (var arena = Arena.ofConfined()) {
      var fields = new Fields(arena, type);
      var vectors = forms.getLast().name; // their length matters, too
      var name =
          FastestForm.of(
                  "heat %s, %s".formatted(type, vectors),
                  forms.stream()
                      .map(form -> new FastestForm.Form(form.name, () -> fields.compute(form)))
                      .toList())
              .name();
      return forms.stream().filter(form -> form.name.equals(name)).findFirst().orElseThrow();
    }
  }

  /** Short columns and long ones, all of which the second cache holds. */
  private static final class Fields {
    private static final int COLUMNS = 24;
    private static final int LONG_COLUMNS = 4;

    private final Column few;
    private final Column many;

    Fields(Arena arena, Element type) {
      few = column(arena, type, new Rect(0, 0, LONG_COLUMNS, 1700));
      many = column(arena, type, new Rect(0, 0, COLUMNS, 300));
    }

    private static Column column(Arena arena, Element type, Rect rect) {
      var shape = new FieldShape(rect, 1, type.bytes());
      var column = new Column();
      column.fields(shape.allocate(arena), shape.allocate(arena), shape.stride());
      column.cells(shape.at(0, 0), rect.height(), 0, 0);
      return column;
    }

    void compute(HeatForm form) {
      form.advance.advance(many, COLUMNS);
      form.advance.advance(few, LONG_COLUMNS);
    }
  }
}
