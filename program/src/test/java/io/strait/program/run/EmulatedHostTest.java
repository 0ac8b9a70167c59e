package io.strait.program.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** An emulated CPU: never faster than the model says, and slower only as this machine is busy. */
final class EmulatedHostTest {
  /** What a busy machine may add, in milliseconds. */
  private static final double SLACK = 150;

  /**
   * Runs jobs that begin together.
   *
   * @param jobs milliseconds and demand of each
   * @return milliseconds that each took
   */
  private static List<Double> run(int cores, double[]... jobs) {
    var host = new EmulatedHost(cores);
    long began = System.nanoTime();
    var works = new ArrayList<EmulatedHost.Work>();
    for (var job : jobs) {
      works.add(host.begin(job[0] * 1e6, job[1], began));
    }
    return works.stream()
        .map(
            work ->
                CompletableFuture.supplyAsync(
                    () -> {
                      try {
                        host.finish(work);
                      } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                      }
                      return (System.nanoTime() - began) / 1e6;
                    },
                    task -> Thread.ofPlatform().daemon().start(task)))
        .toList()
        .stream()
        .map(CompletableFuture::join)
        .toList();
  }

  private static void assertTook(double millis, double expected) {
    assertThat(millis).isBetween(expected - 0.1, expected + SLACK);
  }

  @Test
  void aloneTakesItsTime() {
    assertTook(run(1, new double[] {50, 1}).getFirst(), 50);
    assertTook(run(1, new double[] {50, 0.1}).getFirst(), 50);
    assertTook(run(1, new double[] {50, 0}).getFirst(), 50);
    assertTook(run(1, new double[] {0, 1}).getFirst(), 0);
  }

  @Test
  void twoOnOneCoreTakeTwiceAsLong() {
    for (double took : run(1, new double[] {200, 1}, new double[] {200, 1})) {
      assertTook(took, 400);
    }
    for (double took : run(2, new double[] {200, 1}, new double[] {200, 1})) {
      assertTook(took, 200);
    }
  }

  /** 0.2 cores are left alone; the others have 0.4 each, and the one that is left has 0.8. */
  @Test
  void sharesAreFair() {
    var took = run(1, new double[] {400, 0.2}, new double[] {80, 1}, new double[] {160, 1});
    assertTook(took.get(0), 400);
    assertTook(took.get(1), 200);
    assertTook(took.get(2), 300);
  }

  /** What has ended holds up nobody, even if its thread does not ask for it. */
  @Test
  void whatHasEndedHoldsUpNobody() throws InterruptedException {
    var host = new EmulatedHost(1);
    long began = System.nanoTime();
    host.begin(100e6, 1, began);
    host.finish(host.begin(400e6, 1, began));
    double millis = (System.nanoTime() - began) / 1e6;
    assertThat(millis).isBetween(499.9, 499.9 + 2 * SLACK);
  }

  /** A thread that wakes up late begins in the past: 50 ms that could begin 80 ms ago are over. */
  @Test
  void latenessIsMadeUpFor() throws InterruptedException {
    var host = new EmulatedHost(1);
    long now = System.nanoTime();
    assertThat(host.finish(host.begin(50e6, 1, now - 80_000_000))).isEqualTo(now - 30_000_000);
    long soon = host.finish(host.begin(50e6, 1, now - 30_000_000));
    assertThat((double) (soon - now)).isCloseTo(20e6, within(1e3));
    assertThat(System.nanoTime()).isGreaterThan(soon);
  }

  /** Who has computed alone meanwhile gives back what it should not have had. */
  @Test
  void whatBeginsInThePastTakesItsShare() throws InterruptedException {
    var host = new EmulatedHost(1);
    long began = System.nanoTime() - 100_000_000;
    var first = host.begin(200e6, 1, began);
    var second = host.begin(200e6, 1, began);
    assertThat((double) (host.finish(first) - began)).isCloseTo(400e6, within(1e4));
    assertThat((double) (host.finish(second) - began)).isCloseTo(400e6, within(1e4));
  }

  @Test
  void noWakeUpIsLost() {
    var host = new EmulatedHost(2);
    var done = new AtomicInteger();
    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          var threads = new ArrayList<Thread>();
          for (int i = 0; i < 40; i++) {
            var random = new SplittableRandom(i);
            threads.add(
                Thread.ofPlatform()
                    .daemon()
                    .start(
                        () -> {
                          try {
                            for (int job = 0; job < 100; job++) {
                              host.finish(
                                  host.begin(
                                      random.nextInt(20_000),
                                      random.nextDouble(),
                                      System.nanoTime()));
                              done.incrementAndGet();
                            }
                          } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                          }
                        }));
          }
          for (var thread : threads) {
            thread.join();
          }
        });
    assertThat(done).hasValue(4000);
  }
}
