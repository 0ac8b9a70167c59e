package io.strait.farm.journal;

import io.strait.farm.task.Reducer;
import java.nio.ByteBuffer;

/** Adds up arrays of longs, wrapping around: any loss or double count shows. */
public final class LongSum implements Reducer {
  private long[] sums = new long[0];

  @Override
  public void add(byte[] result) {
    if (result.length % 8 != 0 || (sums.length > 0 && result.length != 8 * sums.length)) {
      throw new IllegalArgumentException("a result of %d bytes".formatted(result.length));
    }
    if (sums.length == 0) {
      sums = new long[result.length / 8];
    }
    var in = ByteBuffer.wrap(result);
    for (int i = 0; i < sums.length; i++) {
      sums[i] += in.getLong();
    }
  }

  @Override
  public void merge(byte[] partial) {
    if (partial.length > 0) {
      add(partial);
    }
  }

  @Override
  public byte[] partial() {
    return result();
  }

  @Override
  public byte[] result() {
    var out = ByteBuffer.allocate(8 * sums.length);
    for (long sum : sums) {
      out.putLong(sum);
    }
    return out.array();
  }

  @Override
  public void clear() {
    sums = new long[0];
  }
}
