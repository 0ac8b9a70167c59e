package io.strait.measure.outlook;

import io.strait.measure.forecast.Forecast;
import io.strait.measure.forecast.Forecaster;
import io.strait.measure.series.Quantity;
import io.strait.measure.series.StoredSeries;

/**
 * What a series will do next.
 *
 * @param horizon the seconds of which the mean is forecast; 0 for the next value
 * @param leader the forecaster that weighs most
 * @param error of forecasts so far, in the mean over the mean of what came; NaN if none was judged
 */
public record SeriesForecast(
    StoredSeries stored, double horizon, Forecast forecast, String leader, double error) {
  /** A twentieth of a normal distribution lies so many deviations above its mean. */
  private static final double TWENTIETH = 1.645;

  /** A horizon must have passed so often, or its interval would be a guess. */
  private static final double FEWEST_HORIZONS = 5;

  /** No value that is drawn is a smaller share of the forecast. */
  private static final double LEAST_SHARE = 0.01;

  /**
   * Forecasts the mean over the next seconds, or as much of them as the series has seen five times.
   * Where that is no more than two values, it is the next value.
   *
   * <p>Beyond what could be forecast, the interval widens with the square root of time, as far as a
   * value wanders that forgets where it came from.
   */
  public static SeriesForecast of(StoredSeries stored, double seconds) {
    var series = stored.series();
    int count = stored.count();
    double span = stored.lastSeconds() - series.seconds()[0];
    double horizon = Math.min(seconds, span / FEWEST_HORIZONS);
    boolean isNext = count < 2 || !(horizon > 2 * span / (count - 1));
    var habit = stored.name().quantity().habit();
    var forecaster = isNext ? Forecaster.next(habit) : Forecaster.over(horizon, habit);
    for (int i = 0; i < count; i++) {
      forecaster.add(series.seconds()[i], series.values()[i]);
    }
    double reached = isNext ? span / Math.max(1, count - 1) : horizon;
    double wider = reached > 0 ? Math.sqrt(Math.max(1, seconds / reached)) : 1;
    return new SeriesForecast(
        stored,
        isNext ? 0 : horizon,
        widened(stored.name().quantity(), forecaster.forecast(), wider),
        forecaster.leader(),
        forecaster.error());
  }

  private static Forecast widened(Quantity quantity, Forecast forecast, double by) {
    double most = quantity == Quantity.AVAILABLE ? 1 : Double.MAX_VALUE;
    double value = Math.min(most, forecast.value());
    return new Forecast(
        value,
        Math.max(0, value - by * (value - Math.min(value, forecast.low()))),
        Math.min(most, value + by * Math.max(0, forecast.high() - value)));
  }

  /**
   * A value that may come: the forecast is the median, a twentieth of all values lies beyond each
   * end of the interval, and each side is as that of a normal distribution.
   *
   * @param normal a number drawn from the standard normal distribution
   */
  double drawn(double normal) {
    double side =
        normal < 0 ? forecast.value() - forecast.low() : forecast.high() - forecast.value();
    double value = forecast.value() + normal * side / TWENTIETH;
    double most = stored.name().quantity() == Quantity.AVAILABLE ? 1 : Double.MAX_VALUE;
    return Math.clamp(value, LEAST_SHARE * forecast.value(), most);
  }
}
