package io.strait.farm.task;

import io.strait.model.Element;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;

/**
 * Reduces results that are arrays of numbers, all of the same length. What is wrong with a result
 * or a partial is found before anything is changed.
 *
 * <p>A partial is a byte for the kind of reducer, a byte 0 if nothing was added and 1 otherwise,
 * and then the number of elements in four bytes, lowest first, and a body that each kind has for
 * itself.
 */
abstract class ElementReducer implements Reducer {
  static final VarHandle INTS = view(int[].class);
  static final VarHandle LONGS = view(long[].class);
  static final VarHandle FLOATS = view(float[].class);
  static final VarHandle DOUBLES = view(double[].class);

  static final int HEAD = 6;

  private final Element element;
  private final byte kind;
  private int size = -1;

  ElementReducer(Element element, int kind) {
    this.element = element;
    this.kind = (byte) kind;
  }

  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
  }

  /** Makes room for so many elements; none has a value yet. */
  abstract void begin(int size);

  /** Adds a result of the right length. */
  abstract void accumulate(byte[] result);

  /**
   * Checks the body of a partial.
   *
   * @throws IllegalArgumentException if it is damaged
   */
  abstract void check(byte[] partial, int size);

  /** Merges a partial that was checked. */
  abstract void mergeChecked(byte[] partial);

  /** The partial, with {@link #HEAD} bytes left free at its start. */
  abstract byte[] body();

  /** The outcome; there is at least one result. */
  abstract byte[] outcome();

  Element element() {
    return element;
  }

  /** The number of elements, once there is a result. */
  int size() {
    return size;
  }

  @Override
  public void add(byte[] result) {
    if (result.length % element.bytes() != 0) {
      throw new IllegalArgumentException(
          "a result has %d bytes, expected a multiple of %d (%s)"
              .formatted(result.length, element.bytes(), element.name().toLowerCase(Locale.ROOT)));
    }
    fit(result.length / element.bytes());
    accumulate(result);
  }

  /** Begins with this number of elements, or checks that it is the one that there is. */
  private void fit(int count) {
    if (size < 0) {
      begin(count);
      size = count;
    } else if (count != size) {
      throw new IllegalArgumentException(
          "a result has %d bytes, expected %d as the first one"
              .formatted((long) count * element.bytes(), (long) size * element.bytes()));
    }
  }

  @Override
  public void merge(byte[] partial) {
    if (partial.length < 2 || partial[0] != kind) {
      throw damaged("it is of another kind");
    }
    if (partial[1] == 0) {
      if (partial.length != 2) {
        throw damaged("%d bytes, expected 2 for nothing".formatted(partial.length));
      }
      return;
    }
    if (partial.length < HEAD) {
      throw damaged("%d bytes, expected at least %d".formatted(partial.length, HEAD));
    }
    int count = (int) INTS.get(partial, 2);
    if (count < 0 || (long) count * element.bytes() > partial.length) {
      throw damaged("%d bytes for %d elements".formatted(partial.length, count));
    }
    check(partial, count);
    fit(count);
    mergeChecked(partial);
  }

  static IllegalArgumentException damaged(String how) {
    return new IllegalArgumentException("the partial result is damaged: " + how);
  }

  @Override
  public byte[] partial() {
    if (size < 0) {
      return new byte[] {kind, 0};
    }
    byte[] body = body();
    body[0] = kind;
    body[1] = 1;
    INTS.set(body, 2, size);
    return body;
  }

  @Override
  public byte[] result() {
    return size < 0 ? new byte[0] : outcome();
  }

  @Override
  public void clear() {
    size = -1;
  }

  /** An array of this size with this value everywhere; the old one where it fits. */
  static double[] filled(double[] old, int size, double value) {
    double[] array = old.length == size ? old : new double[size];
    Arrays.fill(array, value);
    return array;
  }
}
