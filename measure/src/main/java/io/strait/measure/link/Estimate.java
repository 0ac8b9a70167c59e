package io.strait.measure.link;

import io.strait.measure.SampleStatistics;
import java.util.Arrays;

/**
 * A figure that was measured several times: the median of the better half, which is the lower
 * quartile, and its 95 % interval. What else a machine does makes some batches slower and none
 * faster, so the better half says more about the link.
 *
 * <p>Values that follow each other are alike, so their number alone says too little about how far
 * another measurement would be off. The values are therefore also cut into {@value #ROUNDS} rounds,
 * one after the other, and the interval is as wide at least as the spread of the rounds makes it.
 *
 * @param low the lower end of the interval; the least value if there are few
 * @param high the upper end; the greatest value if there are few
 */
public record Estimate(double value, double low, double high, int batches) {
  /** Fewer values have no interval. */
  static final int FEWEST = 10;

  private static final int ROUNDS = 5;

  /** Student's 97.5 % quantile for the degrees of freedom of the rounds. */
  private static final double STUDENT = 2.776;

  private static final double Z = 1.96;

  /**
   * The estimate of at least one value. The interval has the ranks of a binomial distribution.
   *
   * @param values in the order in which they were measured
   */
  public static Estimate of(double... values) {
    var sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    double value = quartile(sorted);
    double spread = Z * Math.sqrt(n * 0.25 * 0.75);
    int low = (int) Math.floor(0.25 * n - spread);
    int high = (int) Math.ceil(0.25 * n + spread);
    double spreadOfRounds = n < FEWEST ? 0 : rounds(values);
    return new Estimate(
        value,
        Math.min(sorted[Math.max(0, low)], Math.max(0, value - spreadOfRounds)),
        Math.max(sorted[Math.clamp(high, 0, n - 1)], value + spreadOfRounds),
        n);
  }

  private static double quartile(double[] sorted) {
    int half = (sorted.length + 1) / 2;
    return 0.5 * (sorted[(half - 1) / 2] + sorted[half / 2]);
  }

  /** How far the mean of the rounds' figures may be off. */
  private static double rounds(double[] values) {
    var figures = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      var round =
          Arrays.copyOfRange(values, i * values.length / ROUNDS, (i + 1) * values.length / ROUNDS);
      Arrays.sort(round);
      figures[i] = quartile(round);
    }
    return STUDENT * SampleStatistics.of(figures).deviation() / Math.sqrt(ROUNDS);
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
