package io.strait.stencil.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilFile;
import io.strait.stencil.file.Strategy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Large domains where four clusters meet at a corner. */
class CornerTest {
  private static final String GRID =
      """
      grid: four
      clusters:
        a: {hosts: [{name: a, rate: 1e9/s}]}
        b: {hosts: [{name: b, rate: 1e9/s}]}
        c: {hosts: [{name: c, rate: 1e9/s}]}
        d: {hosts: [{name: d, rate: 1e9/s}]}
      links:
        - {between: [a, b], latency: 50 ms}
        - {between: [c, d], latency: 50 ms}
        - {between: [a, c], latency: 50 ms}
        - {between: [b, d], latency: 50 ms}
      """;

  private static StencilApp app(int cells, String stencil, String more) {
    return StencilFile.read(
        Document.parse(
            "app.yaml",
            """
            app: s
            kind: stencil
            domain: [%1$d, %1$d]
            iterations: 1000
            stencil: %2$s
            clusters: [[a, b], [c, d]]
            processors: [2]
            %3$s
            """
                .formatted(cells, stencil, more)));
  }

  /** A border is cut cell by cell where bands cross, but not along all of a long block. */
  @ParameterizedTest
  @CsvSource({"5-point, WAVEFRONT", "9-point, WAVEFRONT", "5-point, LHRP", "9-point, LHRP"})
  void piecesOfBordersDoNotGrowWithTheDomain(String stencil, Strategy strategy) {
    assertThat(pieces(40_000, stencil, strategy)).isEqualTo(pieces(400, stencil, strategy));
  }

  private static long pieces(int cells, String stencil, Strategy strategy) {
    var app = app(cells, stencil, "");
    var grid = GridFile.read(Document.parse("grid.yaml", GRID));
    var parts = Bands.decomposition(app, RankMatrix.of(app, grid), strategy, 12);
    return LayoutBuilder.of(parts, strategy, 1).stream()
        .mapToLong(layout -> layout.ghosts().size())
        .sum();
  }

  @ParameterizedTest
  @ValueSource(strings = {"wavefront", "lhrp"})
  void aBandOfThousandsIsPredictedByLaw(String strategy) {
    var grid = GridFile.read(Document.parse("grid.yaml", GRID));
    var app = app(40_000, "5-point", "strategy: %s\nband: 5000\n".formatted(strategy));
    var plan = StencilPlanner.plan(grid, app);
    // 22,500 columns and rows of 1 ns each; the gap takes a five-thousandth of its latency.
    assertThat(plan.result().iterationSeconds()).isEqualTo(0.50625);
    assertThat(plan.notes())
        .contains(
            "A band of 5000 is too wide to simulate: what %s takes is by law, and may be a third more where bands cross or ranks wait for each other."
                .formatted(strategy));
  }
}
