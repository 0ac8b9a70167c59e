package io.strait.simulate;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** When something is down: intervals in order that do not overlap, each without its end. */
public final class Intervals {
  public static final Intervals NONE = new Intervals(new double[0], new double[0]);

  private final double[] starts;
  private final double[] ends;

  public Intervals(double[] starts, double[] ends) {
    if (starts.length != ends.length) {
      throw new IllegalArgumentException(
          "%d starts and %d ends, expected as many of both".formatted(starts.length, ends.length));
    }
    for (int i = 0; i < starts.length; i++) {
      if (!(ends[i] > starts[i]) || (i > 0 && !(starts[i] >= ends[i - 1]))) {
        throw new IllegalArgumentException(
            "intervals must be in order, not empty, and must not overlap");
      }
    }
    this.starts = starts.clone();
    this.ends = ends.clone();
  }

  /**
   * Random failures up to a horizon. The times between failures and the times to repair are
   * exponential, with these means.
   */
  public static Intervals random(
      RandomGenerator random, double meanUp, double meanDown, double horizon) {
    var starts = new double[16];
    var ends = new double[16];
    int count = 0;
    double now = meanUp * random.nextExponential();
    while (now < horizon) {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, 2 * count);
        ends = Arrays.copyOf(ends, 2 * count);
      }
      starts[count] = now;
      now += Math.max(1e-9, meanDown * random.nextExponential());
      ends[count++] = now;
      now += Math.max(1e-9, meanUp * random.nextExponential());
    }
    return new Intervals(Arrays.copyOf(starts, count), Arrays.copyOf(ends, count));
  }

  public int count() {
    return starts.length;
  }

  public double start(int i) {
    return starts[i];
  }

  public double end(int i) {
    return ends[i];
  }

  public boolean contains(double time) {
    int i = firstEndingAfter(time);
    return i < starts.length && starts[i] <= time;
  }

  /** The first interval that ends after this time; {@link #count} if there is none. */
  public int firstEndingAfter(double time) {
    int found = Arrays.binarySearch(ends, time);
    return found >= 0 ? found + 1 : -found - 1;
  }
}
