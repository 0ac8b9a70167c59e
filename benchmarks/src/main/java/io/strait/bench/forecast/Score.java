package io.strait.bench.forecast;

import io.strait.measure.forecast.Battery;
import io.strait.measure.forecast.Chooser;
import io.strait.measure.forecast.Forecaster;
import io.strait.measure.forecast.Habit;
import io.strait.measure.forecast.Mixer;
import io.strait.measure.forecast.TimeSeries;
import io.strait.measure.series.Quantity;
import java.util.Arrays;

/**
 * What forecasts of one series were worth, from its second value on.
 *
 * @param name of the series
 * @param ratios mean absolute error over that of the best single forecaster in hindsight: of each
 *     forecaster, of choosing and of mixing
 * @param coverage share of values within their 90 % intervals
 * @param width of these intervals in the mean, over the mean of the series
 * @param meanError of forecasts of means over ten values, over the error of the running mean
 * @param meanCoverage share of these means within their 90 % intervals
 */
@SuppressWarnings("ArrayRecordComponent") // Read once, for a table.
record Score(
    String name,
    double[] ratios,
    double coverage,
    double width,
    double meanError,
    double meanCoverage) {
  private static final int STEPS = 10;

  static Score of(String name, TimeSeries series) {
    var habit = Quantity.habit(series.name());
    var values = series.values();
    int singles = Battery.names().size();
    var battery = new Battery();
    var chooser = new Chooser(singles);
    var mixer = new Mixer(habit);
    var forecaster = Forecaster.next(habit);
    var forecasts = new double[singles];
    var errors = new double[singles + 2];
    int held = 0;
    double width = 0;
    for (int i = 0; i < values.length; i++) {
      if (i > 0) {
        battery.forecast(1, forecasts);
        for (int j = 0; j < singles; j++) {
          errors[j] += Math.abs(forecasts[j] - values[i]);
        }
        errors[singles] += Math.abs(chooser.choose(forecasts) - values[i]);
        errors[singles + 1] += Math.abs(mixer.mix(forecasts) - values[i]);
        chooser.learn(forecasts, values[i]);
        mixer.learn(forecasts, values[i]);
        var interval = forecaster.forecast();
        held += interval.low() <= values[i] && values[i] <= interval.high() ? 1 : 0;
        width += interval.high() - interval.low();
      }
      battery.add(values[i]);
      forecaster.add(series.seconds()[i], values[i]);
    }
    double best = Arrays.stream(errors, 0, singles).min().orElseThrow();
    int count = values.length - 1;
    double mean = Arrays.stream(values).average().orElseThrow();
    var ahead = ahead(values, habit);
    return new Score(
        name,
        Arrays.stream(errors).map(error -> error / best).toArray(),
        (double) held / count,
        width / count / mean,
        ahead[0],
        ahead[1]);
  }

  /**
   * Forecasts the mean of the next ten values: the error over that of the running mean, and the
   * share within the interval.
   */
  private static double[] ahead(double[] values, Habit habit) {
    var forecaster = Forecaster.over(STEPS + 0.5, habit);
    double ours = 0;
    double naive = 0;
    double sum = 0;
    int held = 0;
    int count = 0;
    for (int i = 0; i + STEPS < values.length; i++) {
      forecaster.add(i, values[i]);
      sum += values[i];
      if (i >= STEPS) {
        double truth = Arrays.stream(values, i + 1, i + 1 + STEPS).average().orElseThrow();
        var forecast = forecaster.forecast();
        ours += Math.abs(forecast.value() - truth);
        naive += Math.abs(sum / (i + 1) - truth);
        held += forecast.low() <= truth && truth <= forecast.high() ? 1 : 0;
        count++;
      }
    }
    return new double[] {ours / naive, (double) held / count};
  }
}
