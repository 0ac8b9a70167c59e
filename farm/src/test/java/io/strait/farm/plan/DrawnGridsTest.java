package io.strait.farm.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmFile;
import io.strait.farm.file.FarmPlan;
import io.strait.kind.file.Inputs;
import io.strait.model.Grid;
import io.strait.model.text.Document;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DrawnGridsTest {
  private static Inputs<FarmApp> inputs(double bandwidth, int tasks) {
    return FarmFile.inputs(
        Document.parse(
            "grid.yaml",
            """
            grid: g
            home: a
            clusters:
              a: {hosts: [{name: m, role: master}, {name: v, rate: 1e-3/s}]}
              b: {hosts: [{name: w, count: 8, rate: 1/s}]}
            links:
              - {between: [a, b], bandwidth: %.3f kB/s}
            """
                .formatted(bandwidth)),
        Document.parse(
            "app.yaml",
            "{app: t, kind: farm, tasks: %d, input: 0 B, output: 1 kB}".formatted(tasks)));
  }

  private static FarmPlan planned(Inputs<FarmApp> inputs, List<Grid> drawn) {
    var plan = FarmPlanner.plan(inputs.grid(), inputs.app(), PlanOptions.DEFAULT);
    return DrawnGrids.promised(inputs, Rehearsed.of(inputs, plan, Double.POSITIVE_INFINITY), drawn);
  }

  /** Where a gap of half the bandwidth carries half as many results, a run takes twice the time. */
  @ParameterizedTest
  @ValueSource(ints = {3000, 1_000_000})
  void theTimeFollowsTheGap(int tasks) {
    var inputs = inputs(2, tasks);
    var slow = Collections.nCopies(10, inputs(1, tasks).grid());
    var same = Collections.nCopies(20, inputs.grid());
    var fast = Collections.nCopies(10, inputs(4, tasks).grid());
    var drawn = new ArrayList<Grid>(slow);
    drawn.addAll(same);
    drawn.addAll(fast);
    var before = planned(inputs, same).result().total().promised();
    assertThat(before.most() / before.usual()).isCloseTo(1, within(0.02));
    var promised = planned(inputs, drawn).result().total().promised();
    assertThat(promised.usual()).isEqualTo(before.usual());
    assertThat(promised.most() / promised.usual()).isCloseTo(2, within(0.05));
    // The plan has workers for its own gap, and no more.
    assertThat(promised.least() / promised.usual()).isBetween(0.5, 1.0);
  }

  /** Nine of ten rehearsals, counted one by one, lie within the promise. */
  @Test
  void nineOfTenRehearsals() {
    var inputs = inputs(2, 2000);
    var random = new Random(5);
    var drawn = new ArrayList<Grid>();
    for (int i = 0; i < 41; i++) {
      drawn.add(inputs(2 * Math.exp(0.3 * random.nextGaussian()), 2000).grid());
    }
    var plan = planned(inputs, drawn);
    var promised = plan.result().total().promised();
    var seconds =
        drawn.stream()
            .mapToDouble(
                grid ->
                    new Rehearsal(
                            grid, inputs.app(), plan, plan.result(), RehearsalSettings.DEFAULT)
                        .run(null)
                        .makespan())
            .sorted()
            .toArray();
    assertThat(promised.least()).isCloseTo(seconds[2], within(1e-6 * seconds[2]));
    assertThat(promised.most()).isCloseTo(seconds[38], within(1e-6 * seconds[38]));
    assertThat(Arrays.stream(seconds).filter(promised::contains).count()).isBetween(36L, 38L);
  }

  @Test
  void thePlanItselfIsTheSame() {
    var inputs = inputs(2, 2000);
    var alone = planned(inputs, List.of(inputs.grid()));
    var other = planned(inputs, List.of(inputs(1, 2000).grid()));
    assertThat(other.result().clusters()).isEqualTo(alone.result().clusters());
    assertThat(other.master()).isEqualTo(alone.master());
  }
}
