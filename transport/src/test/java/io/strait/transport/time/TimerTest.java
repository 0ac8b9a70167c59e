package io.strait.transport.time;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Actions run when they are due, never before, and in order. */
@Timeout(60)
class TimerTest {
  private static final long MILLI = 1_000_000L;

  private @Nullable Timer timer;

  private Timer open(boolean precise) {
    timer = precise ? Timer.precise("test-timer") : Timer.coarse("test-timer");
    return timer;
  }

  @AfterEach
  void close() {
    requireNonNull(timer).close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void goesOnWhenAnActionFails(boolean precise) throws InterruptedException {
    var timer = open(precise);
    var there = new CountDownLatch(1);
    timer.at(
        System.nanoTime(),
        () -> {
          throw new IllegalStateException("on purpose");
        });
    timer.at(System.nanoTime() + MILLI, there::countDown);
    assertThat(there.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void keepsTheOrderOfTimesAndOfAsking(boolean precise) throws InterruptedException {
    var timer = open(precise);
    var random = new SplittableRandom(1);
    long begin = System.nanoTime() + 50 * MILLI;
    int count = 2_000;
    record Asked(long time, int order) {}
    var done = new ArrayList<Asked>();
    var all = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      var asked = new Asked(begin + random.nextLong(20) * MILLI, i);
      timer.at(
          asked.time,
          () -> {
            assertThat(System.nanoTime()).isGreaterThanOrEqualTo(asked.time);
            done.add(asked);
            all.countDown();
          });
    }
    all.await();
    assertThat(done)
        .isSortedAccordingTo(Comparator.comparingLong(Asked::time).thenComparingInt(Asked::order));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anEarlierActionNeverWaitsForALaterOne(boolean precise) throws InterruptedException {
    var timer = open(precise);
    timer.at(System.nanoTime() + 3_600_000 * MILLI, () -> {});
    for (int i = 0; i < 2_000; i++) {
      var there = new CountDownLatch(1);
      timer.at(System.nanoTime() + (i % 3) * 10_000L, there::countDown);
      assertThat(there.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }
}
