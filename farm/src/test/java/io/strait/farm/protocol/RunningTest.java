package io.strait.farm.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tasks of 1,000 ns; what is 10 % of that before the end is just before it. */
class RunningTest {
  private static final double NEAR = 0;

  private final Running one = experienced(1);

  /** Has seen a task that took 1,000 up to time 0. */
  private static Running experienced(int cores) {
    var running = new Running(cores);
    running.submitted(0, -1_000);
    running.over(0, 1_000, 0);
    return running;
  }

  @Test
  void nobodyKnowsBeforeTheFirstTaskIsDone() {
    var fresh = new Running(1);
    fresh.submitted(1, 0);
    assertThat(fresh.due(NEAR, 1_000_000)).isZero();
    assertThat(fresh.wake(NEAR, 0)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void anotherIsDueJustBeforeOneIsDone() {
    one.submitted(1, 0);
    assertThat(one.due(NEAR, 0)).isZero();
    assertThat(one.wake(NEAR, 0)).isEqualTo(900);
    assertThat(one.due(NEAR, 899)).isZero();
    assertThat(one.due(NEAR, 900)).isEqualTo(1);
    assertThat(one.wake(NEAR, 900)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aFarParentIsAskedTwoRoundTripsBefore() {
    one.submitted(1, 0);
    double roundTrip = 100e-9;
    assertThat(one.wake(roundTrip, 0)).isEqualTo(800);
    assertThat(one.due(roundTrip, 799)).isZero();
    assertThat(one.due(roundTrip, 800)).isEqualTo(1);
    assertThat(one.due(1e-6, 0)).isEqualTo(1);
  }

  @Test
  void aBusyMachineMayTakeItsTime() {
    assertThat(leadOf(200_000_000L)).isEqualTo(10_000_000L);
    assertThat(leadOf(10_000_000_000L)).isEqualTo(200_000_000L); // 2 % are more
    assertThat(leadOf(1_000_000L)).isEqualTo(100_000L); // 10 % are the most
  }

  private static long leadOf(long taken) {
    var running = new Running(1);
    running.submitted(0, 0);
    running.over(0, taken, taken);
    running.submitted(1, taken);
    return 2 * taken - running.wake(NEAR, taken);
  }

  @Test
  void oneThatWaitsHereNeedsNoOther() {
    one.submitted(1, 0);
    one.submitted(2, 10);
    assertThat(one.due(NEAR, 999)).isZero();
    one.over(1, 1_000, 1_000);
    // The second began when the first was done.
    assertThat(one.due(NEAR, 1_899)).isZero();
    assertThat(one.due(NEAR, 1_900)).isEqualTo(1);
  }

  @Test
  void everyCoreCounts() {
    var three = experienced(3);
    three.submitted(1, 0);
    three.submitted(2, 100);
    three.submitted(3, 200);
    assertThat(three.due(NEAR, 900)).isEqualTo(1);
    assertThat(three.wake(NEAR, 900)).isEqualTo(1_000);
    assertThat(three.due(NEAR, 1_000)).isEqualTo(2);
    assertThat(three.due(NEAR, 5_000)).isEqualTo(3);
  }

  @Test
  void tasksThatAreWithdrawnTeachNothing() {
    one.submitted(1, 0);
    one.submitted(2, 0);
    one.over(2, 0, 5); // it waited
    one.over(1, 0, 10); // it was under way
    assertThat(one.due(NEAR, 1_000_000)).isZero();
    one.submitted(3, 10);
    assertThat(one.wake(NEAR, 10)).isEqualTo(910);
    one.over(99, 0, 20); // never here
    assertThat(one.wake(NEAR, 20)).isEqualTo(910);
  }

  @Test
  void experienceFollows() {
    long now = 0;
    for (int task = 1; task <= 50; task++) {
      one.submitted(task, now);
      now += 3_000;
      one.over(task, 3_000, now);
    }
    one.submitted(51, now);
    assertThat(one.wake(NEAR, now) - now).isBetween(2_690L, 2_710L);
  }
}
