package io.strait.apps;

import io.strait.farm.task.Farm;
import io.strait.farm.task.Results;
import io.strait.kind.code.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/**
 * The kernel EP of the NAS parallel benchmarks: pairs of normally distributed numbers from a given
 * generator, their sums, and how many fall into which square ring. The app file says {@code with:
 * {class: S}} (or W, A, B) and {@code reduce: sum long}; {@link #finish} compares with the
 * published sums and leaves {@code ep.txt}.
 *
 * <p>Sums are whole numbers in units of 2^-40, so they are the same whatever tasks the pairs are
 * split into and on whatever machines; all rounding together stays far below the 1e-8 that the
 * benchmark allows.
 */
public final class Ep implements Farm {
  /** Pairs in a batch; tasks get whole batches. */
  static final int BATCH = 1 << 16;

  /** Pairs that are computed together; they fit the first cache. */
  private static final int SOME = 512;

  private static final int RINGS = 10;
  private static final double UNIT = 0x1p-40;
  private static final double PRECISION = 1e-8;
  private static final double STEP = 0x1p-46;

  private int tasks;
  private Size size = Size.S;

  /** A class of the benchmark: the logarithm of its pairs, and the published sums. */
  enum Size {
    S(24, -3.247834652034740e3, -6.958407078382297e3),
    W(25, -2.863319731645753e3, -6.320053679109499e3),
    A(28, -4.295875165629892e3, -1.580732573678431e4),
    B(30, 4.033815542441498e4, -2.660669192809235e4);

    final long pairs;
    final double sumX;
    final double sumY;

    Size(int logarithm, double sumX, double sumY) {
      pairs = 1L << logarithm;
      this.sumX = sumX;
      this.sumY = sumY;
    }
  }

  @Override
  public void begin(Settings settings) {
    tasks = settings.tasks();
    size = Size.valueOf(settings.choice("class", "S", "W", "A", "B"));
  }

  @Override
  public String reduce() {
    return "sum long";
  }

  /** The first batch of a task and the one after its last. */
  @Override
  public byte[] input(int task) {
    return bytes(first(task), first(task + 1));
  }

  private long first(int task) {
    return size.pairs / BATCH * task / tasks;
  }

  @Override
  public byte[] compute(int task, byte[] input) throws InterruptedException {
    var range = longs(input);
    long first = range.getLong();
    var sums = new long[2 + RINGS];
    for (long batch = first, last = range.getLong(); batch < last; batch++) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      add(batch, sums);
    }
    return bytes(sums);
  }

  /**
   * Adds a batch, some pairs at a time, in passes over them that do one thing each: the processor
   * then has many pairs under way at once, where one pass over all waits for every logarithm.
   */
  private static void add(long batch, long[] sums) {
    var pairs = new Pairs();
    long stateX = NasRandom.next(NasRandom.after(2 * BATCH * batch));
    long stateY = NasRandom.next(stateX);
    for (int done = 0; done < BATCH; done += SOME) {
      int count = 0;
      for (int i = 0; i < SOME; i++) {
        double x = 2 * (STEP * stateX) - 1;
        double y = 2 * (STEP * stateY) - 1;
        stateX = NasRandom.afterNext(stateX);
        stateY = NasRandom.afterNext(stateY);
        double square = x * x + y * y;
        pairs.x[count] = x;
        pairs.y[count] = y;
        pairs.square[count] = square;
        count += square <= 1 ? 1 : 0; // the next one overwrites it otherwise
      }
      pairs.normal(count);
      pairs.add(count, sums);
    }
  }

  /** Pairs inside the circle; the last place is for one that may be outside. */
  private static final class Pairs {
    final double[] x = new double[SOME + 1];
    final double[] y = new double[SOME + 1];
    final double[] square = new double[SOME + 1];
    private final double[] logarithm = new double[SOME];
    private final Logarithms logarithms = new Logarithms(SOME);

    /** Makes them normally distributed. */
    void normal(int count) {
      logarithms.of(square, logarithm, count);
      for (int i = 0; i < count; i++) {
        double factor = Math.sqrt(-2 * logarithm[i] / square[i]);
        x[i] *= factor;
        y[i] *= factor;
      }
    }

    void add(int count, long[] sums) {
      long sumX = 0;
      long sumY = 0;
      for (int i = 0; i < count; i++) {
        sumX += (long) (x[i] * (1 / UNIT));
        sumY += (long) (y[i] * (1 / UNIT));
        sums[2 + (int) Math.max(Math.abs(x[i]), Math.abs(y[i]))]++;
      }
      sums[0] += sumX;
      sums[1] += sumY;
    }
  }

  @Override
  public void finish(Results results) throws IOException {
    var total = longs(results.total());
    double x = total.getLong() * UNIT;
    double y = total.getLong() * UNIT;
    check("x", x, size.sumX);
    check("y", y, size.sumY);
    var text = new StringBuilder();
    text.append("EP class %s verified: sums %.15e and %.15e%n".formatted(size, x, y));
    for (int ring = 0; ring < RINGS; ring++) {
      text.append("%d %d%n".formatted(ring, total.getLong()));
    }
    Files.writeString(results.folder().resolve("ep.txt"), text, StandardCharsets.UTF_8);
  }

  private void check(String name, double sum, double published) throws IOException {
    if (!(Math.abs((sum - published) / published) <= PRECISION)) {
      throw new IOException(
          "EP class %s is not verified: the sum of %s is %.15e, expected %.15e"
              .formatted(size, name, sum, published));
    }
  }

  private static byte[] bytes(long... numbers) {
    var buffer = ByteBuffer.allocate(numbers.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (long number : numbers) {
      buffer.putLong(number);
    }
    return buffer.array();
  }

  private static ByteBuffer longs(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
