package io.strait.measure.forecast;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Simple forecasters of one series, side by side: the last value, means, medians and trimmed means
 * over windows, exponential smoothing, damped trends, autoregressive models.
 *
 * <p>A value takes time that does not depend on the length of the series, and no memory. Of a
 * series of equal values, every forecaster forecasts this very value.
 */
public final class Battery {
  private static final int[] MEANS = {5, 10, 20, 50};
  private static final int[] MEDIANS = {5, 11, 21, 51};
  private static final int[] TRIMMED = {11, 31};
  private static final double[] GAINS = {0.05, 0.1, 0.2, 0.35, 0.5, 0.7};
  private static final double[][] TRENDS = {{0.3, 0.1, 0.9}, {0.6, 0.2, 0.8}};
  private static final int[] ORDERS = {1, 2, 4};

  private static final List<String> NAMES = List.copyOf(makeNames());

  private final MeanWindow[] means = new MeanWindow[MEANS.length];
  private final SortedWindow[] windows;
  private final SortedWindow[] medians = new SortedWindow[MEDIANS.length];
  private final SortedWindow[] trimmed = new SortedWindow[TRIMMED.length];
  private final double[] smoothed = new double[GAINS.length];
  private final Trend[] trends = new Trend[TRENDS.length];
  private final Autoregression[] regressions = new Autoregression[ORDERS.length];
  private long count;
  private double last;
  private double mean;

  /** A battery that has seen nothing yet. */
  public Battery() {
    Arrays.setAll(means, i -> new MeanWindow(MEANS[i]));
    var lengths = new TreeMap<Integer, SortedWindow>();
    Arrays.setAll(medians, i -> window(lengths, MEDIANS[i]));
    Arrays.setAll(trimmed, i -> window(lengths, TRIMMED[i]));
    windows = lengths.values().toArray(SortedWindow[]::new);
    Arrays.setAll(trends, i -> new Trend(TRENDS[i][0], TRENDS[i][1], TRENDS[i][2]));
    Arrays.setAll(regressions, i -> new Autoregression(ORDERS[i]));
  }

  /** The window of a length, one for all that need it. */
  private static SortedWindow window(Map<Integer, SortedWindow> windows, int length) {
    return windows.computeIfAbsent(length, SortedWindow::new);
  }

  private static List<String> makeNames() {
    var names = new ArrayList<>(List.of("last value", "running mean"));
    Arrays.stream(MEANS).forEach(length -> names.add("mean of " + length));
    Arrays.stream(MEDIANS).forEach(length -> names.add("median of " + length));
    Arrays.stream(TRIMMED).forEach(length -> names.add("trimmed mean of " + length));
    Arrays.stream(GAINS).forEach(gain -> names.add("smoothing by " + gain));
    Arrays.stream(TRENDS).forEach(gains -> names.add("damped trend by " + gains[0]));
    Arrays.stream(ORDERS).forEach(order -> names.add("autoregression of " + order));
    return names;
  }

  /** The forecasters, in the order of their forecasts. */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * Takes the next value.
   *
   * @throws IllegalArgumentException if it is negative or not a number
   */
  public void add(double value) {
    if (!(value >= 0) || value == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "a value of %s, expected a number of zero or more".formatted(value));
    }
    count++;
    last = value;
    mean += (value - mean) / count;
    for (var each : means) {
      each.add(value);
    }
    for (var each : windows) {
      each.add(value);
    }
    for (int i = 0; i < GAINS.length; i++) {
      smoothed[i] += Math.max(GAINS[i], 1.0 / count) * (value - smoothed[i]);
    }
    for (var each : trends) {
      if (count == 1) {
        each.start(value);
      } else {
        each.add(value);
      }
    }
    for (var each : regressions) {
      each.add(value);
    }
  }

  /**
   * Writes the forecast of each forecaster.
   *
   * @param steps 1 for the next value, more for the mean of so many
   * @throws IllegalStateException if there was no value yet
   */
  public void forecast(int steps, double[] into) {
    if (count == 0) {
      throw new IllegalStateException("no value yet, expected one before a forecast");
    }
    int at = 0;
    into[at++] = last;
    into[at++] = mean;
    for (var each : means) {
      into[at++] = Math.max(0, each.mean());
    }
    for (var each : medians) {
      into[at++] = each.median();
    }
    for (var each : trimmed) {
      into[at++] = each.trimmedMean();
    }
    for (double each : smoothed) {
      into[at++] = each;
    }
    for (var each : trends) {
      into[at++] = Math.max(0, steps == 1 ? each.next() : each.mean(steps));
    }
    for (var each : regressions) {
      into[at++] = steps == 1 ? each.next() : each.mean(steps);
    }
  }
}
