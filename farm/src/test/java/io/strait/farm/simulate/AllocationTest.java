package io.strait.farm.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.strait.simulate.Intervals;
import io.strait.simulate.ServiceDistribution;
import io.strait.simulate.Timeline;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing is allocated per event, whatever the farm does. */
class AllocationTest {
  private static final int WORKERS = 30;
  private static final int FEW = 20_000;
  private static final int MANY = 220_000;
  private static final double HORIZON = 50_000;

  static Stream<ServiceDistribution> work() {
    return Stream.of(
        ServiceDistribution.CONSTANT,
        new ServiceDistribution.Uniform(0.5),
        new ServiceDistribution.Normal(0.5),
        new ServiceDistribution.Lognormal(0.5),
        new ServiceDistribution.Exponential(),
        new ServiceDistribution.Pareto(3),
        new ServiceDistribution.Empirical(new double[] {1, 2, 3}));
  }

  @ParameterizedTest
  @MethodSource("work")
  void longerRunsAllocateNoMore(ServiceDistribution work) {
    longerRunAllocatesNoMore(work, true);
    longerRunAllocatesNoMore(work, false);
  }

  private static void longerRunAllocatesNoMore(ServiceDistribution work, boolean gateways) {
    var few = farm(FEW, work, gateways);
    var many = farm(MANY, work, gateways);
    FarmSimulation.run(few); // loads what there is to load
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadAllocatedBytes();
    var first = FarmSimulation.run(few);
    long middle = threads.getCurrentThreadAllocatedBytes();
    var second = FarmSimulation.run(many);
    long end = threads.getCurrentThreadAllocatedBytes();
    assertThat(first.makespan()).isLessThan(HORIZON);
    assertThat(second.makespan()).isLessThan(HORIZON);
    assertThat(second.lost()).isGreaterThan(first.lost() + 100);
    long events = second.events() - first.events();
    assertThat(events).isGreaterThan(2L * (MANY - FEW));
    long bytes = end - middle - (middle - start);
    assertThat(1000.0 * bytes / events).as("bytes per 1000 events").isLessThan(200);
  }

  private static FarmModel farm(int tasks, ServiceDistribution work, boolean gateways) {
    var random = new SplittableRandom(5);
    var clusterOf = new int[WORKERS];
    var seconds = new double[WORKERS];
    Arrays.setAll(clusterOf, w -> w % 3);
    Arrays.setAll(seconds, w -> 1 + w % 7 * 0.1);
    var model =
        new FarmModel(3, 0, tasks, clusterOf, seconds)
            .volumes(1, 2)
            .work(work, 3)
            .topology(gateways, true)
            .prefetch(1)
            .masterSeconds(1e-3);
    var share = new Timeline(new double[] {0, 10, 20}, new double[] {1, 0.5, 1});
    for (int c = 0; c < 3; c++) {
      model.lan(c, 1000, 1e-4, c == 1).gateway(c, 4, 2);
      if (c > 0) {
        model.route(c, model.addGap(200, 0.01, c == 1));
        model.gapSpeed(c - 1, share);
      }
    }
    for (int w = 0; w < WORKERS; w++) {
      model.cores(w, 1 + w % 2).hostSpeed(w, share);
      if (w % 2 == 0) {
        model.lease(5).hostDown(w, Intervals.random(random, 300, 10, HORIZON));
      }
    }
    return model;
  }
}
