package io.strait.measure.outlook;

import io.strait.measure.forecast.Forecast;
import io.strait.measure.series.Quantity;

/**
 * How wide an interval is at least while a series has few values.
 *
 * <p>The next of n + 1 values that may stand in any order lies beyond all n others, above or below,
 * in {@code 2 / (n + 1)} of cases. So fewer than {@value #ENOUGH} values cannot tell an interval
 * that holds nine of ten, however alike they are. Until then it reaches to either side by {@code
 * (1/n - 1/20) / (1 - 1/20)} of a scale: all of it after one value, 30 % after three, 5 % after
 * ten. The scale of a share is 1, that of other quantities their forecast.
 */
final class FewValues {
  /** From so many values on, what a forecaster says of its errors is enough. */
  static final int ENOUGH = 20;

  private FewValues() {}

  /** The least distance from a forecast to each end of its interval, as a share of its scale. */
  static double share(int count) {
    return Math.max(0, (1.0 / count - 1.0 / ENOUGH) / (1 - 1.0 / ENOUGH));
  }

  /** A forecast of a series with so many values, its interval wide enough and possible. */
  static Forecast widened(Quantity quantity, Forecast forecast, int count) {
    double value = Math.min(quantity.most(), forecast.value());
    double reach = share(count) * (quantity == Quantity.AVAILABLE ? 1 : value);
    return new Forecast(
        value,
        Math.max(0, Math.min(forecast.low(), value - reach)),
        Math.min(quantity.most(), Math.max(forecast.high(), value + reach)));
  }
}
