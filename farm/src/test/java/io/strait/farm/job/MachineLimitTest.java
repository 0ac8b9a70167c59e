package io.strait.farm.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.farm.file.FarmFile;
import io.strait.farm.file.Objective;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.plan.FarmPlanner;
import io.strait.farm.plan.PlanOptions;
import io.strait.farm.plan.Rehearsal;
import io.strait.farm.plan.RehearsalSettings;
import io.strait.model.text.Document;
import org.junit.jupiter.api.Test;

/** How fast a machine with a few processors can emulate clusters. */
class MachineLimitTest {
  private record Case(PhasePlan phase, Rehearsal rehearsal) {
    double limit(double cost, int processors, double scale) {
      return new MachineLimit(cost, processors).limit(scale, phase, rehearsal);
    }
  }

  /** Near: two hosts with 1/s each. Far: eight cores with 4/s each, behind what carries 8/s. */
  private static Case farm() {
    var grid =
        """
        grid: two
        home: near
        clusters:
          near: {hosts: [{name: front, role: master}, {name: n, count: 2, rate: 1/s}]}
          far: {hosts: [{name: f, count: 2, cores: 4, rate: 16/s}]}
        links: [{between: [near, far], bandwidth: 8 kB/s, latency: 1 ms}]
        """;
    var app = "{app: x, kind: farm, tasks: 500, output: 1000 B}";
    var inputs =
        FarmFile.inputs(Document.parse("grid.yaml", grid), Document.parse("app.yaml", app));
    double none = Double.POSITIVE_INFINITY;
    var plan =
        FarmPlanner.plan(
            inputs.grid(),
            inputs.app(),
            new PlanOptions(0.01, null, PlanOptions.Method.FLOW, Objective.FASTEST, none, none));
    var phase =
        plan.steps().stream()
            .filter(p -> p.phase() == PhasePlan.Phase.MULTI)
            .findFirst()
            .orElseThrow();
    assertThat(phase.total().estimatedRate()).isCloseTo(10, within(1e-6));
    return new Case(
        phase, new Rehearsal(inputs.grid(), inputs.app(), plan, phase, RehearsalSettings.DEFAULT));
  }

  /** Eight tasks of 0.25 s begin at once, with room for twice as much, beside the two others. */
  @Test
  void aClusterMayBeginAtOnce() {
    assertThat(farm().limit(0.01, 2, 4)).isCloseTo(2 / (0.01 * (2 * 8 / 0.25 + 2)), within(1e-6));
    assertThat(farm().limit(0.01, 4, 2)).isEqualTo(2);
  }

  @Test
  void aStepTakesAtMostFourTimesAsLong() {
    assertThat(farm().limit(0.01, 2, 1000)).isEqualTo(250);
  }

  @Test
  void whereTheCostIsUnknownNothingChanges() {
    assertThat(farm().limit(0, 2, 1000)).isEqualTo(1000);
  }
}
