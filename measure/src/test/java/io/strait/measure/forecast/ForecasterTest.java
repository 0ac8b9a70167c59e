package io.strait.measure.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class ForecasterTest {
  @Test
  void intervalsHoldNineOfTenValuesOfAnySeries() {
    for (int kind = 0; kind < 5; kind++) {
      for (int seed = 0; seed < 20; seed++) {
        var random = new Random(seed);
        var forecaster = Forecaster.next();
        double value = 10;
        int held = 0;
        int count = 600;
        for (int i = 0; i <= count; i++) {
          value =
              switch (kind) {
                case 0 -> 10 + random.nextGaussian();
                case 1 -> Math.abs(value + random.nextGaussian());
                case 2 -> Math.exp(random.nextGaussian());
                // Quiet and wild by turns, at different levels.
                case 3 ->
                    i / 100 % 2 == 0
                        ? 5 + 0.1 * random.nextGaussian()
                        : Math.abs(20 + 5 * random.nextGaussian());
                default -> random.nextInt(100);
              };
          if (i > 0) {
            var forecast = forecaster.forecast();
            held += forecast.low() <= value && value <= forecast.high() ? 1 : 0;
            assertTrue(forecast.low() >= 0);
            assertTrue(forecast.low() <= forecast.value());
            assertTrue(forecast.value() <= forecast.high());
          }
          forecaster.add(i, value);
        }
        double share = (double) held / count;
        assertTrue(
            share > 0.87 && share < 0.93,
            "kind %d, seed %d: %.3f held".formatted(kind, seed, share));
      }
    }
  }

  @Test
  void aSeriesThatStandsStillHasNoWidth() {
    var forecaster = Forecaster.next();
    for (int i = 0; i < 50; i++) {
      forecaster.add(i, 0.1);
    }
    assertEquals(new Forecast(0.1, 0.1, 0.1), forecaster.forecast());
  }

  @Test
  void aNewLevelIsFoundSoon() {
    for (int seed = 0; seed < 20; seed++) {
      var random = new Random(seed);
      var forecaster = Forecaster.next();
      for (int i = 0; i < 500; i++) {
        forecaster.add(i, 100 + random.nextGaussian());
      }
      for (int i = 500; i < 520; i++) {
        forecaster.add(i, 20 + random.nextGaussian());
      }
      assertEquals(20, forecaster.forecast().value(), 8, "seed " + seed);
    }
  }

  @Test
  void meansOverAHorizonAreForecastAndTheirIntervalsAreNarrower() {
    double far = 0;
    double near = 0;
    int held = 0;
    int count = 0;
    for (int seed = 0; seed < 20; seed++) {
      var random = new Random(seed);
      var next = Forecaster.next();
      var mean = Forecaster.over(60);
      var values = new double[1_000];
      for (int i = 0; i < values.length; i++) {
        values[i] = Math.max(0, 10 + 3 * random.nextGaussian());
      }
      for (int i = 0; i + 30 < values.length; i++) {
        next.add(2 * i, values[i]);
        mean.add(2 * i, values[i]);
        if (i >= 200) {
          double sum = 0;
          for (int j = 1; j <= 30; j++) {
            sum += values[i + j];
          }
          var forecast = mean.forecast();
          held += forecast.low() <= sum / 30 && sum / 30 <= forecast.high() ? 1 : 0;
          count++;
          far += forecast.high() - forecast.low();
          near += next.forecast().high() - next.forecast().low();
        }
      }
    }
    assertEquals(0.9, (double) held / count, 0.04);
    // The mean of 30 has a deviation of 0.18 that of one; its forecast errs too.
    assertTrue(far < 0.4 * near, "%s and %s".formatted(far / count, near / count));
  }

  @Test
  void gapsInTimeAreNoTrouble() {
    var forecaster = Forecaster.over(10);
    double seconds = 0;
    var random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      // Bursts that fill the horizon with more values than may wait, and gaps beyond it.
      seconds += i % 6_000 == 0 ? 1_000 : 1e-3;
      forecaster.add(seconds, 5 + random.nextDouble());
    }
    assertEquals(5.5, forecaster.forecast().value(), 0.2);
  }

  @Test
  void timeThatDoesNotGoOnIsRefused() {
    var forecaster = Forecaster.next();
    assertThrows(IllegalStateException.class, forecaster::forecast);
    forecaster.add(5, 1);
    var refusal = assertThrows(IllegalArgumentException.class, () -> forecaster.add(5, 1));
    assertEquals(
        "a value at 5.0 s after one at 5.0 s, expected a later time", refusal.getMessage());
    assertThrows(IllegalArgumentException.class, () -> forecaster.add(Double.NaN, 1));
    assertThrows(IllegalArgumentException.class, () -> forecaster.add(6, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> Forecaster.over(0));
    assertThrows(IllegalArgumentException.class, () -> Forecaster.over(Double.NaN));
    forecaster.add(6, 1);
    assertEquals(1, forecaster.forecast().value());
  }
}
