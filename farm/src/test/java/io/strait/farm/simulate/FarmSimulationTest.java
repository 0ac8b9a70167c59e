package io.strait.farm.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strait.simulate.Intervals;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Makespans that another simulator of the field gives for the same model, to the digits that it
 * prints; and runs without a makespan.
 */
class FarmSimulationTest {

  @ParameterizedTest
  @CsvSource({"0, 130", "1, 103"})
  void oneWorker(int prefetch, double makespan) {
    var model =
        new FarmModel(1, 0, 10, new int[1], new double[] {10})
            .volumes(1e6, 2e6)
            .lan(0, 1e6, 0, false)
            .prefetch(prefetch);
    assertThat(FarmSimulation.run(model).makespan()).isCloseTo(makespan, within(1e-9));
  }

  @Test
  void threeClustersOfDifferentHosts() {
    double[] speeds = {
      1.0, .9, .8, .7, .60, .55, .50, .45, .40, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1.0, .9
    };
    var clusterOf = new int[] {0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2};
    var seconds = Arrays.stream(speeds).map(s -> 100 / s).toArray();
    var model =
        new FarmModel(3, 0, 500, clusterOf, seconds).volumes(1000, 1000).topology(false, false);
    for (int c = 0; c < 3; c++) {
      model.lan(c, 12.5e6, 1e-4, false);
    }
    model.route(1, model.addGap(1.25e6, 0.01, false));
    model.route(2, model.addGap(1.25e6, 0.01, false));
    var outcome = FarmSimulation.run(model);
    assertThat(outcome.makespan()).isCloseTo(3273.120473, within(5e-7));
    var tasks = new int[3];
    IntStream.range(0, 17).forEach(w -> tasks[clusterOf[w]] += outcome.tasksOf()[w]);
    assertThat(tasks).containsExactly(106, 80, 314);
  }

  @Test
  void theClustersOfTuningWithoutGateways() {
    var clusterOf = new int[] {0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2};
    double[] rates = {1.754e-3 / 3, 3.106e-3 / 5, 23.570e-3 / 8};
    var seconds = Arrays.stream(clusterOf).mapToDouble(c -> 1 / rates[c]).toArray();
    var model =
        new FarmModel(3, 0, 500, clusterOf, seconds)
            .volumes(1000, 2_310_248)
            .topology(false, false)
            .prefetch(1);
    for (int c = 0; c < 3; c++) {
      model.lan(c, 12.5e6, 0, false);
    }
    model.route(1, model.addGap(25.3 * 1024, 0, false));
    model.route(2, model.addGap(21.0 * 1024, 0, false));
    assertThat(FarmSimulation.run(model).makespan()).isCloseTo(37114.325259, within(5e-7));
  }

  @Test
  void noTasksAreDoneAtOnce() {
    assertThat(FarmSimulation.run(new FarmModel(1, 0, 0, new int[1], new double[1])).makespan())
        .isZero();
  }

  @Test
  void whatDoesNotFitIntoEventsIsRefused() {
    refused(new FarmModel(1, 0, 1 << 30, new int[1], new double[1]));
    refused(new FarmModel(2, 0, 1, new int[(1 << 24) - 1], new double[(1 << 24) - 1]));
    refused(new FarmModel(1, 0, 1, new int[1], new double[1]).prefetch(Integer.MAX_VALUE));
    refused(new FarmModel(1, 0, 1, new int[1], new double[1]).gateway(0, 1, Integer.MAX_VALUE));
    refused(new FarmModel(2, 0, 1, new int[1], new double[1]).route(1, new int[63]));
  }

  private static void refused(FarmModel model) {
    assertThatThrownBy(() -> FarmSimulation.run(model))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most");
  }

  @Test
  void aRunWithoutEndStalls() {
    var dead = new Intervals(new double[] {3}, new double[] {Double.POSITIVE_INFINITY});
    var model = new FarmModel(1, 0, 5, new int[1], new double[] {2}).lease(1).hostDown(0, dead);
    assertThatThrownBy(() -> FarmSimulation.run(model))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the run stalls after 1 of 5 tasks");
  }
}
