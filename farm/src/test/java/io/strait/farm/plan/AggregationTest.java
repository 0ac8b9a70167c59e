package io.strait.farm.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmFile;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.Objective;
import io.strait.farm.file.PhasePlan.Phase;
import io.strait.model.PlanException;
import io.strait.model.text.Document;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** How many results are combined, and when none are. */
class AggregationTest {
  private static final String TWO_CLUSTERS =
      """
      grid: two
      home: here
      clusters:
        here: {hosts: [{name: front, role: master}, {name: a, rate: 1/s}]}
        there: {hosts: [{name: b, count: 10, rate: 1/s}]}
      links: [{between: [here, there], bandwidth: 400 B/s}]
      """;

  private static FarmPlan plan(String grid, String app) {
    var inputs =
        FarmFile.inputs(Document.parse("grid.yaml", grid), Document.parse("app.yaml", app));
    return FarmPlanner.plan(inputs.grid(), inputs.app(), PlanOptions.DEFAULT);
  }

  private static String farm(long tasks, int input, int output, String reduce) {
    return "{app: x, kind: farm, tasks: %d, input: %d B, output: %d B, reduce: %s}"
        .formatted(tasks, input, output, reduce);
  }

  private static int aggregate(FarmPlan plan, String cluster) {
    return plan.result().clusters().stream()
        .filter(c -> c.name().equals(cluster))
        .findFirst()
        .orElseThrow()
        .aggregate();
  }

  @Test
  void theSmallestNumberThatFreesTheClusterIsTaken() {
    // 10 tasks/s over 400 B/s leave 40 B per task: 100 / S <= 40
    assertThat(aggregate(plan(TWO_CLUSTERS, farm(10_000, 0, 100, "sum")), "there")).isEqualTo(3);
    // with 15 B of input 100 / S <= 25
    assertThat(aggregate(plan(TWO_CLUSTERS, farm(10_000, 15, 100, "sum")), "there")).isEqualTo(4);
  }

  @Test
  void aLargerNumberLeavesRoomOnTheMastersLan() {
    var plan =
        fastest(
            """
            grid: s
            home: a
            clusters:
              a:
                lan: {bandwidth: 300 kB/s}
                hosts: [{name: m, role: master}, {name: w, role: worker, rate: 3/s}]
              b: {hosts: [{name: x, role: worker, rate: 0.6/s}]}
            links: [{between: [a, b], bandwidth: 100 kB/s}]
            """,
            farm(100_000, 10_000, 1_000_000, "sum"));
    // S = 7 frees b, but loads the LAN of a with 92 kB/s; S = 200 with 9 kB/s. The last batch takes
    // S / 0.6 s and the run 100,000 / (0.6 + (300 - 0.6 * (10 + 1000 / S)) / 1010) s: least at 213.
    assertThat(aggregate(plan, "b")).isBetween(211, 215);
    assertThat(plan.result().total().estimatedRate()).isCloseTo(0.8883, within(1e-4));
  }

  @Test
  void noOtherNumberEndsTheRunSooner() {
    int combining = 0;
    for (long seed = 0; seed < 400; seed++) {
      var farm = RandomFarms.of(seed, new RandomFarms.Shape(8, seed % 4 == 3, true, false, false));
      var net = new FarmNetwork(farm.grid(), farm.app());
      if (net.clusters != 2 || net.tasks > 500) {
        continue;
      }
      for (int master : new int[] {net.hostStart[0], net.hostStart[1]}) {
        int there = 1 - net.clusterOf[master];
        var solver = new RateSolver(net, master);
        var supply = WorkerSet.all(net, master).supply();
        var chosen = new Aggregation(solver, supply).choose();
        double best = Double.POSITIVE_INFINITY;
        for (int s = 1; s <= net.tasks; s++) {
          best = Math.min(best, time(solver, supply, there, s));
        }
        assertThat(time(solver, supply, there, chosen[there]))
            .as("seed %d, master %d, S = %d", seed, master, chosen[there])
            .isLessThanOrEqualTo(best * (1 + 1e-6));
        combining += chosen[there] > 1 ? 1 : 0;
      }
    }
    assertThat(combining).isGreaterThan(20);
  }

  private static double time(RateSolver solver, double[] supply, int there, int s) {
    var aggregate = solver.noAggregation();
    aggregate[there] = s;
    double rate = Math.min(supply[there], solver.aloneRate(there, s));
    return solver.network().tasks / solver.quick(supply, aggregate).total + (s - 1) / rate;
  }

  @Test
  void withManyTasksNothingMoreIsGainedByCombiningMore() {
    for (long seed = 0; seed < 300; seed++) {
      var farm = RandomFarms.of(seed, new RandomFarms.Shape(10, false, true, false, false));
      var net = new FarmNetwork(farm.grid(), withTasks(farm.app(), 100_000_000));
      var solver = new RateSolver(net, 0);
      var supply = WorkerSet.all(net, 0).supply();
      var chosen = new Aggregation(solver, supply).choose();
      var most = solver.noAggregation();
      Arrays.fill(most, 1_000_000);
      assertThat(solver.quick(supply, chosen).total)
          .as("seed %d, S = %s", seed, Arrays.toString(chosen))
          .isGreaterThan(LinearProgram.rate(net, 0, supply, most) * 0.99);
    }
  }

  private static FarmApp withTasks(FarmApp app, long tasks) {
    return new FarmApp(
        app.name(), tasks, app.input(), app.output(), app.reduce(), null, null, null);
  }

  private static FarmPlan fastest(String grid, String app) {
    var inputs =
        FarmFile.inputs(Document.parse("grid.yaml", grid), Document.parse("app.yaml", app));
    var none = Double.POSITIVE_INFINITY;
    return FarmPlanner.plan(
        inputs.grid(),
        inputs.app(),
        new PlanOptions(0.85, null, PlanOptions.Method.FLOW, Objective.FASTEST, none, none));
  }

  @Test
  void fewTasksAreNotHeldBackForALargeBatch() {
    assertThat(aggregate(plan(TWO_CLUSTERS, farm(3, 39, 100, "sum")), "there")).isBetween(1, 3);
    assertThat(aggregate(plan(TWO_CLUSTERS, farm(100_000, 39, 100, "sum")), "there"))
        .isEqualTo(100);
    assertThat(aggregate(plan(TWO_CLUSTERS, farm(100, 39, 100, "sum")), "there")).isBetween(2, 50);
  }

  @Test
  void asManyAreCombinedAsWasSaid() {
    var app = farm(100_000, 39, 100, "sum");
    var chosen = plan(TWO_CLUSTERS, app).result().total().estimatedRate();
    assertThat(aggregate(given(TWO_CLUSTERS, app, 7), "there")).isEqualTo(7);
    assertThat(aggregate(given(TWO_CLUSTERS, app, 1), "there")).isEqualTo(1);
    assertThat(given(TWO_CLUSTERS, app, 1).result().total().estimatedRate()).isLessThan(chosen);
    // More than the planner would take, and never more than there are tasks.
    assertThat(aggregate(given(TWO_CLUSTERS, app, 5_000), "there")).isEqualTo(5_000);
    var few = given(TWO_CLUSTERS, farm(30, 39, 100, "sum"), 5_000);
    assertThat(aggregate(few, "there")).isEqualTo(30);
    assertThatThrownBy(() -> given(TWO_CLUSTERS, farm(30, 39, 100, "none"), 2))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("expected an app with reduce:");
  }

  private static FarmPlan given(String grid, String app, int results) {
    var inputs =
        FarmFile.inputs(Document.parse("grid.yaml", grid), Document.parse("app.yaml", app));
    return FarmPlanner.plan(
        inputs.grid(), inputs.app(), PlanOptions.DEFAULT.withAggregate(results));
  }

  @Test
  void resultsThatDoNotShrinkAreNotCombined() {
    for (var reduce : new String[] {"none", "concat"}) {
      var plan = plan(TWO_CLUSTERS, farm(10_000, 0, 100, reduce));
      assertThat(aggregate(plan, "there")).isEqualTo(1);
      assertThat(plan.steps()).noneMatch(s -> s.phase() == Phase.TUNED);
      assertThat(plan.notes()).anyMatch(n -> n.contains("reduce: sum"));
    }
  }

  @Test
  void aClusterWhoseInputsFillTheGapGetsWhatTheyLeave() {
    var plan = plan(TWO_CLUSTERS, farm(100_000, 80, 100, "sum"));
    // 400 B/s / 80 B = 5 tasks/s at the very most
    assertThat(plan.result().total().estimatedRate()).isBetween(5.8, 6.0);
  }

  @Test
  void clustersThatShareAGapAreFreedTogether() {
    var plan =
        plan(
            """
            grid: shared
            home: here
            clusters:
              here: {hosts: [{name: front, role: master}, {name: a, rate: 1/s}]}
              hub: {hosts: [{name: h, role: master}]}
              left: {hosts: [{name: l, count: 10, rate: 1/s}]}
              right: {hosts: [{name: r, count: 10, rate: 1/s}]}
            links:
              - {between: [here, hub], bandwidth: 1000 B/s}
              - {between: [hub, left], bandwidth: 800 B/s}
              - {between: [right, hub]}
            """,
            farm(1_000_000, 0, 100, "sum"));
    // alone each fits; together 20 tasks/s need 100/S(l)*10 + 100/S(r)*10 <= 1000
    assertThat(plan.result().total().estimatedRate()).isCloseTo(21, within(1e-6));
    assertThat(aggregate(plan, "left")).isBetween(2, 4);
    assertThat(aggregate(plan, "right")).isBetween(1, 4);
  }

  @Test
  void aLinkMayBeAPathThroughOtherClusters() {
    var grid =
        """
        grid: path
        home: a
        clusters:
          a: {hosts: [{name: m, role: master}]}
          b: {hosts: [{name: b, rate: 4/s}]}
          c: {hosts: [{name: c, rate: 7/s}]}
        links: [{between: [a, b, c], bandwidth: 1000 B/s}]
        """;
    var plan = plan(grid, farm(1000, 0, 100, "none"));
    // both share the gap a-b, which carries 10 tasks/s
    assertThat(plan.result().total().estimatedRate()).isCloseTo(10, within(1e-9));
    assertThat(plan.result().total().boundBy()).isEqualTo("gap a-b");
    assertThat(plan.result().gaps().getFirst().utilisation()).isCloseTo(1, within(1e-9));
  }

  @Test
  void competingClustersAreShownToShareWhatBindsThem() {
    var grid =
        """
        grid: rivals
        home: a
        clusters:
          a: {lan: {bandwidth: 1000 B/s}, hosts: [{name: m, role: master}]}
          b: {hosts: [{name: b, count: 10, rate: 1/s}]}
          c: {hosts: [{name: c, count: 10, rate: 1/s}]}
        links: [{between: [a, b]}, {between: [a, c]}]
        """;
    var multi = plan(grid, farm(1000, 0, 100, "none")).steps().get(1);
    assertThat(multi.clusters().get(1).estimatedRate()).isCloseTo(5, within(0.2));
    assertThat(multi.clusters().get(2).estimatedRate()).isCloseTo(5, within(0.2));
    assertThat(multi.clusters().get(1).boundBy()).isEqualTo("LAN a");
    assertThat(multi.total().estimatedRate()).isCloseTo(10, within(1e-9));
  }

  @Test
  void aFarmWithoutDataIsBoundByItsWorkersAlone() {
    var plan = plan(TWO_CLUSTERS, "{app: x, kind: farm, tasks: 10}");
    assertThat(plan.result().total().estimatedRate()).isEqualTo(11);
    assertThat(plan.result().total().boundBy()).isEqualTo("CPU");
  }

  @Test
  void combiningDoesNotHelpWhereTheInputsOfAFullDuplexGapBind() {
    var grid = TWO_CLUSTERS.replace("400 B/s", "400 B/s, duplex: full");
    var plan = plan(grid, farm(10_000, 100, 100, "sum"));
    assertThat(aggregate(plan, "there")).isEqualTo(1);
    assertThat(plan.result().total().estimatedRate()).isCloseTo(5, within(1e-9));
    // with small inputs it does: 10 tasks/s over 400 B/s leave 40 B per task each way
    var tuned = plan(grid, farm(10_000, 15, 100, "sum"));
    assertThat(aggregate(tuned, "there")).isEqualTo(3);
    assertThat(tuned.result().total().estimatedRate()).isCloseTo(11, within(1e-9));
    assertThat(tuned.result().gaps().getFirst().utilisation()).isBetween(0.8, 1.0);
  }

  @Test
  void resultsAreCombinedForTheWorkersThatAreTakenOnly() {
    var grid = TWO_CLUSTERS.replace("count: 10, rate: 1/s", "count: 3, rate: 5/s");
    // inputs allow 400 / 60 = 6.7 tasks/s: one worker of 5/s keeps 85 %, and 400 / 5 - 60 = 20 >=
    // 100 / S
    assertThat(aggregate(plan(grid, farm(10_000, 60, 100, "sum")), "there")).isEqualTo(5);
  }

  @Test
  void theMasterIsChosenForTheObjective() {
    var grid =
        """
        grid: prices
        home: a
        clusters:
          a:
            hosts:
              - {name: gold, rate: 1/s, price: 100/h}
              - {name: tin, rate: 2/s, price: 1/h}
              - {name: w, count: 3, rate: 1/s, price: 1/h}
        """;
    var inputs =
        FarmFile.inputs(Document.parse("g", grid), Document.parse("a", farm(1000, 0, 0, "none")));
    var options =
        new PlanOptions(
            0.85,
            null,
            PlanOptions.Method.FLOW,
            Objective.CHEAPEST,
            Double.POSITIVE_INFINITY,
            Double.POSITIVE_INFINITY);
    assertThat(FarmPlanner.plan(inputs.grid(), inputs.app(), options).master()).startsWith("w");
  }

  @Test
  void whatTheHomeClusterCanDoIsNotRented() {
    var grid =
        """
        grid: master-bound
        home: a
        clusters:
          a: {hosts: [{name: m, role: master, master-rate: 10/s}, {name: w, count: 12, rate: 1/s, role: worker}]}
          b: {hosts: [{name: x, count: 4, rate: 5/s, price: 9/h}]}
        links: [{between: [a, b]}]
        """;
    var total = plan(grid, farm(1000, 0, 1, "none")).result();
    assertThat(total.clusters().get(1).workers()).isEmpty();
    assertThat(total.total().estimatedRate()).isCloseTo(10, within(1e-9));
  }
}
