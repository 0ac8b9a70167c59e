package io.strait.measure.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class MixerTest {
  private static final double[] HALVES = {0.5, 0.5};

  @Test
  void oneErrorGivesTheWeightsOfTheFormula() {
    var mixer = new Mixer(HALVES, 0.1);
    assertEquals(15, mixer.mix(new double[] {10, 20}));
    mixer.learn(new double[] {10, 20}, 10);
    // The mix erred by 5; e^0 and e^(-10/5), then a tenth by the prior.
    double weight = 0.9 * Math.exp(-2) / (1 + Math.exp(-2)) + 0.05;
    assertEquals(10 + 10 * weight, mixer.mix(new double[] {10, 20}), 0.01);
  }

  @Test
  void unitsDoNotMatter() {
    for (double unit : new double[] {1e-9, 1e9}) {
      var mixer = new Mixer(HALVES, 0.1);
      var scaled = new Mixer(HALVES, 0.1);
      var random = new Random(3);
      for (int i = 0; i < 200; i++) {
        double value = random.nextDouble();
        var forecasts = new double[] {0.5, random.nextDouble()};
        var inUnit = new double[] {0.5 * unit, forecasts[1] * unit};
        assertEquals(mixer.mix(forecasts), scaled.mix(inUnit) / unit, 1e-9);
        mixer.learn(forecasts, value);
        scaled.learn(inUnit, value * unit);
      }
    }
  }

  @Test
  void afterAChangeTheOtherForecasterIsHeardSoon() {
    var mixer = new Mixer(HALVES, 0.1);
    var chooser = new Chooser(2);
    var forecasts = new double[] {10, 20};
    for (int i = 0; i < 1_000; i++) {
      mixer.learn(forecasts, 10);
      chooser.learn(forecasts, 10);
    }
    assertEquals(10.5, mixer.mix(forecasts), 1e-6);
    int turns = 0;
    while (mixer.mix(forecasts) < 15) {
      mixer.learn(forecasts, 20);
      chooser.learn(forecasts, 20);
      turns++;
    }
    assertTrue(turns < 100, turns + " values until the mix had turned");
    assertEquals(10, chooser.choose(forecasts));
  }

  @Test
  void equalForecastsAreMixedExactly() {
    var mixer = new Mixer(Habit.ANY);
    var forecasts = new double[Battery.names().size()];
    Arrays.fill(forecasts, 0.1);
    for (int i = 0; i < 100; i++) {
      assertEquals(0.1, mixer.mix(forecasts));
      mixer.learn(forecasts, i % 3);
    }
  }

  @Test
  void mixingIsCloseToTheBestAndChoosingIsNotBetter() {
    double mixed = 0;
    double chosen = 0;
    double best = 0;
    for (int seed = 0; seed < 20; seed++) {
      var random = new Random(seed);
      var battery = new Battery();
      var mixer = new Mixer(Habit.ANY);
      var chooser = new Chooser(Battery.names().size());
      var forecasts = new double[Battery.names().size()];
      var errors = new double[forecasts.length];
      double value = 10;
      for (int i = 0; i < 500; i++) {
        double next = Math.max(0, 10 + 0.04 * seed * (value - 10) + random.nextGaussian());
        if (i > 0) {
          battery.forecast(1, forecasts);
          mixed += Math.abs(mixer.mix(forecasts) - next);
          chosen += Math.abs(chooser.choose(forecasts) - next);
          for (int j = 0; j < errors.length; j++) {
            errors[j] += Math.abs(forecasts[j] - next);
          }
          mixer.learn(forecasts, next);
          chooser.learn(forecasts, next);
        }
        battery.add(next);
        value = next;
      }
      best += Arrays.stream(errors).min().orElseThrow();
    }
    assertTrue(mixed < 1.03 * best, "mixed %s, best %s".formatted(mixed, best));
    assertTrue(mixed < chosen, "mixed %s, chosen %s".formatted(mixed, chosen));
  }
}
