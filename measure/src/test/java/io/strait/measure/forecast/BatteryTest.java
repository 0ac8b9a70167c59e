package io.strait.measure.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BatteryTest {
  @Test
  void forecastsOfFiveValuesAreThoseOfAPencil() {
    var battery = new Battery();
    for (double value : new double[] {4, 8, 6, 2, 10}) {
      battery.add(value);
    }
    assertEquals(10, forecast(battery, "last value"));
    assertEquals(6, forecast(battery, "running mean"), 1e-12);
    assertEquals(6, forecast(battery, "mean of 5"), 1e-12);
    assertEquals(6, forecast(battery, "median of 5"));
    assertEquals(6, forecast(battery, "trimmed mean of 11"), 1e-12);
    // 4, then gains of max(0.5, 1/n): 6, 6, 4, 7.
    assertEquals(7, forecast(battery, "smoothing by 0.5"), 1e-12);
  }

  @Test
  void windowsAreThoseOfANaiveReference() {
    for (int seed = 0; seed < 20; seed++) {
      var random = new Random(seed);
      var battery = new Battery();
      var values = new double[400];
      for (int i = 0; i < values.length; i++) {
        // Ties, zeros, peaks and slow drift.
        values[i] = random.nextInt(4) == 0 ? random.nextInt(3) : 1e3 * random.nextDouble() + i;
        battery.add(values[i]);
        var seen = Arrays.copyOf(values, i + 1);
        var label = "seed %d, value %d".formatted(seed, i);
        assertEquals(mean(seen), forecast(battery, "running mean"), 1e-9, label);
        for (int length : new int[] {5, 10, 20, 50}) {
          assertEquals(
              mean(last(seen, length)), forecast(battery, "mean of " + length), 1e-9, label);
        }
        for (int length : new int[] {5, 11, 21, 51}) {
          var sorted = sorted(seen, length);
          int n = sorted.length;
          assertEquals(
              (sorted[n / 2] + sorted[(n - 1) / 2]) / 2,
              forecast(battery, "median of " + length),
              1e-9,
              label);
        }
        for (int length : new int[] {11, 31}) {
          var sorted = sorted(seen, length);
          int cut = sorted.length / 4;
          assertEquals(
              mean(Arrays.copyOfRange(sorted, cut, sorted.length - cut)),
              forecast(battery, "trimmed mean of " + length),
              1e-9,
              label);
        }
      }
    }
  }

  @Test
  void equalValuesAreForecastExactly() {
    for (double value : new double[] {0, 0.1, 1e-12, 7.3e15}) {
      var battery = new Battery();
      var forecasts = new double[Battery.names().size()];
      for (int i = 0; i < 20_000; i++) {
        battery.add(value);
      }
      for (int steps : new int[] {1, 7}) {
        battery.forecast(steps, forecasts);
        for (int i = 0; i < forecasts.length; i++) {
          assertEquals(value, forecasts[i], steps == 1 ? 0 : value * 1e-15, Battery.names().get(i));
        }
      }
    }
  }

  @Test
  void forecastsStayFiniteAndNeverNegative() {
    for (int seed = 0; seed < 20; seed++) {
      var random = new Random(seed);
      var battery = new Battery();
      var forecasts = new double[Battery.names().size()];
      for (int i = 0; i < 3_000; i++) {
        // Long rests, then jumps over many orders of magnitude.
        boolean rests = i / 500 % 2 == 0;
        battery.add(rests ? 3 : Math.pow(10, random.nextInt(30) - 15));
        battery.forecast(1 + random.nextInt(100), forecasts);
        for (double each : forecasts) {
          assertTrue(each >= 0 && each <= 1e16, "seed %d, value %d: %s".formatted(seed, i, each));
        }
      }
    }
  }

  @Test
  void theMeanOfATrendIsThatOfItsSteps() {
    var trend = new Trend(0.6, 0.2, 0.8);
    trend.start(1);
    trend.add(2);
    trend.add(4);
    double level = trend.next() - (trend.mean(2) - trend.next()) * 2 / 0.8;
    double slope = (trend.next() - level) / 0.8;
    double sum = 0;
    double reach = 0;
    for (int step = 1; step <= 12; step++) {
      reach += Math.pow(0.8, step);
      sum += level + reach * slope;
      assertEquals(sum / step, trend.mean(step), 1e-9);
    }
    assertTrue(slope > 0);
  }

  @Test
  void whatIsNoValueIsRefused() {
    var battery = new Battery();
    for (double value :
        new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -1e-9}) {
      var refusal = assertThrows(IllegalArgumentException.class, () -> battery.add(value));
      assertEquals(
          "a value of %s, expected a number of zero or more".formatted(value),
          refusal.getMessage());
    }
    assertThrows(IllegalStateException.class, () -> battery.forecast(1, new double[23]));
  }

  @Test
  void thePriorIsAWhole() {
    for (var habit : Habit.values()) {
      for (int steps : new int[] {1, 7, 1000}) {
        var prior = habit.prior(steps);
        assertEquals(Battery.names().size(), prior.length);
        assertEquals(1, Arrays.stream(prior).sum(), 1e-12);
        assertTrue(Arrays.stream(prior).allMatch(weight -> weight > 0 && weight < 0.5));
      }
    }
  }

  private static double forecast(Battery battery, String name) {
    var forecasts = new double[Battery.names().size()];
    battery.forecast(1, forecasts);
    return forecasts[Battery.names().indexOf(name)];
  }

  private static double[] last(double[] values, int length) {
    return Arrays.copyOfRange(values, Math.max(0, values.length - length), values.length);
  }

  private static double[] sorted(double[] values, int length) {
    var window = last(values, length);
    Arrays.sort(window);
    return window;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }
}
