package io.strait.bench.farm;

import java.util.Arrays;

/**
 * How long one task takes from its submission to its result when nothing else is under way.
 *
 * @param median in seconds
 * @param p99 in seconds, what 99 of 100 tasks do not exceed
 */
public record Latency(double median, double p99) {
  /** Of a farm that has none. */
  public static final Latency UNKNOWN = new Latency(Double.NaN, Double.NaN);

  /** That of tasks whose times were taken one by one, in seconds and any order. */
  public static Latency of(double[] seconds) {
    var sorted = seconds.clone();
    Arrays.sort(sorted);
    return new Latency(sorted[sorted.length / 2], sorted[(sorted.length - 1) * 99 / 100]);
  }
}
