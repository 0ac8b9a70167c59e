package io.strait.measure.forecast;

import java.util.Arrays;

/**
 * An autoregressive model that is fitted as values come: {@code x[t] = c + a1 x[t-1] + .. + ap
 * x[t-p]}.
 *
 * <p>Recursive least squares with forgetting. A value whose error is k times the usual one counts
 * 1/k, which makes the fit one of least absolute errors: the measure by which forecasts are judged,
 * and one that a single peak does not spoil. The model starts as "the last value comes again".
 * Values are divided by the first one above zero, so units do not matter. Forecasts stay between
 * the smallest and the largest value seen. O(p²) for each value.
 */
final class Autoregression {
  private static final double FORGETTING = 0.99;
  private static final double LARGEST_WEIGHT = 4;
  private static final double ERROR_GAIN = 0.05;

  /** Beyond this many steps a forecast has come to rest. */
  private static final int FARTHEST = 64;

  /** Forgetting pauses while so little is known: a series that stands still teaches nothing. */
  private static final double LARGEST_TRACE = 1e4;

  private final int size;
  private final double[] factors;
  private final double[] covariance;
  private final double[] gains;

  /** 1, then the last values, the newest first, over the scale. */
  private final double[] last;

  /** The same for values that are forecast. */
  private final double[] ahead;

  private int count;
  private double scale;
  private double usualError;
  private double smallest = Double.POSITIVE_INFINITY;
  private double largest;

  Autoregression(int order) {
    size = order + 1;
    factors = new double[size];
    covariance = new double[size * size];
    gains = new double[size];
    last = new double[size];
    ahead = new double[size];
    forget();
    last[0] = 1;
  }

  private void forget() {
    Arrays.fill(factors, 0);
    factors[1] = 1;
    Arrays.fill(covariance, 0);
    for (int i = 0; i < size; i++) {
      covariance[i * size + i] = 1;
    }
    usualError = 0;
  }

  void add(double value) {
    smallest = Math.min(smallest, value);
    largest = Math.max(largest, value);
    if (scale == 0) {
      scale = value;
    }
    double scaled = scale == 0 ? 0 : value / scale;
    if (count >= size - 1 && scale > 0) {
      fit(scaled);
    }
    System.arraycopy(last, 1, last, 2, size - 2);
    last[1] = scaled;
    count++;
  }

  private void fit(double value) {
    double error = value - dot(last);
    double distance = Math.abs(error);
    usualError = usualError == 0 ? distance : usualError + ERROR_GAIN * (distance - usualError);
    double weight =
        distance * LARGEST_WEIGHT <= usualError ? LARGEST_WEIGHT : usualError / distance;
    double power = 0;
    for (int i = 0; i < size; i++) {
      double gain = 0;
      for (int j = 0; j < size; j++) {
        gain += covariance[i * size + j] * last[j];
      }
      gains[i] = gain;
      power += gain * last[i];
    }
    double trace = 0;
    for (int i = 0; i < size; i++) {
      trace += covariance[i * size + i];
    }
    double kept = trace < LARGEST_TRACE ? FORGETTING : 1;
    double share = weight / (kept + weight * power);
    double growth = 1 / kept;
    for (int i = 0; i < size; i++) {
      factors[i] += share * gains[i] * error;
      for (int j = 0; j <= i; j++) {
        double each = (covariance[i * size + j] - share * gains[i] * gains[j]) * growth;
        covariance[i * size + j] = each;
        covariance[j * size + i] = each;
      }
    }
    if (!Double.isFinite(factors[0]) || !Double.isFinite(trace) || power < 0) {
      forget();
    }
  }

  private double dot(double[] values) {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += factors[i] * values[i];
    }
    return sum;
  }

  /** The forecast of the next value. */
  double next() {
    return count < size - 1 ? last[1] * scale : bounded(dot(last) * scale);
  }

  /** The mean of the next values, each forecast from those before it. */
  double mean(int steps) {
    if (count < size - 1) {
      return last[1] * scale;
    }
    System.arraycopy(last, 0, ahead, 0, size);
    double sum = 0;
    double value = 0;
    int walked = Math.min(steps, FARTHEST);
    for (int i = 0; i < walked; i++) {
      value = bounded(dot(ahead) * scale);
      sum += value;
      System.arraycopy(ahead, 1, ahead, 2, size - 2);
      ahead[1] = scale == 0 ? 0 : value / scale;
    }
    return (sum + (steps - walked) * value) / steps;
  }

  private double bounded(double value) {
    return Math.max(smallest, Math.min(largest, value));
  }

  /** The constant and the factors, in the unit of the series. */
  double[] factors() {
    var unscaled = factors.clone();
    unscaled[0] *= scale;
    return unscaled;
  }
}
