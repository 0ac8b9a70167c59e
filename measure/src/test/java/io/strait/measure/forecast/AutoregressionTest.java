package io.strait.measure.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class AutoregressionTest {
  @Test
  void aKnownSeriesIsRecovered() {
    double constant = 0;
    double factor = 0;
    int seeds = 20;
    for (int seed = 0; seed < seeds; seed++) {
      var model = new Autoregression(1);
      fill(model, new Random(seed), 3_000, 0.7, 0);
      constant += model.factors()[0] / seeds;
      factor += model.factors()[1] / seeds;
    }
    assertEquals(0.7, factor, 0.05);
    // The level of the series is 10.
    assertEquals(10, constant / (1 - factor), 0.3);
  }

  @Test
  void aSecondOrderIsRecoveredWithoutBeingLost() {
    double first = 0;
    double second = 0;
    int seeds = 20;
    for (int seed = 0; seed < seeds; seed++) {
      var model = new Autoregression(2);
      fill(model, new Random(seed), 3_000, 0.5, 0.3);
      first += model.factors()[1] / seeds;
      second += model.factors()[2] / seeds;
    }
    assertEquals(0.5, first, 0.06);
    assertEquals(0.3, second, 0.06);
  }

  @Test
  void theMeanOfStepsIsThatOfForecastsOfForecasts() {
    var model = new Autoregression(1);
    fill(model, new Random(1), 500, 0.7, 0);
    var factors = model.factors();
    double value = model.next();
    double sum = 0;
    for (int step = 1; step <= 20; step++) {
      sum += value;
      assertEquals(sum / step, model.mean(step), 1e-9);
      value = factors[0] + factors[1] * value;
    }
  }

  @Test
  void onePeakDoesNotSpoilTheModel() {
    var model = new Autoregression(1);
    var random = new Random(7);
    fill(model, random, 1_000, 0.7, 0);
    double before = model.factors()[1];
    model.add(500);
    assertEquals(before, model.factors()[1], 0.1);
  }

  /** A series about 10 with normally distributed shocks. */
  private static void fill(
      Autoregression model, Random random, int count, double first, double second) {
    double one = 10;
    double two = 10;
    for (int i = 0; i < count; i++) {
      double next = 10 + first * (one - 10) + second * (two - 10) + 0.5 * random.nextGaussian();
      two = one;
      one = next;
      model.add(next);
    }
  }
}
