package io.strait.stencil.run;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Where the time of a rank went, in bins that become wider as time goes on. */
public final class Meter {
  /** What a rank spends time with. */
  public enum Kind {
    COMPUTE(0),
    LAN(1),
    GAP(2);

    private final int row;

    Kind(int row) {
      this.row = row;
    }
  }

  private static final int BINS = 512;

  private final long[] sums = new long[Kind.values().length];
  private final long[][] bins = new long[Kind.values().length][BINS];
  private long began = System.nanoTime();
  private long width = 1_000_000;

  /** Time counts from now on. */
  public void begin() {
    began = System.nanoTime();
  }

  /** Counts a stretch of time. */
  public void add(Kind kind, long from, long to) {
    if (to <= from) {
      return;
    }
    sums[kind.row] += to - from;
    while ((to - began) / width >= BINS) {
      fold();
    }
    long at = Math.max(from, began);
    while (at < to) {
      int bin = (int) ((at - began) / width);
      long end = Math.min(to, began + (bin + 1) * width);
      bins[kind.row][bin] += end - at;
      at = end;
    }
  }

  private void fold() {
    for (var row : bins) {
      for (int i = 0; i < BINS / 2; i++) {
        row[i] = row[2 * i] + row[2 * i + 1];
      }
      Arrays.fill(row, BINS / 2, BINS, 0);
    }
    width *= 2;
  }

  /** Nanoseconds spent with it, in all. */
  public long sum(Kind kind) {
    return sums[kind.row];
  }

  /** Nanoseconds of one bin. */
  public long width() {
    return width;
  }

  /** Nanoseconds spent with it, by bin. */
  public long[] bins(Kind kind) {
    return bins[kind.row].clone();
  }

  /** How many bytes {@link #write} takes. */
  int bytes() {
    return 8 + 8 * Kind.values().length * (1 + BINS);
  }

  void write(ByteBuffer to) {
    to.putLong(width);
    for (var kind : Kind.values()) {
      to.putLong(sums[kind.row]);
      for (long bin : bins[kind.row]) {
        to.putLong(bin);
      }
    }
  }

  static Meter read(ByteBuffer from) {
    var meter = new Meter();
    meter.width = from.getLong();
    for (var kind : Kind.values()) {
      meter.sums[kind.row] = from.getLong();
      for (int i = 0; i < BINS; i++) {
        meter.bins[kind.row][i] = from.getLong();
      }
    }
    return meter;
  }
}
