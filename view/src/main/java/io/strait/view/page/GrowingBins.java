package io.strait.view.page;

import java.util.Arrays;

/**
 * An amount over time that goes on: bins become twice as wide, two and two added up, whenever time
 * would need more of them.
 */
public final class GrowingBins {
  private final double[] amounts;
  private double width;
  private double last;

  /**
   * @param count of bins at most, an even number
   * @param width of the first of them, in milliseconds
   */
  public GrowingBins(int count, double width) {
    this.amounts = new double[count];
    this.width = width;
  }

  /** Adds an amount that came evenly between two times, in milliseconds. */
  public void add(double from, double to, double amount) {
    last = Math.max(last, to);
    while (to > width * amounts.length) {
      widen();
    }
    double first = Math.max(0, Math.min(from, to)) / width;
    double end = Math.min(amounts.length, to / width);
    if (end - first < 1e-9) {
      amounts[Math.min((int) first, amounts.length - 1)] += amount;
      return;
    }
    double perBin = amount / (end - first);
    for (int bin = (int) first; bin < end; bin++) {
      amounts[bin] += perBin * (Math.min(bin + 1, end) - Math.max(bin, first));
    }
  }

  private void widen() {
    int half = amounts.length / 2;
    for (int bin = 0; bin < half; bin++) {
      amounts[bin] = amounts[2 * bin] + amounts[2 * bin + 1];
    }
    Arrays.fill(amounts, half, amounts.length, 0);
    width *= 2;
  }

  /** The time of the latest amount. */
  public double last() {
    return last;
  }

  /** Seconds that the bins of {@link #perSecond} cover together. */
  public double seconds(double until) {
    return bins(until) * width / 1e3;
  }

  private int bins(double until) {
    return Math.clamp((int) (until / width), 1, amounts.length);
  }

  /** Amounts per second in all bins that are over at a time. */
  public double[] perSecond(double until) {
    var rates = Arrays.copyOf(amounts, bins(until));
    for (int bin = 0; bin < rates.length; bin++) {
      rates[bin] /= width / 1e3;
    }
    return rates;
  }
}
