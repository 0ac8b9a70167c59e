package io.strait.farm.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmFile;
import io.strait.farm.file.Objective;
import io.strait.kind.file.Inputs;
import io.strait.model.text.Document;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The experiments of paper placement: every master, and growing numbers of workers. */
class NineMachinesTest {
  private static final List<String> MACHINES =
      List.of(
          "azulejo",
          "kingkong",
          "kongo",
          "lorax",
          "tandem",
          "thing1",
          "magie",
          "saltimbanco",
          "sojourner");

  private static Inputs<FarmApp> inputs(String app) {
    var folder = Path.of(System.getProperty("strait.root", ".."), "examples", "nine-machines");
    return FarmFile.inputs(
        Document.read(folder.resolve("grid.yaml")), Document.read(folder.resolve(app)));
  }

  private static PlanOptions fastest(String master) {
    return new PlanOptions(
        0.85,
        master,
        PlanOptions.Method.FLOW,
        Objective.FASTEST,
        Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY);
  }

  private static double simulated(Inputs<FarmApp> inputs, String master) {
    var plan = FarmPlanner.plan(inputs.grid(), inputs.app(), fastest(master));
    var app = inputs.app();
    return new Rehearsal(inputs.grid(), app, plan, plan.result(), RehearsalSettings.DEFAULT)
        .run(null)
        .makespan();
  }

  @ParameterizedTest
  @ValueSource(strings = {"app.yaml", "povray.yaml", "ep.yaml"})
  void thePlansMasterIsTheFastestOrWithinOnePercent(String app) {
    var inputs = inputs(app);
    double best = MACHINES.stream().mapToDouble(m -> simulated(inputs, m)).min().orElseThrow();
    assertThat(simulated(inputs, PlanOptions.AUTO)).isLessThanOrEqualTo(1.01 * best);
  }

  @Test
  void theWorstMasterCostsMoreTheMoreAnAppCommunicates() {
    double[] cost =
        Arrays.stream(new String[] {"app.yaml", "povray.yaml", "ep.yaml"})
            .map(NineMachinesTest::inputs)
            .mapToDouble(
                inputs -> {
                  var times =
                      MACHINES.stream().mapToDouble(m -> simulated(inputs, m)).summaryStatistics();
                  return times.getMax() / times.getMin() - 1;
                })
            .toArray();
    assertThat(cost[0]).isBetween(1.5, 2.2); // the paper measured 1.7
    assertThat(cost[1]).isBetween(0.15, 0.35); // 0.25
    assertThat(cost[2]).isBetween(0.05, 0.35); // 0.10
  }

  /** Simulated time with the first k other machines of the list as workers. */
  private static double[] curve(String app, String master) {
    var inputs = inputs(app);
    var farm = inputs.app();
    var net = new FarmNetwork(inputs.grid(), farm);
    int host = net.findHost(master);
    var solver = new RateSolver(net, host);
    var phases = new PhaseBuilder(solver, 1);
    var plan = FarmPlanner.plan(inputs.grid(), farm, fastest(master));
    var workers = WorkerSet.none(net);
    var times = new double[8];
    int count = 0;
    for (var name : MACHINES) {
      if (!name.equals(master)) {
        workers.add(net.findHost(name));
        var phase = phases.build(plan.result().phase(), workers.copy(), solver.noAggregation(), 0);
        times[count++] =
            new Rehearsal(inputs.grid(), farm, plan, phase, RehearsalSettings.DEFAULT)
                .run(null)
                .makespan();
      }
    }
    return times;
  }

  @Test
  void moreWorkersStopHelpingWhereTheMastersNetworkIsFull() {
    // On 10 Mbit/s (31 tasks/s) three workers fill the network: more change little.
    var slow = curve("app.yaml", "magie");
    assertThat(slow[2]).isLessThan(0.6 * slow[0]);
    assertThat(slow[7]).isBetween(0.9 * slow[3], 1.15 * slow[3]);
    // On 100 Mbit/s it goes on, and computing scales with either.
    var fast = curve("app.yaml", "thing1");
    assertThat(fast[7]).isLessThan(0.7 * fast[3]);
    var computing = curve("ep.yaml", "magie");
    assertThat(computing[7]).isLessThan(0.6 * computing[3]);
  }
}
