package io.strait.program.run;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Points in time by {@link System#nanoTime}, in the order in which they were noted. */
public final class Instants {
  /** No points. */
  public static final Instants NONE = new Instants(new long[0]);

  private final long[] nanos;

  private Instants(long[] nanos) {
    this.nanos = nanos;
  }

  public static Instants of(long... nanos) {
    return new Instants(nanos.clone());
  }

  public int size() {
    return nanos.length;
  }

  public long get(int index) {
    return nanos[index];
  }

  public long last() {
    return nanos[nanos.length - 1];
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Instants same && Arrays.equals(nanos, same.nanos);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(nanos);
  }

  @Override
  public String toString() {
    return Arrays.toString(nanos);
  }

  /** Notes points in time. Used by one thread. */
  static final class Notes {
    private long[] nanos = new long[64];
    private int size;

    void add(long time) {
      if (size == nanos.length) {
        nanos = Arrays.copyOf(nanos, 2 * size);
      }
      nanos[size++] = time;
    }

    Instants instants() {
      return new Instants(Arrays.copyOf(nanos, size));
    }
  }
}
