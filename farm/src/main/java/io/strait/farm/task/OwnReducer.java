package io.strait.farm.task;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Combines results by the application's own class. A partial is 0, or 1 and the result so far. */
final class OwnReducer implements Reducer {
  private static final byte[] NOTHING = {0};

  private final Farm farm;
  private byte @Nullable [] sum;

  OwnReducer(Farm farm) {
    this.farm = farm;
  }

  @Override
  public void add(byte[] result) {
    if (sum == null) {
      sum = result.clone();
      return;
    }
    byte @Nullable [] combined;
    try {
      // Copies: a class may combine in place, and may fail half-way.
      combined = farm.combine(sum.clone(), result.clone());
    } catch (RuntimeException | StackOverflowError | AssertionError e) {
      throw new IllegalArgumentException("combining failed: " + e, e);
    }
    if (combined == null) {
      throw new IllegalArgumentException("combining returned null, expected bytes");
    }
    sum = combined;
  }

  @Override
  public void merge(byte[] partial) {
    boolean nothing = Arrays.equals(partial, NOTHING);
    if (!nothing && (partial.length == 0 || partial[0] != 1)) {
      throw new IllegalArgumentException(
          "the partial result is damaged, expected 0, or 1 and bytes");
    }
    if (!nothing) {
      add(Arrays.copyOfRange(partial, 1, partial.length));
    }
  }

  @Override
  public byte[] partial() {
    if (sum == null) {
      return NOTHING.clone();
    }
    var partial = new byte[sum.length + 1];
    partial[0] = 1;
    System.arraycopy(sum, 0, partial, 1, sum.length);
    return partial;
  }

  @Override
  public byte[] result() {
    return sum == null ? new byte[0] : sum.clone();
  }

  @Override
  public void clear() {
    sum = null;
  }
}
