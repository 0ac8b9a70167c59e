package io.strait.simulate;

import java.util.Arrays;

/** The mean of several runs, and how sure it is. */
public record Sample(double mean, double halfWidth) {
  /** Two-sided 95 % points of Student's distribution, for 1 to 30 degrees of freedom. */
  private static final double[] STUDENT = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042
  };

  private static final double NORMAL = 1.960;

  /** The mean and half the width of its 95 % interval; no width for a single run. */
  public static Sample of(double... values) {
    double mean = Arrays.stream(values).average().orElse(Double.NaN);
    if (values.length < 2) {
      return new Sample(mean, 0);
    }
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    double error = Math.sqrt(squares / (values.length - 1) / values.length);
    double point = values.length - 2 < STUDENT.length ? STUDENT[values.length - 2] : NORMAL;
    double halfWidth = point * error;
    return new Sample(mean, halfWidth < 1e-12 * Math.abs(mean) ? 0 : halfWidth); // less is rounding
  }
}
