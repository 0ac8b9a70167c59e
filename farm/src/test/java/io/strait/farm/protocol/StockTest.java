package io.strait.farm.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A cluster that is cut off goes on with what its gateway has in hand. */
@Tag("long")
class StockTest {
  private static ProtocolSettings settings(Duration stock) {
    return ProtocolSettings.of(
        s -> {
          s.stock = stock;
          s.stockGrows = false;
        });
  }

  /** Sixteen tasks per second in all, half of them behind the gateway. */
  private static QuietFarm farm(Duration stock, int tasks) {
    return new QuietFarm(settings(stock), tasks, 4, 4, 0.5);
  }

  @Test
  void aClusterComputesThroughACut() {
    var farm = farm(Duration.ofMinutes(2), 8_000);
    farm.cut(100, 190);
    double time = farm.run();
    assertThat(QuietFarm.rate(farm.remote, 102, 190)).isCloseTo(8, within(0.4));
    assertThat(QuietFarm.rate(farm.remote, 190, 300)).isCloseTo(8, within(0.4));
    assertThat(time).isLessThan(1.02 * 8_000 / 16);
    assertThat(farm.duplicates()).isLessThan(80);
    // What was told when the cut began is lost, for nobody knew of it yet.
    assertThat(farm.traced.cardinality()).isBetween(8_000 - 40, 8_000);
    assertThat(farm.finished()).isEqualTo(8_000); // also what came before the lease ended
  }

  @Test
  void withoutStockItIdles() {
    var farm = farm(Duration.ZERO, 4_000);
    farm.cut(100, 190);
    farm.run();
    assertThat(QuietFarm.rate(farm.remote, 102, 190)).isLessThan(1);
  }

  @Test
  void anHourIsAMatterOfStock() {
    var farm = farm(Duration.ofMinutes(75), 16 * 3 * 3600);
    farm.cut(3000, 6600);
    double time = farm.run();
    assertThat(QuietFarm.rate(farm.remote, 3000, 6600)).isCloseTo(8, within(0.4));
    assertThat(time).isLessThan(1.02 * 3 * 3600);
  }

  /** Cut off for good near the end: others do what it had, and the run does not wait. */
  @Test
  void theEndDoesNotWaitForACutOffCluster() {
    var farm = farm(Duration.ofMinutes(2), 4_000);
    farm.cut(200, 1e6);
    double time = farm.run();
    assertThat(time).isLessThan(200 + (4_000 - 200 * 16) / 8.0 + 65 * 1.5);
  }

  @Test
  void aStockCostsLittleAtTheEnd() {
    double without = farm(Duration.ZERO, 4_000).run();
    double with = farm(Duration.ofMinutes(2), 4_000).run();
    System.out.printf("without stock %.2f s, with %.2f s%n", without, with);
    assertThat(with / without).isLessThan(1.02);
  }

  /** Who is held back with what it has is asked for again as soon as that is done. */
  @Test
  void theLastTasksAreComputedSideBySide() {
    for (int tasks = 40; tasks < 60; tasks++) {
      var farm = new QuietFarm(settings(Duration.ZERO), tasks, 4, 4, 0.5, 16);
      double ideal = Math.ceilDiv(tasks, 8) * 0.5;
      assertThat(farm.run()).as("%d tasks", tasks).isLessThan(ideal + 2.5);
    }
  }

  /** The credit of a dead worker must not count for those that live. */
  @Test
  void aDeadWorkersTasksDoNotStarveTheLiving() {
    var farm = new QuietFarm(settings(Duration.ZERO), 1_000, 1, 2, 0.5);
    farm.kill("remote0", 20);
    double time = farm.run();
    assertThat(QuietFarm.rate(farm.remote, 21, 80)).isCloseTo(2, within(0.1));
    assertThat(time).isLessThan(20 + (1_000 - 120) / 4.0 + 10);
  }

  @Test
  void theStockFollowsAnOutage() {
    var settings = ProtocolSettings.of(s -> s.stock = Duration.ofSeconds(20));
    var farm = new QuietFarm(settings, 24_000, 4, 4, 0.5);
    farm.cut(100, 190);
    farm.run();
    assertThat(QuietFarm.rate(farm.remote, 140, 190)).isLessThan(1);
    var again = new QuietFarm(settings, 24_000, 4, 4, 0.5);
    again.cut(100, 190);
    again.cut(600, 690);
    again.run();
    assertThat(QuietFarm.rate(again.remote, 602, 690)).isCloseTo(8, within(0.4));
  }

  /** Nobody may be there yet: a job in a queue, or a cluster that data are sent to. */
  @Test
  void theTimeBeginsWithTheFirstTaskThatIsHandedOut() {
    var farm = farm(Duration.ZERO, 100);
    farm.run();
    var early = farm(Duration.ZERO, 100);
    early.order(0, Master::start);
    early.run();
    assertThat(early.elapsed()).isEqualTo(farm.elapsed());
  }
}
