package io.strait.measure;

import java.util.Arrays;

/**
 * A median and the 95 % interval in which the true one lies.
 *
 * <p>From six values on, the ends are two of the values, chosen by the binomial distribution, so
 * that nothing is assumed about how values are distributed and outliers do not count. Fewer values
 * have no such interval. Theirs is Student's, with the standard error of a median, 1.2533 s/√n, as
 * if they were normally distributed.
 *
 * @param low NaN for a single value, which has no interval
 * @param high NaN for a single value, which has no interval
 */
public record MedianInterval(double median, double low, double high) {
  private static final double OUTSIDE = 0.05;

  /** Student's 97.5 % quantiles for 1 to 4 degrees of freedom. */
  private static final double[] STUDENT = {12.706, 4.303, 3.182, 2.776};

  private static final double MEDIAN_ERROR = Math.sqrt(Math.PI / 2);

  /** The interval of at least one value. */
  public static MedianInterval of(double... values) {
    var sample = SampleStatistics.of(values);
    int n = sample.count();
    if (n == 1) {
      return new MedianInterval(sample.median(), Double.NaN, Double.NaN);
    }
    if (n - 2 < STUDENT.length) {
      double half = STUDENT[n - 2] * MEDIAN_ERROR * sample.deviation() / Math.sqrt(n);
      return new MedianInterval(sample.median(), sample.median() - half, sample.median() + half);
    }
    var sorted = values.clone();
    Arrays.sort(sorted);
    int cut = cut(n);
    return new MedianInterval(sample.median(), sorted[cut], sorted[n - 1 - cut]);
  }

  /**
   * How many of n values may be left out at either end: the most c for which a fair coin shows c
   * heads or fewer in n throws with a probability of 2.5 % at most.
   */
  private static int cut(int n) {
    double logTerm = -n * Math.log(2);
    double sum = Math.exp(logTerm);
    int cut = 0;
    while (true) {
      logTerm += Math.log((double) (n - cut) / (cut + 1));
      sum += Math.exp(logTerm);
      if (sum > OUTSIDE / 2) {
        return cut;
      }
      cut++;
    }
  }

  /** How far the interval goes to either side at most, as a share of the median; 0 for none. */
  public double relative() {
    double half = Math.max(median - low, high - median);
    return half == 0 ? 0 : half / Math.abs(median);
  }
}
