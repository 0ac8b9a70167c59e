package io.strait.farm.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Near the end nobody gets a task whose result would come last. */
class HoldBackTest {
  private static final int SLOW = 0;
  private static final int FAST = 1;
  private static final int OTHER = 2;
  private static final int SLOWEST = 3;

  private static TaskPool pool(int tasks) {
    return new TaskPool(tasks, Expectation.of(1, List.of(new Delivery(1, 1))));
  }

  @Test
  void aSlowChildGetsNothingNearTheEnd() {
    var pool = pool(21);
    assertThat(pool.next(FAST, 1, 1, 0)).isZero();
    assertThat(pool.next(SLOW, 20, 0.05, 0)).isEqualTo(1); // 20 s, and 20 tasks at 1 per second
    assertThat(pool.next(SLOW, 20, 0.05, 1)).isEqualTo(TaskPool.NONE); // two would take 40 s
    for (int i = 2; i < 21; i++) {
      assertThat(pool.next(FAST, 1, 1, 1)).isEqualTo(i);
    }
  }

  @Test
  void whatAChildHasDelaysWhatItGets() {
    assertThat(new Delivery(21, 0.05).seconds(0)).isEqualTo(21);
    assertThat(new Delivery(21, 0.05).seconds(2)).isEqualTo(60);
    assertThat(Delivery.UNKNOWN.seconds(1_000)).isZero();
  }

  /** Its credit is still there when a result of it has come. */
  @Test
  void whoWasHeldBackIsAskedForAgain() {
    var pool = pool(30);
    assertThat(pool.next(FAST, 1, 1, 0)).isZero();
    assertThat(pool.next(SLOW, 10, 0.1, 3)).isEqualTo(TaskPool.NONE);
    assertThat(pool.again(10, 0.1, 1)).isEqualTo(1);
  }

  /** The fastest alone would take until 17.5, the second gives its first after 15. */
  @Test
  void allWhoHelpAreExpectedTo() {
    var both = Expectation.of(0.5, List.of(new Delivery(5, 0.2), new Delivery(10, 0.3)));
    assertThat(both.seconds(1)).isEqualTo(7.5);
    assertThat(both.seconds(2)).isEqualTo(12.5);
    assertThat(both.seconds(3)).isEqualTo(15);
    assertThat(both.seconds(4)).isEqualTo(17.5);
    assertThat(both.seconds(1_096) - both.seconds(96)).isCloseTo(2_000, within(1e-9));
    assertThat(Expectation.of(0.1, List.of(new Delivery(5, 0.2))).seconds(3)).isEqualTo(27.5);
    assertThat(Expectation.NONE.seconds(3)).isInfinite();
  }

  /** What others have in stock is left as well. */
  @Test
  void stocksOfOthersAreTimeThatIsLeft() {
    var pool = pool(100);
    for (int i = 0; i < 60; i++) {
      assertThat(pool.next(FAST, 1, 1, 0)).isEqualTo(i);
    }
    assertThat(pool.next(SLOW, 1, 0.5, 40)).isEqualTo(60); // 82 s, of 98
    assertThat(pool.next(SLOW, 1, 0.5, 50)).isEqualTo(TaskPool.NONE); // 102 s
  }

  @Test
  void whereNobodyElseIsAtWorkTheSlowGoOn() {
    var pool = pool(3);
    assertThat(pool.next(SLOW, 50, 0.02, 0)).isEqualTo(TaskPool.NONE);
    assertThat(pool.next(SLOW, 50, 0.02, 1)).isEqualTo(TaskPool.NONE);
    assertThat(pool.next(OTHER, 40, 0.02, 0)).isEqualTo(TaskPool.NONE);
    assertThat(pool.next(SLOWEST, 70, 0.02, 0)).isEqualTo(TaskPool.NONE);
    assertThat(pool.isStuck()).isTrue();
    var given = revive(pool);
    assertThat(given).containsExactly(SLOW, OTHER); // each one task, and SLOWEST none
    pool.finished(2);
    assertThat(pool.next(SLOW, 50, 0.02, 0)).isEqualTo(2); // nobody else has asked
  }

  /** A task that comes back goes to one that waits and is fast, not to the first that waits. */
  @Test
  void whatComesBackIsForOneWhoIsInTime() {
    var pool = pool(3);
    for (int i = 0; i < 3; i++) {
      assertThat(pool.take()).isEqualTo(i);
    }
    assertThat(pool.next(SLOW, 50, 0.02, 0)).isEqualTo(TaskPool.NONE);
    assertThat(pool.next(OTHER, 1, 1, 0)).isEqualTo(TaskPool.NONE);
    assertThat(pool.lost(2, child -> child == SLOW)).isEqualTo(OTHER);
    assertThat(pool.lost(1, child -> child == SLOW)).isEqualTo(TaskPool.NONE);
    assertThat(pool.left()).isEqualTo(1);
    assertThat(pool.next(OTHER, 1, 1, 0)).isEqualTo(1);
  }

  /** What went back to the parent does not wait: those who compute are not idle. */
  @Test
  void tasksThatWentBackWakeNoSlowWorker() {
    var gateway = new GatewayPolicy(1);
    assertThat(gateway.workerIsFree(FAST, false)).isEqualTo(TaskPool.NONE);
    assertThat(gateway.taskCame(0, worker -> false)).isEqualTo(FAST);
    for (int task = 1; task < 4; task++) {
      assertThat(gateway.taskCame(task, worker -> false)).isEqualTo(TaskPool.NONE);
    }
    assertThat(gateway.workerIsFree(SLOW, true)).isEqualTo(TaskPool.NONE);
    gateway.taskGone(true);
    gateway.taskGone(true);
    assertThat(gateway.isStuck()).as("one is being computed, one waits").isFalse();
    gateway.resultCame();
    assertThat(gateway.isStuck()).as("one waits, and nobody computes").isTrue();
    gateway.taskGone(true);
    assertThat(gateway.isStuck()).as("nothing is here").isFalse();
  }

  /** The second task of a child takes as long again. */
  private static List<Integer> revive(TaskPool pool) {
    var given = new ArrayList<Integer>();
    pool.revive(
        new HeldBack() {
          @Override
          public double seconds(int child) {
            return (child == SLOW ? 50 : child == OTHER ? 40 : 70)
                * (1 + Collections.frequency(given, child));
          }

          @Override
          public void give(int child) {
            pool.take();
            given.add(child);
          }
        });
    return given;
  }
}
