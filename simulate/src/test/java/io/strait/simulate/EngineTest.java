package io.strait.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the parts of the engine with simple references. */
class EngineTest {

  private record Event(double time, long insertion, long payload) {}

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 10, 1000})
  void theQueueOrdersByTimeThenInsertion(int differentTimes) {
    for (int seed = 0; seed < 200; seed++) {
      var random = new SplittableRandom(seed);
      var queue = new EventQueue();
      var plain =
          new PriorityQueue<>(
              Comparator.comparingDouble(Event::time).thenComparingLong(Event::insertion));
      long insertions = 0;
      double grows = random.nextDouble(0.3, 0.9);
      double step = random.nextBoolean() ? 1 : 0.1;
      for (int i = 0; i < 2000; i++) {
        if (plain.isEmpty() || random.nextDouble() < grows) {
          double at = queue.time() + random.nextInt(differentTimes) * step;
          long payload = random.nextLong();
          queue.add(at, payload);
          plain.add(new Event(at, insertions++, payload));
        } else {
          take(queue, plain);
        }
        assertThat(queue.size()).isEqualTo(plain.size());
      }
      while (!plain.isEmpty()) {
        take(queue, plain);
      }
      assertThat(queue.isEmpty()).isTrue();
      assertThat(queue.added()).isEqualTo(insertions);
      assertThatThrownBy(queue::take).isInstanceOf(IllegalStateException.class);
    }
  }

  /** Waits of all lengths, so that buckets of all levels are opened, sorted and put back. */
  @ParameterizedTest
  @ValueSource(ints = {10, 60, 200, 3000})
  void theQueueOrdersWaitsOfAllLengths(int most) {
    for (int seed = 0; seed < 20; seed++) {
      var random = new SplittableRandom(seed);
      var queue = new EventQueue();
      var plain =
          new PriorityQueue<>(
              Comparator.comparingDouble(Event::time).thenComparingLong(Event::insertion));
      double spread = random.nextDouble(1, 30);
      for (int i = 0; i < 20_000; i++) {
        if (plain.isEmpty() || (plain.size() < most && random.nextInt(10) < 7)) {
          double wait = Math.exp(spread * (random.nextDouble() - 0.5));
          double at = queue.time() + (random.nextInt(4) == 0 ? 1 : wait);
          queue.add(at, i);
          plain.add(new Event(at, i, i));
        } else {
          take(queue, plain);
        }
      }
      while (!plain.isEmpty()) {
        take(queue, plain);
      }
      assertThat(queue.isEmpty()).isTrue();
    }
  }

  /** Many long waits, and short ones after each, as in a farm; some are equal, some never end. */
  @ParameterizedTest
  @ValueSource(ints = {100, 2000, 20_000})
  void theQueueOrdersShortWaitsAmongLongOnes(int many) {
    for (int seed = 0; seed < 5; seed++) {
      var random = new SplittableRandom(seed);
      var queue = new EventQueue();
      var plain =
          new PriorityQueue<>(
              Comparator.comparingDouble(Event::time).thenComparingLong(Event::insertion));
      for (int i = 0; i < 6 * many; i++) {
        if (plain.size() > many && random.nextInt(2) == 0) {
          take(queue, plain);
        }
        double at =
            switch (random.nextInt(40)) {
              case 0 -> Double.POSITIVE_INFINITY;
              case 1 -> Math.rint(queue.time()) + 300;
              case 2 -> queue.time() + 1e5 * random.nextExponential();
              default -> queue.time() + (i % 2 == 0 ? 0.01 : random.nextDouble(50, 150));
            };
        queue.add(at, i);
        plain.add(new Event(at, i, i));
        if (plain.size() > many) {
          take(queue, plain);
        }
      }
      while (!plain.isEmpty()) {
        take(queue, plain);
      }
      assertThat(queue.isEmpty()).isTrue();
    }
  }

  @Test
  void theQueueTakesEndlessTimesButNoneThatArePast() {
    var queue = new EventQueue();
    queue.add(Double.POSITIVE_INFINITY, 1);
    queue.add(-0.0, 2);
    queue.add(0, 3);
    queue.add(Double.MIN_VALUE, 4);
    queue.add(Double.MAX_VALUE, 5);
    for (int expected : new int[] {2, 3, 4, 5}) {
      assertThat(queue.take()).isEqualTo(expected);
    }
    assertThatThrownBy(() -> queue.add(1, 6)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> queue.add(Double.NaN, 6)).isInstanceOf(IllegalArgumentException.class);
    assertThat(queue.take()).isEqualTo(1);
    assertThat(queue.time()).isInfinite();
    assertThat(queue.isEmpty()).isTrue();
  }

  private static void take(EventQueue queue, PriorityQueue<Event> plain) {
    var expected = plain.remove();
    assertThat(queue.take()).isEqualTo(expected.payload);
    assertThat(queue.time()).isEqualTo(expected.time);
  }

  private static Timeline randomTimeline(SplittableRandom random, double[] times) {
    var values = new double[times.length];
    double time = random.nextDouble(-2, 2);
    for (int i = 0; i < times.length; i++) {
      times[i] = time;
      time += random.nextDouble(0.01, 3);
      values[i] = i < times.length - 1 && random.nextInt(4) == 0 ? 0 : random.nextDouble(0.05, 2);
    }
    return new Timeline(times, values);
  }

  /** Adds up the value over small steps, each inside one piece. */
  private static double integral(Timeline timeline, double[] times, double from, double to) {
    double sum = 0;
    double now = from;
    while (now < to) {
      double next = Math.min(to, now + 0.37);
      for (double t : times) {
        if (t > now && t < next) {
          next = t;
        }
      }
      sum += (next - now) * timeline.at((now + next) / 2);
      now = next;
    }
    return sum;
  }

  @Test
  void aTimelineFinishesWhenItsIntegralIsTheAmount() {
    for (int seed = 0; seed < 5000; seed++) {
      var random = new SplittableRandom(seed);
      var times = new double[1 + random.nextInt(8)];
      var timeline = randomTimeline(random, times);
      double start = random.nextDouble(-3, 12);
      double amount = random.nextInt(5) == 0 ? 0 : random.nextDouble(10);
      double end = timeline.finish(start, amount);
      assertThat(end).isGreaterThanOrEqualTo(start);
      assertThat(integral(timeline, times, start, end)).isCloseTo(amount, within(1e-9));
      if (amount > 0) { // and not only later, after standing still
        double before = start + (end - start) * (1 - 1e-6);
        assertThat(integral(timeline, times, start, before)).isLessThan(amount);
      } else { // nothing is done as soon as anything could be
        assertThat(timeline.at(end)).isPositive();
        assertThat(end == start || timeline.at(start) == 0).isTrue();
      }
    }
  }

  @Test
  void aTimelineIsConstantBetweenItsPoints() {
    var timeline = new Timeline(new double[] {1, 2, 4}, new double[] {3, 0, 5});
    assertThat(new double[] {-7, 1, 1.9, 2, 3.9, 4, 100})
        .satisfies(
            times -> {
              double[] expected = {3, 3, 3, 0, 0, 5, 5};
              for (int i = 0; i < times.length; i++) {
                assertThat(timeline.at(times[i])).isEqualTo(expected[i]);
              }
            });
    assertThat(timeline.finish(1.5, 1.5)).isEqualTo(2);
    assertThat(timeline.finish(1.5, 1.6)).isCloseTo(4.02, within(1e-12));
    assertThat(Timeline.constant(2).finish(3, 5)).isEqualTo(5.5);
  }

  @Test
  void aTimelineStandsStillWhileDown() {
    for (int seed = 0; seed < 2000; seed++) {
      var random = new SplittableRandom(seed);
      var timeline = randomTimeline(random, new double[1 + random.nextInt(6)]);
      var down = Intervals.random(random, 2, 1, 15);
      var without = timeline.without(down);
      for (int i = 0; i < 40; i++) {
        double t = random.nextDouble(-3, 25);
        assertThat(without.at(t)).isEqualTo(down.contains(t) ? 0 : timeline.at(t));
      }
    }
    var forever = new Intervals(new double[] {2}, new double[] {Double.POSITIVE_INFINITY});
    var dead = Timeline.constant(1).without(forever);
    assertThat(dead.finish(0, 2)).isEqualTo(2);
    assertThat(dead.finish(0, 3)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void wrongTimelinesAndIntervalsAreRefused() {
    assertThatThrownBy(() -> new Timeline(new double[0], new double[0]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Timeline(new double[] {0, 0}, new double[] {1, 1}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Timeline(new double[] {0, 1}, new double[] {1, 0}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Timeline(new double[] {0}, new double[] {Double.NaN}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Intervals(new double[] {0, 1}, new double[] {2, 3}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Intervals(new double[] {1}, new double[] {1}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void intervalsAreFoundAsByLooking() {
    for (int seed = 0; seed < 1000; seed++) {
      var random = new SplittableRandom(seed);
      int count = random.nextInt(6);
      var starts = new double[count];
      var ends = new double[count];
      double time = 0;
      for (int i = 0; i < count; i++) {
        starts[i] = time += random.nextInt(3); // some begin where the one before ends
        ends[i] = time += 1 + random.nextInt(3);
      }
      var intervals = new Intervals(starts, ends);
      assertThat(intervals.count()).isEqualTo(count);
      for (double t = -1; t < time + 2; t += 0.5) {
        int first = 0;
        while (first < count && ends[first] <= t) {
          first++;
        }
        assertThat(intervals.firstEndingAfter(t)).isEqualTo(first);
        assertThat(intervals.contains(t)).isEqualTo(first < count && starts[first] <= t);
      }
    }
    assertThat(Intervals.NONE.contains(0)).isFalse();
  }

  @Test
  void randomIntervalsHaveTheirMeans() {
    var down = Intervals.random(new SplittableRandom(7), 30, 2, 1e6);
    double sum = 0;
    for (int i = 0; i < down.count(); i++) {
      sum += down.end(i) - down.start(i);
    }
    int n = down.count();
    // a cycle has the mean 32 and the deviation sqrt(30^2 + 2^2)
    assertThat((double) n).isCloseTo(1e6 / 32, within(4 * Math.sqrt(1e6 / 32) * 30.07 / 32));
    assertThat(sum / n).isCloseTo(2, within(4 * 2 / Math.sqrt(n)));
    assertThat(down.start(n - 1)).isLessThan(1e6);
  }

  static Stream<ServiceDistribution> distributions() {
    return Stream.of(
        ServiceDistribution.CONSTANT,
        new ServiceDistribution.Uniform(0.3),
        new ServiceDistribution.Uniform(1),
        new ServiceDistribution.Normal(0.2),
        new ServiceDistribution.Normal(1),
        new ServiceDistribution.Lognormal(0.5),
        new ServiceDistribution.Lognormal(1.5),
        new ServiceDistribution.Exponential(),
        new ServiceDistribution.Pareto(2.5),
        new ServiceDistribution.Pareto(6),
        new ServiceDistribution.Empirical(new double[] {3, 0, 1, 40}));
  }

  @ParameterizedTest
  @MethodSource("distributions")
  void everyDistributionHasMeanOneAndNothingBelowZero(ServiceDistribution distribution) {
    RandomGenerator random = new SplittableRandom(42);
    int n = 200_000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      double value = distribution.draw(random);
      assertThat(value >= 0 && value < Double.POSITIVE_INFINITY).isTrue();
      sum += value;
      squares += value * value;
    }
    double mean = sum / n;
    double error = Math.sqrt(Math.max(0, squares / n - mean * mean) / n);
    assertThat(mean).isCloseTo(1, within(4 * error + 1e-12));
  }

  @Test
  void distributionsVaryAsTheySay() {
    assertThat(deviation(new ServiceDistribution.Uniform(0.6)))
        .isCloseTo(0.6 / Math.sqrt(3), within(.01));
    assertThat(deviation(new ServiceDistribution.Normal(0.2))).isCloseTo(0.2, within(0.01));
    assertThat(deviation(new ServiceDistribution.Lognormal(0.5))).isCloseTo(0.5, within(0.01));
    assertThat(deviation(new ServiceDistribution.Exponential())).isCloseTo(1, within(0.02));
    // the variance of a Pareto distribution of mean 1 is 1 / (shape * (shape - 2))
    assertThat(deviation(new ServiceDistribution.Pareto(6)))
        .isCloseTo(Math.sqrt(1 / 24.0), within(0.01));
  }

  private static double deviation(ServiceDistribution distribution) {
    var random = new SplittableRandom(1);
    int n = 200_000;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      double off = distribution.draw(random) - 1;
      squares += off * off;
    }
    return Math.sqrt(squares / n);
  }

  @Test
  void wrongDistributionsAreRefused() {
    assertThatThrownBy(() -> new ServiceDistribution.Uniform(1.1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ServiceDistribution.Normal(-1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ServiceDistribution.Lognormal(Double.POSITIVE_INFINITY))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ServiceDistribution.Pareto(1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ServiceDistribution.Pareto(Double.POSITIVE_INFINITY))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ServiceDistribution.Empirical(new double[] {0, 0}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ServiceDistribution.Empirical(new double[] {1, -1}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
