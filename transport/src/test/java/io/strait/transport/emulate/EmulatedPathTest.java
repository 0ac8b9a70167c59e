package io.strait.transport.emulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.transport.time.NanoClock;
import io.strait.transport.time.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Emulated networks keep to the simulator's rules. On a loaded machine everything may arrive late,
 * so of real times these tests check only the order, and that nothing arrives early.
 */
@Timeout(60)
class EmulatedPathTest {
  private static final long MILLI = 1_000_000L;

  private final Timer timer = Timer.coarse("emulated-time");

  @AfterEach
  void close() {
    timer.close();
  }

  private record Arrival(int message, long time) {}

  /** Sends messages and waits for all of them. */
  private static List<Arrival> send(EmulatedPath path, long... bytes) throws InterruptedException {
    var arrivals = new ArrayList<Arrival>();
    var all = new CountDownLatch(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      int message = i;
      path.send(
          bytes[i],
          () -> {
            arrivals.add(new Arrival(message, System.nanoTime()));
            all.countDown();
          });
    }
    all.await();
    return arrivals;
  }

  /** A reference server, written from the specification: a queue of messages with latencies. */
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
    assertThat(server.pass(5, 10)).isEqualTo(1_040); // right after it
    assertThat(server.pass(5_000, 10)).isEqualTo(6_020);
    assertThat(server.occupy(6_000, 7)).isEqualTo(6_027); // even if it could go first
  }

  @Test
  void nothingArrivesEarlyOrOutOfOrder() throws InterruptedException {
    // 20 ms and 1,000 bytes per ms.
    var path = new EmulatedPath(timer, List.of(new Server(20 * MILLI, 1_000)));
    long[] bytes = {5_000, 0, 1, 20_000, 0, 10_000};
    long before = System.nanoTime();
    var arrivals = send(path, bytes);
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
    var arrivals = send(new EmulatedPath(timer, List.of(lan, gap)), bytes);
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
    var last = both(new EmulatedPath(timer, List.of(one)), new EmulatedPath(timer, List.of(one)));
    assertThat(last).isGreaterThanOrEqualTo(60 * MILLI);
  }

  @Test
  void directionsOfAFullDuplexNetworkDoNot() {
    // Only what the servers compute, because real times on this machine vary.
    var up = new Server(0, 1_000);
    var down = new Server(0, 1_000);
    assertThat(up.pass(0, 30_000)).isEqualTo(30 * MILLI);
    assertThat(down.pass(0, 30_000)).isEqualTo(30 * MILLI);
  }

  /** Sends 30,000 bytes over each path; the nanoseconds until both have arrived. */
  private static long both(EmulatedPath up, EmulatedPath down) throws InterruptedException {
    long before = System.nanoTime();
    var there = new CountDownLatch(2);
    var last = new AtomicLong();
    for (var path : List.of(up, down)) {
      path.send(
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
  void messagesOfTwoPathsTakeTurnsOnACommonServer() throws InterruptedException {
    var common = new Server(5 * MILLI, 1_000);
    var near = new EmulatedPath(timer, List.of(common));
    var far = new EmulatedPath(timer, List.of(common, new Server(0, 0)));
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
  void aFullPathHasNoRoomAndAnEmptyOneHas() throws InterruptedException {
    var path = new EmulatedPath(timer, List.of(new Server(0, 10)));
    assertThat(path.hasRoom()).isTrue();
    var there = new CountDownLatch(1);
    path.send(32 << 20, there::countDown); // a third of a second
    assertThat(path.hasRoom()).isFalse();
    there.await();
    assertThat(path.hasRoom()).isTrue();
  }

  @Test
  void aPathWithoutNetworksIsThereAtOnce() {
    var path = new EmulatedPath(timer, List.of());
    var there = new CountDownLatch(1);
    path.send(1 << 30, there::countDown);
    assertThat(there.getCount()).isZero();
  }

  @Test
  void aPaceIsNeverTooFast() throws InterruptedException {
    var clock = new CountedClock();
    var pace = new HostPace(20 * MILLI, clock);
    long end = 0;
    for (int i = 1; i <= 5; i++) {
      end = pace.finish(end);
      assertThat(end).isEqualTo(i * 20 * MILLI);
      assertThat(clock.now).isGreaterThanOrEqualTo(end);
    }
    // Work that was begun too long ago is done now, and the time is not made up for.
    clock.now = 1_000 * MILLI;
    assertThat(pace.finish(0)).isEqualTo(1_000 * MILLI);
  }

  /** Counts time instead of waiting for it, and wakes early at first. */
  private static final class CountedClock implements NanoClock {
    private long now;

    @Override
    public long nanos() {
      return now;
    }

    @Override
    public void sleep(long nanos) {
      now += nanos > MILLI ? nanos / 2 : nanos + 7;
    }
  }
}
