package io.strait.stencil.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.strait.model.Grid;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilFile;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.Strategy;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Predictions and simulations of random stencils on random grids agree. */
@Tag("long")
final class PredictionTest {
  private record Case(Grid grid, StencilApp app) {}

  static IntStream seeds() {
    return IntStream.range(0, 16);
  }

  /**
   * Within three per cent; ten for lhrp: its simulation lets cycles overlap in which a buffer node
   * computes little, the law does not, and neither does the engine.
   */
  @ParameterizedTest
  @MethodSource("seeds")
  void predictedAndSimulatedAgree(int seed) {
    var each = random(seed);
    for (var plan : StencilPlanner.plan(each.grid, each.app).strategies()) {
      double simulated =
          StencilTiming.of(each.grid, each.app, plan.strategy(), plan.band())
              .simulate(1)
              .iterationSeconds();
      assertThat(plan.iterationSeconds())
          .as("%s with band %d", plan.strategy(), plan.band())
          .isCloseTo(simulated, withinPercentage(plan.strategy() == Strategy.LHRP ? 10 : 3));
    }
  }

  /** The best strategy is the fastest in the simulation too, or as good as that. */
  @ParameterizedTest
  @MethodSource("seeds")
  void theBestIsTheBest(int seed) {
    var each = random(seed);
    var plan = StencilPlanner.plan(each.grid, each.app);
    double best = simulated(each, plan.result());
    for (var other : plan.strategies()) {
      assertThat(best).isLessThan(1.05 * simulated(each, other));
    }
  }

  private static double simulated(Case each, StencilPlan.StrategyPlan plan) {
    return StencilTiming.of(each.grid, each.app, plan.strategy(), plan.band())
        .simulate(1)
        .iterationSeconds();
  }

  /**
   * With any band, the wavefront takes as long as cells need that know nothing of bands: computing
   * takes no time here. At corners with diagonal neighbours, half of the lag is a rule of thumb.
   */
  @ParameterizedTest
  @MethodSource("seeds")
  void cellByCell(int seed) {
    var random = new SplittableRandom(seed);
    boolean square = seed % 4 == 3;
    int rows = square ? 2 : 1 + random.nextInt(2);
    int hosts =
        square
            ? 1 + random.nextInt(2)
            : rows == 1 ? 1 + random.nextInt(3) : 2 + 2 * random.nextInt(2);
    int clusters = square ? 4 : 2;
    var text = new StringBuilder("grid: g\nclusters:\n");
    for (int c = 0; c < clusters; c++) {
      text.append(
          "  c%d: {lan: {latency: 1 ms}, hosts: [{name: h%d, count: %d}]}\n"
              .formatted(c, c, hosts));
    }
    text.append("links:\n");
    int gap = 5 + random.nextInt(60);
    for (int a = 0; a < clusters; a++) {
      for (int b = a + 1; b < clusters; b++) {
        text.append("  - {between: [c%d, c%d], latency: %d ms}\n".formatted(a, b, gap));
      }
    }
    boolean corners = random.nextBoolean();
    int radius = 1 + random.nextInt(2);
    var lines =
        """
        app: s
        kind: stencil
        domain: %s
        iterations: 100
        cost-per-cell: 1e-9 ns
        stencil: %s
        radius: %d
        boundary: %s
        processors: [%d]
        %s
        """
            .formatted(
                square ? "[50, 50]" : "[60, 14]",
                corners ? "9-point" : "5-point",
                radius,
                random.nextInt(3) == 0 ? "periodic" : "fixed",
                rows,
                square ? "clusters: [[c0, c1], [c2, c3]]" : "");
    var grid = GridFile.read(Document.parse("grid.yaml", text.toString()));
    var app = StencilFile.read(Document.parse("app.yaml", lines));
    var matrix = RankMatrix.of(app, grid);
    int tiles = 1 + random.nextInt(Bands.widest(app, matrix, Strategy.WAVEFRONT) / radius);
    var parts = Bands.decomposition(app, matrix, Strategy.WAVEFRONT, tiles * radius);
    double predicted =
        StencilTiming.of(grid, parts, Strategy.WAVEFRONT, tiles * radius).predicted().seconds();
    int versions = (tiles + 1) * (1 + 60 / (tiles + 1));
    assertThat(predicted)
        .isCloseTo(
            CellByCell.iteration(grid, parts, versions),
            withinPercentage(square && corners ? 6 : 0.5));
  }

  /** One to three clusters side by side, or four that meet at a corner. */
  private static Case random(int seed) {
    var random = new SplittableRandom(seed);
    boolean square = random.nextInt(6) == 0;
    int clusters = square ? 4 : 1 + random.nextInt(3);
    int rows = square ? 1 : 1 + random.nextInt(3);
    var grid = new StringBuilder("grid: g\nclusters:\n");
    boolean equal = random.nextBoolean();
    int columns = 1 + random.nextInt(4);
    for (int c = 0; c < clusters; c++) {
      double lan = random.nextInt(5) == 0 ? 0 : Math.pow(10, -1 + 2 * random.nextDouble());
      grid.append("  c%d: {lan: {latency: %s ms}, hosts: [".formatted(c, number(lan)));
      int hosts = rows * (square ? columns : 1 + random.nextInt(4));
      for (int h = 0; h < hosts; h++) {
        double rate = equal ? 1e8 : 1e7 * (1 + random.nextInt(10));
        grid.append("{name: h%dx%d, rate: %s/s},".formatted(c, h, number(rate)));
      }
      grid.append("]}\n");
    }
    grid.append("links:\n");
    for (int a = 0; a < clusters; a++) {
      for (int b = a + 1; b < clusters && (square || b == a + 1); b++) {
        double gap = Math.pow(10, 2.5 * random.nextDouble());
        grid.append(
            "  - {between: [c%d, c%d], latency: %s ms%s}\n"
                .formatted(a, b, number(gap), random.nextInt(3) == 0 ? ", bandwidth: 2 MB/s" : ""));
      }
    }
    if (clusters == 1) {
      grid.setLength(grid.indexOf("links:"));
    }
    var app =
        """
        app: s
        kind: stencil
        domain: [%d, %d]
        iterations: 300
        stencil: %s
        radius: %d
        boundary: %s
        processors: [%d]
        """
            .formatted(
                60 + random.nextInt(300),
                60 + random.nextInt(300),
                random.nextInt(3) == 0 ? "9-point" : "5-point",
                1 + random.nextInt(2),
                clusters < 3 && random.nextInt(3) == 0 ? "periodic" : "fixed",
                square ? 2 : rows);
    if (square) {
      app += "clusters: [[c0, c1], [c2, c3]]\n";
    }
    return new Case(
        GridFile.read(Document.parse("grid.yaml", grid.toString())),
        StencilFile.read(Document.parse("app.yaml", app)));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.6g", value);
  }
}
