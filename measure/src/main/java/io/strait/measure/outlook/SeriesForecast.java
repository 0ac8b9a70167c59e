package io.strait.measure.outlook;

import io.strait.measure.forecast.Forecast;
import io.strait.measure.forecast.Forecaster;
import io.strait.measure.series.StoredSeries;
import io.strait.model.quantity.Durations;
import java.util.ArrayList;
import java.util.List;

/**
 * What a series will do next.
 *
 * @param asked the seconds of which the mean was asked for; 0 for the next value
 * @param horizon the seconds of which the mean is forecast; 0 for the next value
 * @param leader the forecaster that weighs most
 * @param error of forecasts so far, in the mean over the mean of what came; NaN if none was judged
 */
public record SeriesForecast(
    StoredSeries stored,
    double asked,
    double horizon,
    Forecast forecast,
    String leader,
    double error) {
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
   * value wanders that forgets where it came from. While there are few values it is as wide at
   * least as {@link FewValues} says.
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
        seconds,
        isNext ? 0 : horizon,
        FewValues.widened(stored.name().quantity(), widened(forecaster.forecast(), wider), count),
        forecaster.leader(),
        forecaster.error());
  }

  private static Forecast widened(Forecast forecast, double by) {
    double value = forecast.value();
    return new Forecast(
        value,
        Math.max(0, value - by * (value - Math.min(value, forecast.low()))),
        value + by * Math.max(0, forecast.high() - value));
  }

  /** What a user should know of it, such as that the series is too short. */
  public List<String> notes() {
    var notes = new ArrayList<String>();
    int count = stored.count();
    if (count < FewValues.ENOUGH) {
      notes.add(
          "%d %s too few to know how far off forecasts are, so the interval is wide (expected %d or more)"
              .formatted(count, count == 1 ? "value is" : "values are", FewValues.ENOUGH));
    }
    if (count > 1 && isTooShort()) {
      notes.add(
          "the series is too short for %s (expected five times as long): this is the forecast %s, with a wider interval"
              .formatted(
                  Durations.rounded(asked),
                  horizon == 0 ? "of the next value" : "over " + Durations.rounded(horizon)));
    }
    return notes;
  }

  /** Whether less time is forecast than was asked for, and the next value does not reach so far. */
  private boolean isTooShort() {
    double span = stored.lastSeconds() - stored.series().seconds()[0];
    return asked > (horizon == 0 ? span / (stored.count() - 1) : horizon);
  }

  /** A value as a grid may have it: no bandwidth, share or task time of zero. */
  double inGrid(double value) {
    return Math.max(value, stored.name().quantity().least());
  }

  /** What a user of a plan should know besides: that a grid cannot have what is forecast. */
  public List<String> planNotes() {
    var quantity = stored.name().quantity();
    var notes = new ArrayList<>(notes());
    double planned = inGrid(forecast.value());
    if (planned > forecast.value()) {
      notes.add(
          "a forecast of %s is planned with as %s, the least that a grid has"
              .formatted(quantity.text(forecast.value()), quantity.text(planned)));
    }
    return notes;
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
    return Math.clamp(value, LEAST_SHARE * forecast.value(), stored.name().quantity().most());
  }
}
