package io.strait.view.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BinsTest {
  @Test
  void anAmountIsSpreadOverItsTime() {
    var bins = new Bins(100, 10);
    bins.add(5, 25, 40);
    assertThat(bins.amount(0)).isEqualTo(10);
    assertThat(bins.amount(1)).isEqualTo(20);
    assertThat(bins.amount(2)).isEqualTo(10);
    bins.add(100, 100, 7);
    assertThat(bins.amount(9)).isEqualTo(7);
  }

  @Test
  void nothingIsLostWhateverIsAdded() {
    for (int seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      long span = random.nextLong(1, 1_000_000);
      var bins = new Bins(span, 1 + random.nextInt(100));
      double sum = 0;
      for (int i = 0; i < 50; i++) {
        long from = random.nextLong(0, span + 1);
        long to = random.nextLong(from, span + 1);
        double amount = random.nextDouble();
        bins.add(from, to, amount);
        sum += amount;
      }
      assertThat(bins.sum()).isCloseTo(sum, within(1e-9 * sum));
      int group = Math.ceilDiv(bins.count(), 7);
      var rates = bins.perSecond(7);
      double again = 0;
      for (int i = 0; i < rates.length; i++) {
        again += rates[i] * bins.seconds() * Math.min(group, bins.count() - i * group);
      }
      assertThat(rates.length).isLessThanOrEqualTo(7);
      assertThat(again).isCloseTo(sum, within(1e-9 * sum));
    }
  }
}
