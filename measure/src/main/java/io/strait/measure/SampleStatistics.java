package io.strait.measure;

import java.util.Arrays;

/**
 * Statistics of a figure that was measured several times.
 *
 * @param deviation the standard deviation of the sample; 0 for a single value
 */
public record SampleStatistics(
    int count, double mean, double median, double least, double most, double deviation) {

  /** The statistics of at least one value. */
  public static SampleStatistics of(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("no values, expected at least one");
    }
    var sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    double mean = Arrays.stream(sorted).sum() / n;
    double squares = Arrays.stream(sorted).map(v -> (v - mean) * (v - mean)).sum();
    return new SampleStatistics(
        n,
        mean,
        0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]),
        sorted[0],
        sorted[n - 1],
        n == 1 ? 0 : Math.sqrt(squares / (n - 1)));
  }

  /** The deviation as a share of the mean; 0 if both are 0. */
  public double relative() {
    return deviation == 0 ? 0 : deviation / Math.abs(mean);
  }
}
