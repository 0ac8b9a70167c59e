package io.strait.bench;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Repeats work and keeps the times. The best time says what the code costs, the spread how quiet
 * the machine was.
 */
public final class Stopwatch {
  /**
   * What was measured.
   *
   * @param result of the last run
   * @param seconds of every run, sorted
   */
  public record Measured<T>(T result, double[] seconds) {
    public double best() {
      return seconds[0];
    }

    /** By how much the median run was slower than the best, as a share of the best. */
    public double spread() {
      return seconds[seconds.length / 2] / seconds[0] - 1;
    }
  }

  private Stopwatch() {}

  /** Runs at least {@code least} times and on until {@code seconds} have passed in all. */
  public static <T> Measured<T> measure(int least, int most, double seconds, Supplier<T> work) {
    return measure(least, most, seconds, System::nanoTime, work);
  }

  /** As {@link #measure}, in CPU time of this thread, which others on the machine do not change. */
  public static <T> Measured<T> measureCpu(int least, int most, double seconds, Supplier<T> work) {
    var threads = ManagementFactory.getThreadMXBean();
    return measure(least, most, seconds, threads::getCurrentThreadCpuTime, work);
  }

  private static <T> Measured<T> measure(
      int least, int most, double seconds, LongSupplier clock, Supplier<T> work) {
    var times = new double[most];
    double sum = 0;
    int runs = 0;
    T result;
    do {
      long start = clock.getAsLong();
      result = work.get();
      times[runs] = (clock.getAsLong() - start) / 1e9;
      sum += times[runs++];
    } while (runs < most && (runs < least || sum < seconds));
    var taken = Arrays.copyOf(times, runs);
    Arrays.sort(taken);
    return new Measured<>(result, taken);
  }

  /** A time with three digits that count and the unit that suits it. */
  public static String text(double seconds) {
    if (Double.isNaN(seconds)) {
      return "-";
    }
    return seconds >= 0.1
        ? digits(seconds) + " s"
        : seconds >= 1e-3 ? digits(seconds * 1e3) + " ms" : digits(seconds * 1e6) + " us";
  }

  /** A number with three digits that count. */
  public static String digits(double number) {
    int decimals = number >= 100 ? 0 : number >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%,." + decimals + "f", number);
  }
}
