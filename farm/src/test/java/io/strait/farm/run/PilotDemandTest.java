package io.strait.farm.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.run.PilotDemand.Load;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** How many workers are wanted for what is left to do. */
class PilotDemandTest {
  private static final double NO_DEADLINE = Double.POSITIVE_INFINITY;

  /** Eight workers by the plan, twelve hosts, four cores each. */
  private final PilotDemand demand = new PilotDemand(8, 12, 4);

  private static Load load(int waiting, int held, int running, int queued) {
    return new Load(waiting, held, waiting + held, 1, NO_DEADLINE, running, queued, 100);
  }

  /** A run that is to be done in an hour. */
  private static Load inAnHour(int left, double rate, int running, int queued, int idleCores) {
    return new Load(left, 0, left, rate, 3600, running, queued, idleCores);
  }

  @Test
  void thePlanHoldsWhileThereIsWork() {
    assertThat(demand.wanted(load(1_000, 32, 8, 0))).isEqualTo(8);
    assertThat(demand.wanted(load(1_000, 0, 0, 0))).isEqualTo(8);
    assertThat(demand.wanted(load(1_000, 16, 4, 4))).isEqualTo(8);
    assertThat(demand.mayGrow(load(1_000, 32, 8, 0))).isFalse();
  }

  @Test
  void theEndNeedsFewer() {
    assertThat(demand.wanted(load(0, 9, 4, 4))).isEqualTo(3);
    assertThat(demand.wanted(load(0, 1, 8, 0))).isEqualTo(1);
    assertThat(demand.wanted(load(0, 0, 8, 0))).isZero();
    assertThat(demand.wanted(load(3, 0, 0, 8))).isEqualTo(1);
    // Somebody else lost what they held.
    assertThat(demand.wanted(load(200, 0, 0, 0))).isEqualTo(8);
  }

  /** 7200 tasks at one a second take twice as long as there is: each cluster doubles, if it can. */
  @Test
  void aDeadlineInDangerWantsMore() {
    assertThat(demand.wanted(inAnHour(7_200, 1, 8, 0, 100))).isEqualTo(12);
    assertThat(new PilotDemand(8, 40, 4).wanted(inAnHour(7_200, 1, 8, 0, 100))).isEqualTo(16);
    assertThat(new PilotDemand(8, 40, 4).wanted(inAnHour(4_500, 1, 8, 0, 100))).isEqualTo(10);
    // Only as many as the site has cores for.
    assertThat(demand.wanted(inAnHour(7_200, 1, 8, 0, 11))).isEqualTo(10);
    assertThat(demand.wanted(inAnHour(7_200, 1, 8, 0, 3))).isEqualTo(8);
  }

  @Test
  void nothingIsAddedWithoutNeed() {
    assertThat(demand.wanted(inAnHour(3_600, 1, 8, 0, 100))).as("in time").isEqualTo(8);
    assertThat(demand.wanted(inAnHour(7_200, 1, 7, 1, 100))).as("one waits").isEqualTo(8);
    assertThat(demand.wanted(inAnHour(7_200, 1, 6, 0, 100))).as("some are missing").isEqualTo(8);
    assertThat(demand.wanted(inAnHour(7_200, 0, 8, 0, 100))).as("no rate yet").isEqualTo(8);
    var late = new Load(7_200, 0, 7_200, 1, -5, 8, 0, 100);
    assertThat(demand.wanted(late)).as("too late anyway").isEqualTo(8);
    var held = new Load(0, 32, 7_200, 1, 60, 8, 0, 100);
    assertThat(demand.wanted(held)).as("all is held").isEqualTo(8);
  }

  /** Who came for the deadline stays although it is safe now, and goes with the work. */
  @Test
  void thoseBeyondThePlanStay() {
    assertThat(demand.wanted(inAnHour(1_000, 10, 12, 0, 0))).isEqualTo(12);
    assertThat(demand.wanted(inAnHour(1_000, 10, 11, 1, 0))).isEqualTo(12);
    assertThat(demand.wanted(load(0, 8, 12, 0))).isEqualTo(2);
  }

  /** Whatever the figures are: never more than hosts, cores or tasks allow. */
  @Test
  void bounds() {
    var random = new SplittableRandom(5);
    for (int i = 0; i < 20_000; i++) {
      int planned = 1 + random.nextInt(20);
      int most = planned + random.nextInt(20);
      int cores = 1 + random.nextInt(8);
      int running = random.nextInt(most + 1);
      int queued = random.nextInt(most - running + 1);
      int waiting = random.nextInt(3) == 0 ? 0 : random.nextInt(500);
      int held = random.nextInt(200);
      var load =
          new Load(
              waiting,
              held,
              waiting + held + random.nextInt(100),
              random.nextDouble(5),
              random.nextBoolean() ? NO_DEADLINE : random.nextDouble(-100, 1_000),
              running,
              queued,
              random.nextInt(60));
      int wanted = new PilotDemand(planned, most, cores).wanted(load);
      assertThat(wanted).as("%s", load).isBetween(0, most);
      assertThat(wanted * cores).isLessThan(waiting + held + cores);
      assertThat(wanted - Math.max(planned, running + queued))
          .as("%s", load)
          .isLessThanOrEqualTo(load.idleCores() / cores);
      if (load.secondsLeft() == NO_DEADLINE) {
        assertThat(wanted).isLessThanOrEqualTo(Math.max(planned, running + queued));
      }
    }
  }
}
