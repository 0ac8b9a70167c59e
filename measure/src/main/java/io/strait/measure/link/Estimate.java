package io.strait.measure.link;

import java.util.Arrays;

/**
 * A figure that was measured several times: the median of the better half, which is the lower
 * quartile, and its 95 % interval. What else a machine does makes some batches slower and none
 * faster, so the better half says more about the link.
 *
 * @param low the lower end of the interval; the least value if there are few
 * @param high the upper end; the greatest value if there are few
 */
public record Estimate(double value, double low, double high, int batches) {
  /** Fewer values have no interval. */
  static final int FEWEST = 8;

  private static final double Z = 1.96;

  /** The estimate of at least one value. The interval has the ranks of a binomial distribution. */
  public static Estimate of(double... values) {
    var sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    int half = (n + 1) / 2;
    double value = 0.5 * (sorted[(half - 1) / 2] + sorted[half / 2]);
    double spread = Z * Math.sqrt(n * 0.25 * 0.75);
    int low = (int) Math.floor(0.25 * n - spread);
    int high = (int) Math.ceil(0.25 * n + spread);
    return new Estimate(value, sorted[Math.max(0, low)], sorted[Math.clamp(high, 0, n - 1)], n);
  }

  /** A figure that is exact, or has no known interval. */
  public static Estimate exactly(double value) {
    return new Estimate(value, value, value, 1);
  }

  /** The width of the interval as a share of the value. */
  public double width() {
    return (high - low) / value;
  }

  /** Whether the interval is at most so wide, and one at all. */
  boolean isNarrow(double share) {
    return batches >= FEWEST && width() <= share;
  }

  /** Half the interval as a standard deviation. */
  double deviation() {
    return (high - low) / (2 * Z);
  }
}
