package io.strait.farm.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strait.farm.file.FarmFile;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.Objective;
import io.strait.farm.plan.PlanOptions;
import io.strait.model.PlanException;
import io.strait.model.text.Document;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Deadlines and budgets hold for what is promised, start and end of the run included. */
class LimitsTest {
  private static final double NONE = Double.POSITIVE_INFINITY;

  /** Each takes 10 s for a task: four do 30 tasks in eight turns, not in seven and a half. */
  private static final String EIGHT =
      """
      grid: g
      home: a
      clusters:
        a:
          hosts:
            - {name: m, role: master, price: 0/h}
            - {name: w, count: 4, role: worker, rate: 0.1/s, price: 36/h}
            - {name: v, count: 4, role: worker, rate: 0.1/s, price: 72/h}
      """;

  private static FarmPlan plan(String grid, int tasks, double deadline, double budget) {
    var app = "{app: t, kind: farm, tasks: %d, input: 1 kB, output: 20 kB}".formatted(tasks);
    var objective = Double.isFinite(budget) ? Objective.FASTEST : Objective.CHEAPEST;
    var options = new PlanOptions(0.85, null, PlanOptions.Method.FLOW, objective, deadline, budget);
    return new FarmPlanning(options, false, plan -> plan, inputs -> {}, List.of())
        .plan(FarmFile.inputs(Document.parse("grid.yaml", grid), Document.parse("app.yaml", app)));
  }

  /** Without the last turn four workers would do for 75 s. */
  @ParameterizedTest
  @CsvSource({
    "100, 80, 3.2",
    "80, 80, 3.2",
    "79, 60, 3.6",
    "75, 60, 3.6",
    "59, 50, 4",
    "40, 40, 4.8"
  })
  void aDeadline(double deadline, double seconds, double cost) {
    var total = plan(EIGHT, 30, deadline, NONE).result().total();
    assertThat(total.promisedSeconds()).isCloseTo(seconds, within(1e-6));
    assertThat(total.cost()).as("of the whole run").isCloseTo(cost, within(1e-6));
  }

  @Test
  void aDeadlineThatOnlyTasksOverRateWouldKeep() {
    assertThatThrownBy(() -> plan(EIGHT, 30, 39, NONE))
        .isExactlyInstanceOf(PlanException.class)
        .hasMessage(
            "no plan is done within 39.0 s, start and end included: the shortest that was rehearsed"
                + " takes 40.0 s");
    assertThat(plan(EIGHT, 30, 75, NONE).notes())
        .anyMatch(note -> note.startsWith("This plan is done within 1 min 15 s, start and end"));
  }

  /** By tasks over rate, 3.1 would buy four workers. */
  @ParameterizedTest
  @CsvSource({"5, 40", "4.7, 50", "3.9, 60", "3.3, 80"})
  void aBudget(double budget, double seconds) {
    var total = plan(EIGHT, 30, NONE, budget).result().total();
    assertThat(total.promisedSeconds()).isCloseTo(seconds, within(1e-6));
    assertThat(total.cost()).isLessThanOrEqualTo(budget);
  }

  @Test
  void whoHasMoreTimeDoesNotPayMore() {
    var grid =
        """
        grid: d
        home: a
        clusters:
          a:
            lan: {bandwidth: 10 MB/s, latency: 1 ms}
            hosts: [{name: m, role: master, price: 0.1/h}, {name: w, count: 2, rate: 0.05/s, price: 0.3/h}]
          b:
            lan: {bandwidth: 10 MB/s, latency: 1 ms}
            hosts:
              - {name: x, count: 6, rate: 0.03/s, price: 0.1/h}
              - {name: y, count: 4, rate: 0.11/s, price: 0.5/h}
              - {name: z, count: 3, rate: 0.31/s, price: 2/h}
        links:
          - {between: [a, b], bandwidth: 1 MB/s, latency: 100 ms}
        """;
    var soon = plan(grid, 60, 120, NONE).result().total();
    var late = plan(grid, 60, 280, NONE).result().total();
    assertThat(late.cost()).isLessThanOrEqualTo(soon.cost() + 1e-9);
    // Nor is somebody slower who may pay as much.
    var rich = plan(grid, 60, NONE, soon.cost() * 1.001);
    assertThat(rich.objective()).isEqualTo(Objective.FASTEST);
    assertThat(rich.result().total().cost()).isLessThanOrEqualTo(soon.cost() * 1.001);
    assertThat(rich.result().total().promisedSeconds())
        .isLessThanOrEqualTo(1.1 * soon.promisedSeconds());
  }

  /** What is too little and what it would take do not read the same. */
  @Test
  void aBudgetThatIsTooSmallByAHair() {
    double least = 3.2;
    assertThat(plan(EIGHT, 30, NONE, least).result().total().cost()).isCloseTo(least, within(1e-9));
    assertThatThrownBy(() -> plan(EIGHT, 30, NONE, least - 1e-6))
        .hasMessageStartingWith("no plan costs at most 3.199999")
        .hasMessageEndingWith("costs 3.200000");
  }

  /** What hundreds of thousands of tasks take follows from what fewer take. */
  @Test
  void moreTasksThanAreRehearsed() {
    var grid =
        """
        grid: g
        home: a
        clusters:
          a: {hosts: [{name: m, role: master, price: 0/h}, {name: w, count: 3, rate: 10/s, price: 1/h}]}
          b: {hosts: [{name: x, rate: 0.001/s, price: 1/h}]}
        links: [{between: [a, b], bandwidth: 1 MB/s, latency: 100 ms}]
        """;
    double few = plan(grid, 200_000, NONE, 1e9).result().total().promisedSeconds();
    double many = plan(grid, 250_000, NONE, 1e9).result().total().promisedSeconds();
    assertThat(many - few).isCloseTo(50_000 / 30.001, within(1.0));
  }

  @Test
  void farmsOfAllSorts() {
    int kept = 0;
    for (int seed = 0; seed < 60; seed++) {
      var random = new Random(seed);
      var grid =
          """
          grid: g
          home: a
          clusters:
            a: {hosts: [{name: m, role: master}, {name: w, count: %d, rate: %.3f/s, price: %.2f/h}]}
            b: {hosts: [{name: x, count: %d, rate: %.3f/s, price: %.2f/h}]}
          links: [{between: [a, b], bandwidth: %d kB/s, latency: %d ms}]
          """
              .formatted(
                  random.nextInt(1, 6),
                  random.nextDouble(0.01, 1),
                  random.nextDouble(0, 5),
                  random.nextInt(1, 6),
                  random.nextDouble(0.01, 1),
                  random.nextDouble(0, 5),
                  random.nextInt(1, 100),
                  random.nextInt(1, 300));
      int tasks = random.nextInt(1, 200);
      double fastest = plan(grid, tasks, NONE, 1e9).result().total().promisedSeconds();
      double deadline = random.nextDouble(0.8, 2) * fastest;
      try {
        var total = plan(grid, tasks, deadline, NONE).result().total();
        assertThat(total.promisedSeconds()).as("seed %d", seed).isLessThanOrEqualTo(deadline);
        kept++;
      } catch (PlanException e) {
        assertThat(e).as("seed %d", seed).hasMessageStartingWith("no plan is done within");
      }
    }
    assertThat(kept).isGreaterThan(40);
  }
}
