package io.strait.farm.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmFile;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.Objective;
import io.strait.kind.file.Inputs;
import io.strait.model.law.TcpLaw;
import io.strait.model.text.Document;
import org.junit.jupiter.api.Test;

/** What a gap's loss does to plans and rehearsals. */
class LossTest {
  private static Inputs<FarmApp> farm(String gap, int input, int output) {
    var grid =
        """
        grid: two
        home: here
        clusters:
          here: {hosts: [{name: front, role: master}, {name: a, rate: 1/s}]}
          there: {hosts: [{name: b, count: 10, rate: 10/s}]}
        links: [{between: [here, there], %s}]
        """
            .formatted(gap);
    var app =
        "{app: x, kind: farm, tasks: 5000, input: %d B, output: %d B}".formatted(input, output);
    return FarmFile.inputs(Document.parse("grid.yaml", grid), Document.parse("app.yaml", app));
  }

  private static FarmPlan plan(Inputs<FarmApp> inputs) {
    double none = Double.POSITIVE_INFINITY;
    return FarmPlanner.plan(
        inputs.grid(),
        inputs.app(),
        new PlanOptions(0.85, null, PlanOptions.Method.FLOW, Objective.FASTEST, none, none));
  }

  private static double rate(String gap, int input, int output) {
    return plan(farm(gap, input, output)).result().total().estimatedRate();
  }

  @Test
  void lossAndLatencyLeaveLessOfAGap() {
    var gap = "bandwidth: 2 MB/s, latency: 100 ms, loss: 2%, duplex: full";
    double carried = TcpLaw.rate(0.2, 0.02);
    assertThat(rate(gap, 0, 2000)).isCloseTo(1 + carried / 2000, within(1e-9));
    assertThat(plan(farm(gap, 0, 2000)).notes())
        .contains(
            "TCP is slower than the network: a loss of 2% at 100 ms leaves gap here-there 59.3"
                + " kB/s of 2 MB/s.");
    // Each direction has its own connection's rate, also where they share the bandwidth.
    var half = gap.replace("full", "half");
    assertThat(rate(half, 0, 2000)).isCloseTo(1 + carried / 2000, within(1e-9));
    assertThat(rate(half, 2000, 2000)).isCloseTo(1 + carried / 2000, within(1e-9));
    var narrow = half.replace("2 MB/s", "70 kB/s");
    assertThat(rate(narrow, 2000, 2000)).isCloseTo(1 + 70_000.0 / 4000, within(1e-9));
    assertThat(rate(narrow, 0, 2000)).isCloseTo(1 + carried / 2000, within(1e-9));
    // without a bandwidth the loss alone limits
    assertThat(rate("latency: 100 ms, loss: 2%", 0, 2000))
        .isCloseTo(1 + carried / 2000, within(1e-9));
  }

  @Test
  void withoutLossOrLatencyAGapIsAsItWas() {
    for (var gap : new String[] {"latency: 100 ms", "loss: 2%", "latency: 100 ms, loss: 0.001%"}) {
      var inputs = farm("bandwidth: 50 kB/s, " + gap, 0, 2000);
      assertThat(plan(inputs).result().total().estimatedRate()).isCloseTo(26, within(1e-9));
      assertThat(plan(inputs).notes()).noneMatch(n -> n.contains("loss of"));
    }
  }

  @Test
  void moreLossTakesLongerInPlansAndRehearsals() {
    double planned = 0;
    double simulated = 0;
    for (var loss : new String[] {"0%", "3%", "10%", "50%"}) {
      var inputs = farm("bandwidth: 1 MB/s, latency: 40 ms, loss: " + loss, 100, 2000);
      var plan = plan(inputs);
      double time = plan.result().total().timeSeconds();
      double rehearsed =
          new Rehearsal(inputs.grid(), inputs.app(), plan, plan.result(), RehearsalSettings.DEFAULT)
              .run(null)
              .makespan();
      assertThat(time).as(loss).isGreaterThan(1.05 * planned);
      assertThat(rehearsed)
          .as(loss)
          .isGreaterThan(1.05 * simulated)
          .isCloseTo(time, within(time * 0.1));
      planned = time;
      simulated = rehearsed;
    }
  }
}
