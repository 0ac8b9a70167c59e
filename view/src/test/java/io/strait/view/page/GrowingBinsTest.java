package io.strait.view.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GrowingBinsTest {
  @Test
  void nothingIsLostHoweverLongItGoesOn() {
    var random = new Random(1);
    var bins = new GrowingBins(16, 100);
    double sum = 0;
    double time = 0;
    for (int i = 0; i < 10_000; i++) {
      double next = time + 50 * random.nextDouble();
      double amount = random.nextDouble();
      bins.add(time, next, amount);
      sum += amount;
      time = next;
    }
    double end = 2 * time;
    var rates = bins.perSecond(end);
    double width = bins.seconds(end) / rates.length;
    assertThat(Arrays.stream(rates).sum() * width).isCloseTo(sum, within(1e-6 * sum));
    assertThat(bins.last()).isEqualTo(time);
  }

  @Test
  void aSteadyAmountIsALevelCurve() {
    var bins = new GrowingBins(8, 1000);
    for (int second = 0; second < 60; second++) {
      bins.add(1000.0 * second, 1000.0 * (second + 1), 7);
    }
    for (double rate : bins.perSecond(60_000)) {
      assertThat(rate).isCloseTo(7, within(1e-9));
    }
  }
}
