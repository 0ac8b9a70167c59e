package io.strait.farm.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * People want fewer workers to get tasks, and then more. Every farm checks that its sum is right.
 */
class CrewTest {
  /** Eight tasks per second at home, eight behind the gateway. */
  private static QuietFarm farm(int tasks, Duration stock) {
    var settings =
        ProtocolSettings.of(
            s -> {
              s.stock = stock;
              s.stockGrows = false;
            });
    return new QuietFarm(settings, tasks, 4, 4, 0.5);
  }

  @Test
  void aDrainedClusterGetsNothingAndComesBack() {
    var farm = farm(4_000, Duration.ofMinutes(2));
    farm.order(60, master -> master.limit("gate", 0));
    farm.order(120, master -> master.limit("gate", Crew.ALL));
    farm.run();
    assertThat(QuietFarm.rate(farm.remote, 20, 60)).isCloseTo(8, within(0.4));
    // What waited at the gateway was given back, though it had two minutes' worth of it.
    assertThat(QuietFarm.rate(farm.remote, 62, 120)).isZero();
    assertThat(QuietFarm.rate(farm.home, 62, 120)).isCloseTo(8, within(0.4));
    assertThat(QuietFarm.rate(farm.remote, 122, 200)).isCloseTo(8, within(0.4));
    assertThat(farm.duplicates()).isZero();
  }

  @Test
  void asManyWorkersComputeAsAreWanted() {
    var farm = farm(4_000, Duration.ZERO);
    farm.order(40, master -> master.limit("gate", 1));
    farm.order(40, master -> master.limitOwn(3));
    farm.order(100, master -> master.limit("gate", 3));
    farm.run();
    assertThat(QuietFarm.rate(farm.remote, 42, 100)).isCloseTo(2, within(0.1));
    assertThat(QuietFarm.rate(farm.home, 42, 100)).isCloseTo(6, within(0.1));
    assertThat(QuietFarm.rate(farm.remote, 102, 200)).isCloseTo(6, within(0.2));
    assertThat(farm.duplicates()).isZero();
  }

  /** Somebody else takes the place of one that is gone. */
  @Test
  void theDeadDoNotCount() {
    var farm = farm(3_000, Duration.ZERO);
    farm.order(10, master -> master.limit("gate", 0));
    farm.order(10, master -> master.limitOwn(2));
    farm.kill("home0", 40);
    farm.run();
    assertThat(QuietFarm.rate(farm.home, 12, 40)).isCloseTo(4, within(0.1));
    assertThat(QuietFarm.rate(farm.home, 60, 200)).isCloseTo(4, within(0.1));
  }

  /** A gateway that is connected again is told again; meanwhile it gets nothing. */
  @Test
  void anOrderOutlivesAConnection() {
    var farm = farm(3_000, Duration.ZERO);
    farm.order(10, master -> master.limit("gate", 1));
    farm.cut(40, 130);
    farm.run();
    assertThat(QuietFarm.rate(farm.remote, 150, 220)).isCloseTo(2, within(0.1));
  }

  /** The run waits for people who want nobody to compute, and goes on when they do. */
  @Test
  void aFarmThatStandsStillGoesOn() {
    var farm = farm(1_000, Duration.ZERO);
    farm.order(10, master -> master.limit("gate", 0));
    farm.order(10, master -> master.limitOwn(0));
    farm.order(100, master -> master.limitOwn(Crew.ALL));
    double time = farm.run();
    assertThat(QuietFarm.rate(farm.remote, 12, 100)).isZero();
    assertThat(QuietFarm.rate(farm.home, 12, 100)).isZero();
    assertThat(time).isCloseTo(100 + (1_000 - 160) / 8.0, within(3.0));
  }
}
