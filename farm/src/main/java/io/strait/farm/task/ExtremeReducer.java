package io.strait.farm.task;

import io.strait.model.Element;
import java.util.Arrays;

/**
 * The least or the greatest of each element. A NaN anywhere makes the outcome NaN, and -0 is less
 * than +0. The body of a partial is the outcome so far. Floats and ints are compared as doubles,
 * which hold them exactly.
 */
final class ExtremeReducer extends ElementReducer {
  private final boolean least;
  private double[] values = {};
  private long[] longs = {};

  ExtremeReducer(Element element, boolean least, int kind) {
    super(element, kind);
    this.least = least;
  }

  @Override
  void begin(int size) {
    if (element() == Element.LONG) {
      longs = new long[size];
      Arrays.fill(longs, least ? Long.MAX_VALUE : Long.MIN_VALUE);
    } else {
      values = filled(values, size, least ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY);
    }
  }

  @Override
  void accumulate(byte[] result) {
    accumulate(result, 0);
  }

  private void accumulate(byte[] bytes, int from) {
    if (element() == Element.LONG) {
      for (int i = 0; i < longs.length; i++) {
        long value = (long) LONGS.get(bytes, from + 8 * i);
        longs[i] = least ? Math.min(longs[i], value) : Math.max(longs[i], value);
      }
      return;
    }
    for (int i = 0; i < values.length; i++) {
      double value =
          switch (element()) {
            case FLOAT -> (float) FLOATS.get(bytes, from + 4 * i);
            case INT -> (int) INTS.get(bytes, from + 4 * i);
            default -> (double) DOUBLES.get(bytes, from + 8 * i);
          };
      values[i] = least ? Math.min(values[i], value) : Math.max(values[i], value);
    }
  }

  @Override
  void check(byte[] partial, int size) {
    if (partial.length != HEAD + size * element().bytes()) {
      throw damaged("%d bytes for %d elements".formatted(partial.length, size));
    }
  }

  @Override
  void mergeChecked(byte[] partial) {
    accumulate(partial, HEAD);
  }

  @Override
  byte[] body() {
    return write(HEAD);
  }

  @Override
  byte[] outcome() {
    return write(0);
  }

  private byte[] write(int from) {
    var bytes = new byte[Math.addExact(from, Math.multiplyExact(size(), element().bytes()))];
    for (int i = 0; i < size(); i++) {
      switch (element()) {
        case FLOAT -> INTS.set(bytes, from + 4 * i, Float.floatToIntBits((float) values[i]));
        case INT -> INTS.set(bytes, from + 4 * i, (int) values[i]);
        case DOUBLE -> LONGS.set(bytes, from + 8 * i, Double.doubleToLongBits(values[i]));
        case LONG -> LONGS.set(bytes, from + 8 * i, longs[i]);
      }
    }
    return bytes;
  }
}
