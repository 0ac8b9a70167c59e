package io.strait.measure.forecast;

/**
 * How far values lie from their forecasts: an interval that holds nine tenths of them.
 *
 * <p>Nothing is assumed about how values are distributed. Each side has a width, as a multiple of
 * the usual error. A value outside makes its side wider, the other one half as much; a value inside
 * makes both a little narrower, such that one value in twenty beyond each side keeps them as they
 * are: online quantile tracking as in Gibbs and Candès, "Adaptive conformal inference under
 * distribution shift", 2021, on the logarithm of the width. Over n values the share outside is a
 * tenth up to {@code O(1 / (gain n))}, whatever the series does. Steps are larger at first.
 */
public final class Band {
  /** The share of values beyond each side. */
  private static final double BEYOND = 0.05;

  private static final double OTHER_SIDE = 0.5;
  private static final double LEAST_GAIN = 0.1;
  private static final double FIRST_GAIN = 2;
  private static final double ERROR_GAIN = 0.05;

  /** Spans that overlap fall outside together: a step for each of them would be too far. */
  private static final double OVERLAPPING = 0.25;

  /** Of normally distributed errors 90 % are below 2.06 times their mean. */
  private static final double FIRST_WIDTH = 2.06;

  /** Widths stay within bounds that errors of real series need, to be back soon after a change. */
  private static final double NARROWEST = 0.1;

  private static final double WIDEST = 100;

  private double below = FIRST_WIDTH;
  private double above = FIRST_WIDTH;
  private double usualError;
  private double count;

  /** The lower end. The first forecast knows no errors: its interval starts at zero. */
  public double low(double forecast) {
    return count == 0 ? 0 : Math.max(0, forecast - below * usualError);
  }

  /** The upper end. The first forecast knows no errors: its interval ends at twice the value. */
  public double high(double forecast) {
    return count == 0 ? 2 * forecast : forecast + above * usualError;
  }

  /** Learns from what came where a forecast and its interval were given. */
  public void learn(double forecast, double low, double high, double value) {
    learn(forecast, low, high, value, 1);
  }

  /**
   * As above, for forecasts of spans that overlap: of n that overlap, each tells an n-th of what
   * one alone would.
   */
  void learn(double forecast, double low, double high, double value, double weight) {
    if (count > 0) {
      double share = weight < 1 ? OVERLAPPING * weight : weight;
      double gain = share * Math.max(LEAST_GAIN, FIRST_GAIN / Math.sqrt(Math.max(1, count)));
      double beneath = (value < low ? 1 : 0) - BEYOND;
      double beyond = (value > high ? 1 : 0) - BEYOND;
      below = bounded(below * Math.exp(gain * (beneath + OTHER_SIDE * beyond)));
      above = bounded(above * Math.exp(gain * (beyond + OTHER_SIDE * beneath)));
    }
    count += weight;
    usualError +=
        weight * Math.max(ERROR_GAIN, 1 / count) * (Math.abs(value - forecast) - usualError);
  }

  private static double bounded(double width) {
    return Math.max(NARROWEST, Math.min(WIDEST, width));
  }
}
