package io.strait.measure.grid.probe;

import java.util.Arrays;

/**
 * The rate of the slowest network on a way, from the times at which packets of a train arrive.
 *
 * <p>Packets that leave faster than the slowest network serves them arrive as far apart as it
 * serves them, whatever the latency. The rate is the median over pairs of packets that are half a
 * train apart, so that single packets that are late do not count. Numbers of lost packets count as
 * served: a train is too short to fill a queue, so what is lost is lost after it.
 *
 * @param packets that arrived
 * @param rate packets per second; NaN if too few arrived
 * @param early the same for the first third of the train
 * @param late the same for the last third; a lower one means that a network let a burst through
 */
public record Dispersion(int packets, double rate, double early, double late) {
  private static final int FEWEST = 3;

  /**
   * What the times of arrival say.
   *
   * @param nanos by the number of the packet; {@link Long#MIN_VALUE} where none arrived
   */
  public static Dispersion of(long[] nanos) {
    var numbers = new int[nanos.length];
    int n = 0;
    for (int i = 0; i < nanos.length; i++) {
      if (nanos[i] != Long.MIN_VALUE) {
        numbers[n++] = i;
      }
    }
    if (n < FEWEST) {
      return new Dispersion(n, Double.NaN, Double.NaN, Double.NaN);
    }
    int third = Math.max(FEWEST, n / 3);
    return new Dispersion(
        n, rate(nanos, numbers, 0, n), rate(nanos, numbers, 0, third), late(nanos, numbers, n));
  }

  private static double late(long[] nanos, int[] numbers, int n) {
    return rate(nanos, numbers, Math.min(n - FEWEST, n - n / 3), n);
  }

  /** The median rate between packets that are half of the range apart. */
  private static double rate(long[] nanos, int[] numbers, int from, int to) {
    int half = Math.max(1, (to - from) / 2);
    var times = new double[to - from - half];
    for (int i = 0; i < times.length; i++) {
      int one = numbers[from + i];
      int other = numbers[from + i + half];
      times[i] = (nanos[other] - nanos[one]) * 1e-9 / (other - one);
    }
    Arrays.sort(times);
    double median = 0.5 * (times[(times.length - 1) / 2] + times[times.length / 2]);
    return median > 0 ? 1 / median : Double.POSITIVE_INFINITY;
  }

  /** Packets per second between the first and the last that arrived; NaN if too few did. */
  static double mean(long[] nanos) {
    var arrived = Arrays.stream(nanos).filter(t -> t != Long.MIN_VALUE).summaryStatistics();
    return arrived.getCount() < FEWEST
        ? Double.NaN
        : (arrived.getCount() - 1) / Math.max(1e-9, (arrived.getMax() - arrived.getMin()) * 1e-9);
  }

  /**
   * The lowest rate of arrivals in any stretch of time so long, as packets per second; for flows
   * that others disturb for a while.
   *
   * @param seconds of the stretch; shorter flows count as a whole
   */
  public static double lowest(long[] nanos, double seconds) {
    var arrived = Arrays.stream(nanos).filter(t -> t != Long.MIN_VALUE).sorted().toArray();
    if (arrived.length < FEWEST) {
      return Double.NaN;
    }
    long stretch = (long) (seconds * 1e9);
    double lowest = Double.POSITIVE_INFINITY;
    int to = 0;
    for (int from = 0; from < arrived.length; from++) {
      while (to < arrived.length - 1 && arrived[to] - arrived[from] < stretch) {
        to++;
      }
      long time = arrived[to] - arrived[from];
      if (to - from >= FEWEST - 1 && (time >= stretch || from == 0) && time > 0) {
        lowest = Math.min(lowest, (to - from) / (time * 1e-9));
      }
    }
    return lowest;
  }
}
