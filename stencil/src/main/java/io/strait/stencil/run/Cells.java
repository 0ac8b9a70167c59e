package io.strait.stencil.run;

import io.strait.model.Element;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Single cells of any type as doubles, for beginnings and pictures; too slow for kernels. */
public final class Cells {
  private Cells() {}

  /** The value of the cell at so many bytes from the beginning. */
  public static double get(MemorySegment field, Element type, long offset) {
    return switch (type) {
      case DOUBLE -> field.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, offset);
      case FLOAT -> field.get(ValueLayout.JAVA_FLOAT_UNALIGNED, offset);
      case INT -> field.get(ValueLayout.JAVA_INT_UNALIGNED, offset);
      case LONG -> field.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
    };
  }

  /** Sets a cell, rounded to its type. */
  public static void set(MemorySegment field, Element type, long offset, double value) {
    switch (type) {
      case DOUBLE -> field.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, offset, value);
      case FLOAT -> field.set(ValueLayout.JAVA_FLOAT_UNALIGNED, offset, (float) value);
      case INT -> field.set(ValueLayout.JAVA_INT_UNALIGNED, offset, (int) Math.rint(value));
      case LONG -> field.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, (long) Math.rint(value));
    }
  }
}
