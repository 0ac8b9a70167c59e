package io.strait.stencil.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.stencil.file.StencilFile;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.StencilPlanFile;
import io.strait.stencil.file.Strategy;
import org.junit.jupiter.api.Test;

class SensitivityTest {
  /** Cycles of 10 ms; a border crosses the gap in two of them, or else just misses the third. */
  private static StencilPlan plan(String gap) {
    var grid =
        GridFile.read(
            Document.parse(
                "grid.yaml",
                """
                grid: g
                clusters:
                  a: {lan: {latency: 10 ms}, hosts: [{name: a, count: 3, rate: 1e12/s}]}
                  b: {lan: {latency: 10 ms}, hosts: [{name: b, count: 3, rate: 1e12/s}]}
                links:
                  - {between: [a, b], latency: %s}
                """
                    .formatted(gap)));
    var app =
        StencilFile.read(
            Document.parse(
                "app.yaml",
                """
                app: s
                kind: stencil
                domain: [60, 20]
                iterations: 2000
                strategy: lhrp
                band: 2
                """));
    return StencilPlanner.plan(grid, app);
  }

  @Test
  void aGapThatIsJustAsLongAsSomeCyclesMakesASpan() {
    var plan = plan("60 ms");
    var lhrp = plan.of(Strategy.LHRP);
    assertThat(lhrp.isSure()).isFalse();
    assertThat(lhrp.span().least()).isLessThanOrEqualTo(lhrp.iterationSeconds());
    assertThat(lhrp.span().most()).isGreaterThanOrEqualTo(lhrp.iterationSeconds());
    assertThat(plan.of(Strategy.LH).isSure()).isTrue();
    var json = StencilPlanFile.strategy(lhrp).json();
    assertThat(json).contains("least_iteration_s", "most_iteration_s");
    assertThat(lhrp.span().contains(lhrp.span().most())).isTrue();
    assertThat(lhrp.span().contains(1.01 * lhrp.span().most())).isFalse();
  }

  @Test
  void aGapBetweenWholeCyclesIsSure() {
    var lhrp = plan("55 ms").of(Strategy.LHRP);
    assertThat(lhrp.isSure()).isTrue();
    assertThat(StencilPlanFile.strategy(lhrp).json()).doesNotContain("least_iteration_s");
  }
}
