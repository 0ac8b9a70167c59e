package io.strait.stencil.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strait.model.Grid;
import io.strait.model.PlanException;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilFile;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.Strategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The paper's set-up: two clusters of three hosts, 10 ms inside, 300 x 300 cells of 30 ns. */
final class StencilPlannerTest {
  private static final String GRID =
      """
      grid: pair
      clusters:
        left: {lan: {latency: 10 ms}, hosts: [{name: l, count: 3}]}
        right: {lan: {latency: 10 ms}, hosts: [{name: r, count: 3}]}
      links: [{between: [left, right], latency: %s}]
      """;

  private static final String APP =
      """
      app: heat
      kind: stencil
      domain: [300, 300]
      iterations: 500
      cost-per-cell: %s
      """;

  private static Grid grid(String latency) {
    return GridFile.read(Document.parse("grid.yaml", GRID.formatted(latency)));
  }

  private static StencilApp app(String cost, String more) {
    return StencilFile.read(Document.parse("app.yaml", APP.formatted(cost) + more));
  }

  private static StencilPlan plan(String latency, String cost) {
    return StencilPlanner.plan(grid(latency), app(cost, ""));
  }

  @Test
  void thePapersExample() {
    var plan = plan("200 ms", "30 ns");
    var wavefront = plan.of(Strategy.WAVEFRONT);
    assertThat(wavefront.band()).isBetween(19, 20);
    assertThat(wavefront.iterationSeconds()).isCloseTo(0.010, within(0.0001));
    assertThat(wavefront.boundBy()).startsWith("latency of lan");
    var lh = plan.of(Strategy.LH);
    assertThat(lh.iterationSeconds()).isCloseTo(0.200, within(0.0001));
    assertThat(lh.boundBy()).isEqualTo("latency of gap left-right");
    var lhrp = plan.of(Strategy.LHRP);
    assertThat(lhrp.band()).isEqualTo(60);
    assertThat(lhrp.iterationSeconds()).isCloseTo((0.2 + 60 * 0.01) / 61, within(0.0001));
    assertThat(plan.of(Strategy.SYNC).iterationSeconds()).isCloseTo(0.20045, within(0.0001));
    // Table 2: five useful processors of six.
    assertThat(lhrp.redundant()).isCloseTo(0.2, within(1e-9));
    assertThat(lh.redundant()).isZero();
  }

  /** Every strategy's prediction is what its simulation gives, here and along figures 6 and 7. */
  @ParameterizedTest
  @ValueSource(strings = {"0 ms", "10 ms", "40 ms", "100 ms", "205 ms", "350 ms", "700 ms"})
  void figureSix(String latency) {
    agrees(grid(latency), app("30 ns", ""));
    var plan = plan(latency, "30 ns");
    assertThat(plan.of(Strategy.WAVEFRONT).iterationSeconds()).isLessThan(0.0103);
  }

  @ParameterizedTest
  @ValueSource(strings = {"30 ns", "500 ns", "2000 ns", "8000 ns", "11000 ns", "20000 ns"})
  void figureSeven(String cost) {
    agrees(grid("200 ms"), app(cost, ""));
  }

  private static void agrees(Grid grid, StencilApp app) {
    var plan = StencilPlanner.plan(grid, app);
    for (var each : plan.strategies()) {
      var simulated =
          StencilTiming.of(grid, app, each.strategy(), each.band()).simulate(1).iterationSeconds();
      assertThat(each.iterationSeconds())
          .as("%s with band %d".formatted(each.strategy(), each.band()))
          .isCloseTo(
              simulated, within((each.strategy() == Strategy.LHRP ? 0.1 : 0.03) * simulated));
    }
  }

  @Test
  void whatTheAppSaysIsDone() {
    var plan = StencilPlanner.plan(grid("200 ms"), app("30 ns", "strategy: wavefront\nband: 12\n"));
    assertThat(plan.best()).isEqualTo(Strategy.WAVEFRONT);
    assertThat(plan.result().band()).isEqualTo(12);
    assertThat(plan.result().iterationSeconds()).isCloseTo(0.2 / 13, within(0.0001));
    assertThat(StencilPlanner.plan(grid("200 ms"), app("30 ns", "strategy: sync\n")).best())
        .isEqualTo(Strategy.SYNC);
  }

  @Test
  void aBandWiderThanTheBlockIsNamed() {
    assertThatThrownBy(
            () ->
                StencilPlanner.plan(
                    grid("200 ms"), app("30 ns", "strategy: wavefront\nband: 400\n")))
        .isInstanceOfSatisfying(
            PlanException.Value.class, e -> assertThat(e.key()).isEqualTo("band"))
        .hasMessageContaining("band is 400, expected 1 to ");
  }

  @Test
  void moreRanksThanColumnsIsNamed() {
    var narrow =
        StencilFile.read(
            Document.parse("app.yaml", APP.formatted("30 ns").replace("[300, 300]", "[5, 300]")));
    assertThatThrownBy(() -> StencilPlanner.plan(grid("1 ms"), narrow))
        .isInstanceOf(PlanException.Value.class)
        .hasMessageContaining("6 ranks share 5 columns");
  }

  @Test
  void blocksTooNarrowForABandLeaveOtherStrategies() {
    var plan = StencilPlanner.plan(grid("200 ms"), domain("[6, 300]", ""));
    assertThat(plan.strategies()).extracting("strategy").contains(Strategy.SYNC, Strategy.LH);
    assertThat(plan.notes()).anyMatch(note -> note.startsWith("wavefront does not fit: "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"fixed", "periodic", "mirror"})
  void oneDimensionHasAnyRadius(String boundary) {
    var line = domain("[600]", "radius: 2\nboundary: " + boundary + "\n");
    var plan = StencilPlanner.plan(grid("20 ms"), line);
    assertThat(plan.strategies()).hasSize(Strategy.values().length);
  }

  private static StencilApp domain(String domain, String more) {
    var text = APP.formatted("30 ns").replace("[300, 300]", domain) + more;
    return StencilFile.read(Document.parse("app.yaml", text));
  }

  @Test
  void withoutAGapThereIsNothingToHide() {
    var one =
        GridFile.read(
            Document.parse(
                "grid.yaml",
                "{grid: one, clusters: {here: {lan: {latency: 1 ms}, hosts: [{name: h, count:"
                    + " 4}]}}}"));
    var plan = StencilPlanner.plan(one, app("30 ns", ""));
    assertThat(plan.of(Strategy.LH).iterationSeconds()).isCloseTo(0.001, within(1e-4));
    assertThat(plan.notes()).anyMatch(note -> note.contains("one cluster"));
    assertThat(plan.of(Strategy.WAVEFRONT).band()).isZero();
  }
}
