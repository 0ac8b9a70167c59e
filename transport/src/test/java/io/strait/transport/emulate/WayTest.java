package io.strait.transport.emulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Emulated networks keep to the simulator's rules. A loaded machine may let everything arrive late,
 * so of real times only that nothing comes early is asked, and the order.
 */
@Timeout(60)
class WayTest {
  private static final long MILLI = 1_000_000L;

  private final Timer timer = new Timer();

  @AfterEach
  void close() {
    timer.close();
  }

  private record Arrival(int message, long time) {}

  /** Sends messages and waits for all of them. */
  private static List<Arrival> send(Way way, long... bytes) throws InterruptedException {
    var arrivals = new ArrayList<Arrival>();
    var all = new CountDownLatch(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      int message = i;
      way.send(
          bytes[i],
          () -> {
            arrivals.add(new Arrival(message, System.nanoTime()));
            all.countDown();
          });
    }
    all.await();
    return arrivals;
  }

  /** A second server, written from the text: a queue of messages with their own latencies. */
  private static long[] naive(long[] sent, long[] bytes, long latency, double perByte) {
    var passed = new long[sent.length];
    for (int i = 0; i < sent.length; i++) {
      long idle = i == 0 ? Long.MIN_VALUE : passed[i - 1];
      passed[i] = Math.max(idle, sent[i] + latency) + Math.round(bytes[i] * perByte);
    }
    return passed;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void aServerFollowsTheRule(int seed) {
    var random = new SplittableRandom(seed);
    int count = 500;
    long latency = random.nextLong(1_000);
    double perByte = random.nextDouble(3);
    var sent = new long[count];
    var bytes = new long[count];
    for (int i = 0; i < count; i++) {
      sent[i] = (i == 0 ? -10_000 : sent[i - 1]) + random.nextLong(200);
      bytes[i] = random.nextInt(4) == 0 ? 0 : random.nextLong(150);
    }
    var server = new Server(latency, perByte);
    var passed = new long[count];
    for (int i = 0; i < count; i++) {
      passed[i] = server.pass(sent[i], bytes[i]);
    }
    assertThat(passed).isEqualTo(naive(sent, bytes, latency, perByte));
  }

  @Test
  void latencyOccupiesNothing() {
    var server = new Server(1_000, 2);
    assertThat(server.pass(0, 10)).isEqualTo(1_020);
    assertThat(server.pass(5, 10)).isEqualTo(1_040); // right behind it
    assertThat(server.pass(5_000, 10)).isEqualTo(6_020);
    assertThat(server.occupy(6_000, 7)).isEqualTo(6_027); // even if it could go before
  }

  @Test
  void nothingArrivesEarlyOrOutOfOrder() throws InterruptedException {
    // 20 ms and 1,000 bytes per ms.
    var way = new Way(timer, List.of(new Server(20 * MILLI, 1_000)));
    long[] bytes = {5_000, 0, 1, 20_000, 0, 10_000};
    long before = System.nanoTime();
    var arrivals = send(way, bytes);
    long sum = 0;
    for (int i = 0; i < bytes.length; i++) {
      sum += bytes[i];
      assertThat(arrivals.get(i).message).isEqualTo(i);
      assertThat(arrivals.get(i).time - before).isGreaterThanOrEqualTo(20 * MILLI + 1_000 * sum);
    }
  }

  @Test
  void twoHopsAreStoredAndForwarded() throws InterruptedException {
    var lan = new Server(MILLI, 100);
    var gap = new Server(30 * MILLI, 1_000);
    long[] bytes = {10_000, 10_000, 10_000};
    long before = System.nanoTime();
    var arrivals = send(new Way(timer, List.of(lan, gap)), bytes);
    for (int i = 0; i < bytes.length; i++) {
      assertThat(arrivals.get(i).message).isEqualTo(i);
      // The first passes both networks one after the other; the slower one holds up the others.
      long least = MILLI + 100 * 10_000 + 30 * MILLI + (i + 1) * 10_000 * 1_000L;
      assertThat(arrivals.get(i).time - before).isGreaterThanOrEqualTo(least);
    }
  }

  @Test
  void directionsOfAHalfDuplexNetworkWaitForEachOther() throws InterruptedException {
    var one = new Server(0, 1_000);
    var last = both(new Way(timer, List.of(one)), new Way(timer, List.of(one)));
    assertThat(last).isGreaterThanOrEqualTo(60 * MILLI);
  }

  @Test
  void directionsOfAFullDuplexNetworkDoNot() {
    // What the two servers promise, as what this machine makes of it cannot be relied on.
    var up = new Server(0, 1_000);
    var down = new Server(0, 1_000);
    assertThat(up.pass(0, 30_000)).isEqualTo(30 * MILLI);
    assertThat(down.pass(0, 30_000)).isEqualTo(30 * MILLI);
  }

  /** 30,000 bytes each way; nanoseconds until both are there. */
  private static long both(Way up, Way down) throws InterruptedException {
    long before = System.nanoTime();
    var there = new CountDownLatch(2);
    var last = new AtomicLong();
    for (var way : List.of(up, down)) {
      way.send(
          30_000,
          () -> {
            last.set(System.nanoTime() - before);
            there.countDown();
          });
    }
    there.await();
    return last.get();
  }

  @Test
  void messagesOfTwoWaysTakeTurnsOnACommonServer() throws InterruptedException {
    var common = new Server(5 * MILLI, 1_000);
    var near = new Way(timer, List.of(common));
    var far = new Way(timer, List.of(common, new Server(0, 0)));
    var order = new ArrayList<Integer>();
    var all = new CountDownLatch(40);
    for (int i = 0; i < 40; i++) {
      int message = i;
      (i % 2 == 0 ? near : far)
          .send(
              500,
              () -> {
                order.add(message);
                all.countDown();
              });
    }
    all.await();
    assertThat(order.stream().filter(i -> i % 2 == 0)).isSorted();
    assertThat(order.stream().filter(i -> i % 2 == 1)).isSorted();
  }

  @Test
  void aFullWayHasNoRoomAndAnEmptyOneHas() throws InterruptedException {
    var way = new Way(timer, List.of(new Server(0, 10)));
    assertThat(way.hasRoom()).isTrue();
    var there = new CountDownLatch(1);
    way.send(32 << 20, there::countDown); // a third of a second
    assertThat(way.hasRoom()).isFalse();
    there.await();
    assertThat(way.hasRoom()).isTrue();
  }

  @Test
  void aWayWithoutNetworksIsThereAtOnce() {
    var way = new Way(timer, List.of());
    var there = new CountDownLatch(1);
    way.send(1 << 30, there::countDown);
    assertThat(there.getCount()).isZero();
  }

  @Test
  void theTimerGoesOnWhenAnActionFails() throws InterruptedException {
    var there = new CountDownLatch(1);
    timer.at(
        System.nanoTime(),
        () -> {
          throw new IllegalStateException("on purpose");
        });
    timer.at(System.nanoTime() + MILLI, there::countDown);
    assertThat(there.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void theTimerKeepsTheOrderOfTimesAndOfAsking() throws InterruptedException {
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
        .isSortedAccordingTo(
            java.util.Comparator.comparingLong(Asked::time).thenComparingInt(Asked::order));
  }

  @Test
  void aPaceIsNeverTooFast() throws InterruptedException {
    var pace = new Pace(20 * MILLI);
    long began = System.nanoTime();
    long end = began;
    for (int i = 1; i <= 5; i++) {
      end = pace.finish(end);
      assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(i * 20 * MILLI);
      assertThat(end - began).isGreaterThanOrEqualTo(i * 20 * MILLI);
    }
    // What was begun too long ago is done now, and the time is not made up for.
    long now = System.nanoTime();
    assertThat(pace.finish(now - 1_000 * MILLI)).isGreaterThanOrEqualTo(now);
  }
}
