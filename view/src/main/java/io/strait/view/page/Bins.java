package io.strait.view.page;

/** An amount over time in bins of equal width, which is all that a curve needs. */
public final class Bins {
  private final double width;
  private final double[] amounts;

  /**
   * @param span milliseconds that all bins cover together
   */
  public Bins(long span, int count) {
    width = Math.max(1, span) / (double) count;
    amounts = new double[count];
  }

  public int count() {
    return amounts.length;
  }

  public double seconds() {
    return width / 1e3;
  }

  public double amount(int bin) {
    return amounts[bin];
  }

  int binOf(long time) {
    return Math.clamp((long) (time / width), 0, amounts.length - 1);
  }

  /** Adds an amount that came evenly between two times. */
  public void add(long from, long to, double amount) {
    double first = Math.max(0, from / width);
    double last = Math.min(amounts.length, to / width);
    if (last - first < 1e-9) {
      amounts[Math.clamp((int) first, 0, amounts.length - 1)] += amount;
      return;
    }
    double perBin = amount / (last - first);
    for (int bin = (int) first; bin < last; bin++) {
      amounts[bin] += perBin * (Math.min(bin + 1, last) - Math.max(bin, first));
    }
  }

  public double sum() {
    double sum = 0;
    for (double amount : amounts) {
      sum += amount;
    }
    return sum;
  }

  /** The same in fewer bins; the last ones may cover less. */
  public double[] perSecond(int fewer) {
    int group = Math.max(1, Math.ceilDiv(amounts.length, fewer));
    var rates = new double[Math.ceilDiv(amounts.length, group)];
    for (int bin = 0; bin < amounts.length; bin++) {
      rates[bin / group] += amounts[bin];
    }
    for (int i = 0; i < rates.length; i++) {
      int bins = Math.min(group, amounts.length - i * group);
      rates[i] /= bins * seconds();
    }
    return rates;
  }
}
