package io.strait.farm.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.simulate.Intervals;
import io.strait.simulate.Timeline;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a cut of a gap costs in a rehearsal, with a stock at the gateway and without. */
class StockSimulationTest {
  /** Four workers at home and four behind a gap, 16 tasks per second in all. */
  private static FarmModel farm(int tasks, double stock, double input) {
    var clusterOf = new int[] {0, 0, 0, 0, 1, 1, 1, 1};
    var seconds = new double[8];
    Arrays.fill(seconds, 0.5);
    var model = new FarmModel(2, 0, tasks, clusterOf, seconds);
    model.addGap(2e6, 0.05, true);
    return model.route(1, 0).gateway(1, 1, 2).volumes(input, 100).stock(stock);
  }

  private static double time(FarmModel model, double from, double to) {
    var cut = new Intervals(new double[] {from}, new double[] {to});
    return FarmSimulation.run(model.gapSpeed(0, Timeline.constant(1).without(cut))).makespan();
  }

  @Test
  void aCutCostsNothingWithAStock() {
    double undisturbed = FarmSimulation.run(farm(8_000, 0, 100)).makespan();
    double without = time(farm(8_000, 0, 100), 100, 190);
    double with = time(farm(8_000, 120, 100), 100, 190);
    System.out.printf(
        "undisturbed %.1f s, cut %.1f s, with stock %.1f s%n", undisturbed, without, with);
    // Four workers idle for 90 s, less what the gateway has in hand.
    assertThat(without - undisturbed).isCloseTo(45, within(2.0));
    assertThat(with / undisturbed).isCloseTo(1, within(0.005));
  }

  @Test
  void anHourNeedsAStockOfAnHour() {
    int tasks = 16 * 4 * 3600;
    double with = time(farm(tasks, 4500, 100), 5000, 8600);
    assertThat(with / (4 * 3600)).isCloseTo(1, within(0.005));
    assertThat(time(farm(tasks, 120, 100), 5000, 8600) - with).isGreaterThan(1500);
  }

  /** Also where inputs are large, and where the run is over soon. */
  @ParameterizedTest
  @CsvSource({"4000, 100", "4000, 100000", "200, 100", "40, 100", "9, 100", "1000, 200000"})
  void aStockCostsLittleAtTheEnd(int tasks, double input) {
    double without = FarmSimulation.run(farm(tasks, 0, input)).makespan();
    double with = FarmSimulation.run(farm(tasks, 600, input)).makespan();
    assertThat(with / without).isLessThan(1.02);
  }

  /** Of unequal workers, clusters and gaps, in runs of all lengths. */
  @Test
  void aStockCostsLittleInRandomFarms() {
    double worst = 0;
    double sum = 0;
    int farms = 300;
    for (int seed = 0; seed < farms; seed++) {
      double without = FarmSimulation.run(random(seed, 0)).makespan();
      double with = FarmSimulation.run(random(seed, 120)).makespan();
      worst = Math.max(worst, with / without);
      sum += with / without;
    }
    System.out.printf(
        "a stock of 2 min costs %.2f %% at most, %.2f %% on average%n",
        100 * worst - 100, 100 * sum / farms - 100);
    assertThat(sum / farms).isLessThan(1.002);
    assertThat(worst).isLessThan(1.05);
  }

  static FarmModel random(int seed, double stock) {
    var random = new SplittableRandom(seed);
    int clusters = 2 + random.nextInt(3);
    int workers = clusters * (1 + random.nextInt(10));
    var clusterOf = new int[workers];
    var seconds = new double[workers];
    double mean = Math.pow(10, random.nextDouble(-1.5, 2));
    double rate = 0;
    for (int w = 0; w < workers; w++) {
      clusterOf[w] = w % clusters;
      seconds[w] = mean * random.nextDouble(0.5, 2);
      rate += 1 / seconds[w];
    }
    int tasks = (int) Math.clamp(rate * Math.pow(10, random.nextDouble(1, 4)), 10, 20_000);
    double input = Math.pow(10, random.nextDouble(1, 5));
    var model = new FarmModel(clusters, 0, tasks, clusterOf, seconds);
    for (int c = 1; c < clusters; c++) {
      // As in a plan, gaps carry what their clusters need.
      double need = 2 * rate / clusters * (input + 1_000);
      int gap = model.addGap(need * Math.pow(10, random.nextDouble(3)), 0.1, random.nextBoolean());
      model.route(c, gap).gateway(c, 1, 1 + (int) Math.ceil(0.4 * rate / clusters));
    }
    return model.volumes(input, 1_000).holdBack(rate).stock(stock);
  }

  @Test
  void aStockIsBoundedByBytesAndByTheTimeThatIsLeft() {
    assertThat(Stock.horizon(120, 1_000, 10, 0)).isEqualTo(65);
    assertThat(Stock.horizon(120, 10_000, 10, 0)).isEqualTo(120);
    assertThat(Stock.horizon(120, 10_000, 0, 0)).isZero();
    var stock = new Stock();
    for (int i = 0; i < 100_000; i++) {
      stock.grow(10, 1e6);
    }
    assertThat(stock.tasks(1e9, 10, 1e6, 5)).isEqualTo(67);
    assertThat(stock.tasks(2, 10, 1e6, 5)).isEqualTo(10);
    stock.grow(10, 1e6);
    assertThat(stock.tasks(1e9, 10, 1e6, 5)).isEqualTo(10); // it grows slowly again
  }
}
