package io.strait.farm.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmFile;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.Objective;
import io.strait.kind.file.Inputs;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.GridTree;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gaps with another bandwidth one way than the other. */
class LopsidedGapsTest {
  private static Inputs<FarmApp> farm(String link, int input, int output) {
    return inputs(link, "input: %d B, output: %d B".formatted(input, output));
  }

  private static Inputs<FarmApp> farm(String between, String app) {
    return inputs(
        "between: [%s], bandwidth: 50 kB/s, latency: 30 ms, back: {bandwidth: 20 kB/s, latency: 50 ms}"
            .formatted(between),
        app);
  }

  private static Inputs<FarmApp> inputs(String link, String app) {
    var grid =
        """
        grid: two
        home: here
        clusters:
          here: {hosts: [{name: front, role: master}, {name: a, rate: 1/s}]}
          there: {hosts: [{name: b, count: 10, rate: 10/s}]}
        links: [{%s}]
        """
            .formatted(link);
    var words = "{app: x, kind: farm, tasks: 2000, %s}".formatted(app);
    return FarmFile.inputs(Document.parse("grid.yaml", grid), Document.parse("app.yaml", words));
  }

  private static FarmPlan plan(Inputs<FarmApp> inputs) {
    double none = Double.POSITIVE_INFINITY;
    return FarmPlanner.plan(
        inputs.grid(),
        inputs.app(),
        new PlanOptions(0.85, "front", PlanOptions.Method.FLOW, Objective.FASTEST, none, none));
  }

  /** Inputs leave the master's cluster, results come to it; each has the bandwidth of its way. */
  @ParameterizedTest
  @CsvSource({
    "'here, there', 1000, 2000, 11", // 20 kB/s for results
    "'there, here', 1000, 2000, 21", // 20 kB/s for inputs
    "'there, here', 100, 2000, 26", // 50 kB/s for results
    "'here, there', 4000, 100, 13.5" // 50 kB/s for inputs
  })
  void eachDirectionLimitsWhatCrossesItThatWay(String between, int in, int out, double rate) {
    var inputs = farm(between, "input: %d B, output: %d B".formatted(in, out));
    var plan = plan(inputs);
    assertThat(plan.result().total().estimatedRate()).isCloseTo(rate, within(1e-9));
    assertThat(plan.result().gaps().getFirst().utilisation()).isCloseTo(1, within(1e-9));
    double simulated =
        new Rehearsal(inputs.grid(), inputs.app(), plan, plan.result(), RehearsalSettings.DEFAULT)
            .run(null)
            .makespan();
    double planned = plan.result().total().timeSeconds();
    assertThat(simulated).isCloseTo(planned, within(0.02 * planned));
  }

  /** Results are combined until inputs fill their direction: S = 2000 x 50 / (1000 x 20). */
  @ParameterizedTest
  @CsvSource({"'here, there', 5, 51", "'there, here', 1, 21"})
  void combiningResultsRelievesTheSlowerDirection(String between, int s, double rate) {
    var plan = plan(farm(between, "input: 1000 B, output: 2000 B, reduce: sum long"));
    assertThat(plan.result().total().estimatedRate()).isCloseTo(rate, within(0.01 * rate));
    var there = plan.result().clusters().get(1);
    assertThat(there.aggregate()).isGreaterThanOrEqualTo(s);
  }

  /** One direction without a limit: the other one still has its own. */
  @Test
  void oneDirectionWithoutALimit() {
    var inputs = farm("between: [here, there], back: {bandwidth: 20 kB/s}", 10_000, 1000);
    var net = new FarmNetwork(inputs.grid(), inputs.app());
    var solver = new RateSolver(net, net.findHost("front"));
    assertThat(solver.aloneRate(1, 1)).isCloseTo(20, within(1e-9));
    assertThat(solver.aloneRate(1, 2)).isCloseTo(40, within(1e-9));
    assertThat(plan(inputs).result().total().estimatedRate()).isCloseTo(21, within(1e-9));
  }

  /** As many tasks are asked for ahead as are computed until the bytes of one came and went. */
  @Test
  void tasksAheadGoByTheBytesOfEachDirection() {
    var slow =
        "between: [here, there], bandwidth: 1 kB/s, latency: 40 ms, back: {bandwidth: 1 MB/s}";
    var inputs = farm(slow, 8, 100_000);
    var net = new FarmNetwork(inputs.grid(), inputs.app());
    assertThat(new FarmRoutes(net, 0).prefetch(1, 10)).isEqualTo(2); // (80 + 8 + 100) ms x 10/s
  }

  /** Directions with bandwidths of their own do not share one, equal or not. */
  @Test
  void equalDirectionsAreFullDuplex() {
    var own =
        farm("between: [here, there], bandwidth: 20 kB/s, back: {bandwidth: 20 kB/s}", 1000, 2000);
    assertThat(plan(own).result().total().estimatedRate()).isCloseTo(11, within(1e-9));
    var shared =
        farm("between: [here, there], bandwidth: 20 kB/s, back: {latency: 9 ms}", 1000, 2000);
    assertThat(plan(shared).result().total().estimatedRate()).isCloseTo(1 + 20.0 / 3, within(1e-9));
    for (var inputs : List.of(own, shared)) {
      var again = GridFile.read(Document.parse("grid.yaml", GridTree.of(inputs.grid()).yaml()));
      assertThat(again).isEqualTo(inputs.grid());
    }
  }
}
