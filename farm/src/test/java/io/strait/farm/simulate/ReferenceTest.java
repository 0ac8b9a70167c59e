package io.strait.farm.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import io.strait.simulate.Intervals;
import io.strait.simulate.ServiceDistribution;
import io.strait.simulate.Timeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The simulator against the naive one, event by event, on small farms drawn at random. Half of the
 * farms have times in whole numbers or simple fractions, so that events coincide all the time and
 * the order among them is checked, too.
 */
class ReferenceTest {
  private static final int FARMS = 6000;

  @Test
  void everythingHappensAsInTheNaiveSimulator() {
    int losses = 0;
    int stalls = 0;
    for (int seed = 0; seed < FARMS; seed++) {
      var model = new Farm(seed).model();
      var reference = new ReferenceSimulator(model);
      String farm = "farm " + seed;
      if (!reference.run()) {
        stalls++;
        assertThatThrownBy(() -> FarmSimulation.run(model))
            .as(farm)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("stalls");
        continue;
      }
      losses += reference.lost > 0 ? 1 : 0;
      var log = new ReferenceSimulator.Log();
      var outcome = FarmSimulation.run(model, log);
      equal(farm, log.sorted(), reference.log.sorted());
      near(farm, outcome.makespan(), reference.makespan);
      assertThat(outcome.tasksOf()).as(farm).isEqualTo(reference.tasksOf());
      near(farm, outcome.busyOf(), reference.busyOf());
      assertThat(outcome.lost()).as(farm).isEqualTo(reference.lost);
      for (int s = 0; s < outcome.networks().length; s++) {
        near(farm, outcome.networks()[s], reference.servers().get(s));
      }
      near(farm, outcome.master(), reference.master);
    }
    // what was drawn is worth something
    assertThat(losses).isGreaterThan(FARMS / 20);
    assertThat(stalls).isBetween(1, FARMS / 20);
  }

  private static void equal(
      String farm, List<ReferenceSimulator.Entry> actual, List<ReferenceSimulator.Entry> expected) {
    for (int i = 0; i < Math.max(actual.size(), expected.size()); i++) {
      var a = i < actual.size() ? actual.get(i) : null;
      var e = i < expected.size() ? expected.get(i) : null;
      if (a == null
          || e == null
          || !a.kind().equals(e.kind())
          || a.who() != e.who()
          || a.core() != e.core()
          || a.what() != e.what()
          || !isNear(a.start(), e.start())
          || !isNear(a.end(), e.end())) {
        fail("%s, entry %d of %d: %s instead of %s", farm, i, expected.size(), a, e);
      }
    }
  }

  private static boolean isNear(double a, double b) {
    return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));
  }

  private static void near(String farm, double actual, double expected) {
    assertThat(actual).as(farm).isCloseTo(expected, within(1e-9 * Math.max(1, expected)));
  }

  private static void near(String farm, double[] actual, double[] expected) {
    assertThat(actual).as(farm).hasSameSizeAs(expected);
    for (int i = 0; i < actual.length; i++) {
      near(farm, actual[i], expected[i]);
    }
  }

  private static void near(
      String farm, FarmOutcome.Use actual, ReferenceSimulator.Server expected) {
    assertThat(actual.messages()).as(farm).isEqualTo(expected.messages);
    near(farm, actual.busy(), expected.busy);
    near(farm, actual.waited(), expected.waited);
  }

  /** A farm drawn at random; with ties if its number is even. */
  private static final class Farm {
    private final SplittableRandom random;
    private final boolean ties;

    Farm(int seed) {
      random = new SplittableRandom(seed);
      ties = seed % 2 == 0;
    }

    private int upTo(int most) {
      return random.nextInt(most + 1);
    }

    private boolean chance(double share) {
      return random.nextDouble() < share;
    }

    /** A time, a volume: from 0 to 4; with ties, in quarters at most. */
    private double amount() {
      if (chance(0.2)) {
        return 0;
      }
      return ties ? upTo(4) / (chance(0.2) ? 4.0 : 1.0) : 4 * random.nextDouble();
    }

    private double bandwidth() {
      if (chance(0.1)) {
        return Double.POSITIVE_INFINITY;
      }
      return ties ? 1 << upTo(3) : 0.2 + 8 * random.nextDouble();
    }

    private Timeline share() {
      int points = 1 + upTo(5);
      var times = new double[points];
      var values = new double[points];
      double time = upTo(2);
      for (int i = 0; i < points; i++) {
        times[i] = time;
        time += ties ? 1 + upTo(5) : 0.1 + 6 * random.nextDouble();
        values[i] =
            i < points - 1 && chance(0.2) ? 0 : ties ? 1.0 / (1 << upTo(2)) : 0.1 + amount();
      }
      return new Timeline(times, values);
    }

    private Intervals down() {
      int count = 1 + upTo(3);
      var starts = new double[count];
      var ends = new double[count];
      double time = 0;
      for (int i = 0; i < count; i++) {
        time += 3 * amount();
        starts[i] = time;
        time += ties ? 1 + upTo(3) : 0.1 + amount();
        ends[i] = time;
      }
      if (chance(0.1)) {
        ends[count - 1] = Double.POSITIVE_INFINITY;
      }
      return new Intervals(starts, ends);
    }

    private ServiceDistribution work() {
      return switch (upTo(ties ? 3 : 6)) {
        case 0, 1 -> ServiceDistribution.CONSTANT;
        case 2 -> new ServiceDistribution.Empirical(new double[] {1, 3});
        case 3 -> new ServiceDistribution.Empirical(new double[] {0, 1, 1, 2});
        case 4 -> new ServiceDistribution.Exponential();
        case 5 -> new ServiceDistribution.Lognormal(0.7);
        default -> new ServiceDistribution.Pareto(2.5);
      };
    }

    FarmModel model() {
      int clusters = 1 + upTo(3);
      int workers = 1 + upTo(7);
      int home = upTo(clusters - 1);
      var clusterOf = new int[workers];
      var seconds = new double[workers];
      double common = amount();
      boolean alike = chance(0.4);
      for (int w = 0; w < workers; w++) {
        clusterOf[w] = upTo(clusters - 1);
        seconds[w] = alike ? common : 2 * amount();
      }
      var model = new FarmModel(clusters, home, 1 + upTo(59), clusterOf, seconds);
      model.volumes(amount(), amount()).work(work(), random.nextLong());
      if (chance(0.1)) {
        model.work(task -> task % 4 / 2.0);
      }
      model.topology(chance(0.6), chance(0.5)).prefetch(upTo(2));
      model.masterSeconds(chance(0.5) ? 0 : amount() / 4).stagger(chance(0.7) ? 0 : amount());
      tree(model, clusters, home);
      for (int c = 0; c < clusters; c++) {
        model.lan(c, bandwidth(), latency(), chance(0.5)).gateway(c, 1 + upTo(4), upTo(3));
      }
      boolean unsteady = chance(0.3);
      boolean failing = chance(0.4);
      double lease = amount();
      for (int w = 0; w < workers; w++) {
        model.cores(w, chance(0.6) ? 1 : 1 + upTo(2));
        if (chance(0.3)) {
          model.asks(w, upTo(2), amount() / 2);
        }
        if (unsteady && chance(0.5)) {
          model.hostSpeed(w, share());
        }
        if (failing && chance(0.6)) {
          model.lease(lease).hostDown(w, down());
        }
      }
      for (int g = 0; g < model.gaps(); g++) {
        if (unsteady && chance(0.5)) {
          model.gapSpeed(g, share());
        }
      }
      boolean isJustInTime = chance(0.4);
      for (int c = 0; isJustInTime && c < clusters; c++) {
        model.asksJustInTime(c, amount());
      }
      return model;
    }

    private double latency() {
      return chance(0.5) ? 0 : amount() / 2;
    }

    /**
     * Every cluster hangs on one that is in the tree already, by one gap or more, or shares one.
     */
    private void tree(FarmModel model, int clusters, int home) {
      var reached = new ArrayList<>(List.of(home));
      for (int c = 0; c < clusters; c++) {
        if (c == home) {
          continue;
        }
        var beside = model.route[reached.get(upTo(reached.size() - 1))];
        int added = beside.length > 0 && chance(0.15) ? 0 : chance(0.2) ? 2 : 1;
        var route = Arrays.copyOf(beside, beside.length + added);
        for (int i = beside.length; i < route.length; i++) {
          boolean isFull = chance(0.5);
          route[i] = model.addGap(bandwidth(), latency(), isFull);
          if (isFull && chance(0.3)) {
            model.directions(route[i], bandwidth(), bandwidth());
          }
        }
        model.route(c, route);
        reached.add(c);
      }
    }
  }
}
