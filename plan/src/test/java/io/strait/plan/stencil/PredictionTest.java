package io.strait.plan.stencil;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.model.Grid;
import io.strait.model.StencilApp;
import io.strait.model.text.AppFile;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import java.util.ArrayList;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Predictions and simulations of random stencils on random grids agree. */
final class PredictionTest {
  private record Case(Grid grid, StencilApp app) {}

  @Test
  void print() {
    var lines = new ArrayList<String>();
    for (int seed = 0; seed < 400; seed++) {
      var each = random(seed);
      var plan = StencilPlanner.plan(each.grid, each.app);
      for (var strategy : plan.strategies()) {
        double simulated =
            Timing.of(each.grid, each.app, strategy.strategy(), strategy.band())
                .simulate(1)
                .iterationSeconds();
        double error = strategy.iterationSeconds() / simulated - 1;
        if (Math.abs(error) > 0.01) {
          lines.add(
              "%7.3f seed %d %s band %d predicted %.5g simulated %.5g %s"
                  .formatted(
                      error,
                      seed,
                      strategy.strategy(),
                      strategy.band(),
                      strategy.iterationSeconds(),
                      simulated,
                      strategy.boundBy()));
        }
      }
    }
    lines.sort(
        (a, b) ->
            Double.compare(
                Math.abs(Double.parseDouble(b.substring(0, 7).trim())),
                Math.abs(Double.parseDouble(a.substring(0, 7).trim()))));
    System.out.println(lines.size() + " off");
    lines.stream().limit(60).forEach(System.out::println);
    assertThat(lines).isNotNull();
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
        iterations: 2000
        stencil: %s
        radius: %d
        boundary: %s
        processors: [%d]
        """
            .formatted(
                100 + random.nextInt(1000),
                60 + random.nextInt(1000),
                random.nextInt(3) == 0 ? "9-point" : "5-point",
                1 + random.nextInt(2),
                clusters < 3 && random.nextInt(3) == 0 ? "periodic" : "fixed",
                square ? 2 : rows);
    if (square) {
      app += "clusters: [[c0, c1], [c2, c3]]\n";
    }
    return new Case(
        GridFile.read(Document.parse("grid.yaml", grid.toString())),
        (StencilApp) AppFile.read(Document.parse("app.yaml", app)));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.6g", value);
  }
}
