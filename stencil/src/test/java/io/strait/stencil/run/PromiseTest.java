package io.strait.stencil.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilFile;
import io.strait.stencil.file.Strategy;
import io.strait.stencil.plan.Bands;
import io.strait.stencil.plan.LayoutBuilder;
import io.strait.stencil.plan.RankMatrix;
import io.strait.stencil.plan.RankRoutes;
import io.strait.stencil.plan.StencilPlanner;
import io.strait.stencil.plan.StencilTiming;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is predicted and simulated is what the engines take, in a time that is counted. */
@Tag("long")
class PromiseTest {
  private static final double PER_CENT = 5;

  /** Iterations, in periods of the band: what it was like in the beginning is over by then. */
  private static final int PERIODS = 10;

  private static StencilApp app(String text, int iterations) {
    var file = "app: s\nkind: stencil\n%siterations: %d\n".formatted(text, iterations);
    return StencilFile.read(Document.parse("app.yaml", file));
  }

  /**
   * All strategies that fit, each with the band that the plan gives it.
   *
   * @param clusters and links of the grid
   * @param text what the app file says beyond its name and kind
   */
  private static void promises(String clusters, String text) throws InterruptedException {
    var grid = GridFile.read(Document.parse("grid.yaml", "grid: g\n" + clusters));
    for (var plan : StencilPlanner.plan(grid, app(text, 100)).strategies()) {
      var strategy = plan.strategy();
      var app = app(text, 40 + PERIODS * (plan.band() + 1));
      var matrix = RankMatrix.of(app, grid);
      var parts = Bands.decomposition(app, matrix, strategy, plan.band());
      int depth = strategy == Strategy.DEEP_HALO ? plan.band() : 1;
      double measured =
          VirtualRun.iteration(
              parts,
              strategy,
              depth,
              new GridDelays(
                  new RankRoutes(grid, parts, LayoutBuilder.of(parts, strategy, depth)), 1, 1));
      var what = "%s with band %d".formatted(strategy.word(), plan.band());
      assertThat(plan.iterationSeconds())
          .as("predicted for " + what)
          .isCloseTo(measured, withinPercentage(PER_CENT));
      assertThat(StencilTiming.of(grid, app, strategy, plan.band()).simulate(1).iterationSeconds())
          .as("simulated for " + what)
          .isCloseTo(measured, withinPercentage(PER_CENT));
    }
  }

  /**
   * Four clusters of one host around a corner. Messages across it take two gaps: whoever waited for
   * those would wait twice as long as there is a band for.
   */
  @ParameterizedTest
  @ValueSource(strings = {"5-point", "9-point"})
  void clustersThatMeetAtACorner(String stencil) throws InterruptedException {
    promises(
        """
        clusters:
          a: {lan: {latency: 1 ms}, hosts: [{name: a, rate: 7e5/s}]}
          b: {lan: {latency: 1 ms}, hosts: [{name: b, rate: 7e5/s}]}
          c: {lan: {latency: 1 ms}, hosts: [{name: c, rate: 7e5/s}]}
          d: {lan: {latency: 1 ms}, hosts: [{name: d, rate: 7e5/s}]}
        links:
          - {between: [a, b], latency: 40 ms}
          - {between: [c, d], latency: 40 ms}
          - {between: [a, c], latency: 40 ms}
          - {between: [b, d], latency: 40 ms}
        """,
        """
        domain: [60, 60]
        stencil: %s
        clusters: [[a, b], [c, d]]
        """
            .formatted(stencil));
  }

  /** A lone host beside two that are slow to talk: their cycles have nothing in common. */
  @Test
  void clustersWithDifferentCycles() throws InterruptedException {
    promises(
        """
        clusters:
          a: {lan: {latency: 2 ms}, hosts: [{name: a, rate: 6e7/s}]}
          b: {lan: {latency: 6 ms}, hosts: [{name: b, rate: 1e8/s}, {name: c, rate: 9e7/s}]}
        links: [{between: [a, b], latency: 62 ms}]
        """,
        """
        domain: [214, 147]
        """);
  }

  /**
   * Ranks beside each other along a gap. Where cells depend on diagonal neighbours, they wait for
   * each other with every step of a border through the band, and what they compute meanwhile must
   * not keep them from answering.
   */
  @ParameterizedTest
  @CsvSource({"5-point, a b, 1000 50", "9-point, a b, 1000 50", "9-point, a | b, 50 1000"})
  void ranksAlongAGap(String stencil, String clusters, String domain) throws InterruptedException {
    promises(
        """
        clusters:
          a: {lan: {latency: 0.2 ms}, hosts: [{name: a, count: 4, rate: 9e6/s}]}
          b: {lan: {latency: 0.2 ms}, hosts: [{name: b, count: 4, rate: 7e6/s}]}
        links: [{between: [a, b], latency: 10 ms}]
        """,
        """
        domain: [%s]
        stencil: %s
        clusters: [[%s]]
        processors: [%s]
        """
            .formatted(
                domain.replace(" ", ", "),
                stencil,
                clusters.contains("|") ? "a], [b" : "a, b",
                clusters.contains("|") ? "4, 2" : "2, 4"));
  }

  /** Bands fill the block of a lone host between two clusters, and all are busy all the time. */
  @Test
  void clustersOfDifferentSize() throws InterruptedException {
    promises(
        """
        clusters:
          a: {lan: {latency: 1 ms}, hosts: [{name: a, count: 3, rate: 3e5/s}]}
          b: {lan: {latency: 1 ms}, hosts: [{name: b, rate: 2e5/s}]}
          c: {lan: {latency: 1 ms}, hosts: [{name: c, count: 3, rate: 3e5/s}]}
        links:
          - {between: [a, b], latency: 50 ms}
          - {between: [b, c], latency: 50 ms}
        """,
        """
        domain: [199, 41]
        """);
  }

  /** Likewise on a ring, with columns that reach three cells far. */
  @Test
  void clustersOfDifferentSizeOnARing() throws InterruptedException {
    promises(
        """
        clusters:
          a: {lan: {latency: 1 ms}, hosts: [{name: a0, rate: 5e5/s}, {name: a1, rate: 3e5/s}, {name: a2, rate: 3e5/s}]}
          b: {lan: {latency: 2 ms}, hosts: [{name: b0, rate: 2e5/s}]}
          c: {lan: {latency: 2 ms}, hosts: [{name: c0, rate: 5e5/s}, {name: c1, rate: 2e5/s}, {name: c2, rate: 3e5/s}]}
        links:
          - {between: [a, b], latency: 50 ms, bandwidth: 1 MB/s}
          - {between: [a, c], latency: 10 ms, bandwidth: 1 MB/s}
          - {between: [b, c], latency: 50 ms}
        """,
        """
        domain: [199, 41]
        type: double
        radius: 3
        boundary: periodic
        """);
  }

  /** Wide bands and iterations of a fifth of a millisecond. */
  @Test
  void shortIterations() throws InterruptedException {
    promises(
        """
        clusters:
          a: {lan: {latency: 0.05 ms}, hosts: [{name: a, count: 2, rate: 4e6/s}]}
          b: {lan: {latency: 0.05 ms}, hosts: [{name: b, rate: 4e6/s}]}
          c: {lan: {latency: 0.05 ms}, hosts: [{name: c, rate: 4e6/s}]}
        links:
          - {between: [a, b], latency: 4 ms}
          - {between: [b, c], latency: 6 ms}
        """,
        """
        domain: [150, 20]
        """);
  }

  /** Around a corner, cells of a band travel one by one: most of what is sent are not cells. */
  @ParameterizedTest
  @ValueSource(strings = {"5-point", "9-point"})
  void cornerThatIsShortOfBandwidth(String stencil) throws InterruptedException {
    promises(
        """
        clusters:
          a: {lan: {latency: 1 ms}, hosts: [{name: a, rate: 1e6/s}]}
          b: {lan: {latency: 1 ms}, hosts: [{name: b, rate: 1e6/s}]}
          c: {lan: {latency: 1 ms}, hosts: [{name: c, rate: 1e6/s}]}
          d: {lan: {latency: 1 ms}, hosts: [{name: d, rate: 1e6/s}]}
        links:
          - {between: [a, b], latency: 10 ms, bandwidth: 200 kB/s}
          - {between: [c, d], latency: 10 ms}
          - {between: [a, c], latency: 10 ms, bandwidth: 100 kB/s, duplex: full}
          - {between: [b, d], latency: 10 ms}
        """,
        """
        domain: [70, 50]
        stencil: %s
        clusters: [[a, b], [c, d]]
        """
            .formatted(stencil));
  }

  /** Two rows of ranks, few columns between the bands, and cells that need diagonal neighbours. */
  @Test
  void narrowBlocksInTwoRows() throws InterruptedException {
    promises(
        """
        clusters:
          a: {lan: {latency: 1 ms}, hosts: [{name: a, count: 4, rate: 3e5/s}]}
          b: {lan: {latency: 1 ms}, hosts: [{name: b, count: 2, rate: 2e5/s}]}
          c: {lan: {latency: 1 ms}, hosts: [{name: c, count: 4, rate: 3e5/s}]}
        links:
          - {between: [a, b], latency: 40 ms}
          - {between: [b, c], latency: 40 ms}
        """,
        """
        domain: [90, 60]
        stencil: 9-point
        processors: [2]
        """);
  }

  /**
   * On a ring of two by two ranks, all that one has for another goes in one message, although it
   * lies on both sides and at all corners.
   */
  @Test
  void cornerOnARing() throws InterruptedException {
    promises(
        """
        clusters:
          a: {lan: {latency: 4 ms}, hosts: [{name: a, rate: 6e4/s}]}
          b: {lan: {latency: 0.3 ms}, hosts: [{name: b, rate: 7e4/s}]}
          c: {lan: {latency: 6 ms}, hosts: [{name: c, rate: 8e4/s}]}
          d: {lan: {latency: 0.2 ms}, hosts: [{name: d, rate: 1e5/s}]}
        links:
          - {between: [a, b], bandwidth: 76 MB/s, latency: 4 ms, duplex: full}
          - {between: [c, d], bandwidth: 3.6 kB/s, latency: 0.3 ms}
          - {between: [a, c], bandwidth: 270 kB/s, latency: 6 ms}
          - {between: [b, d], bandwidth: 19 MB/s, latency: 5 ms, duplex: full}
        """,
        """
        domain: [117, 55]
        stencil: 9-point
        clusters: [[a, b], [c, d]]
        processors: [2]
        boundary: periodic
        type: float
        """);
  }

  /** What an edge of the domain repeats of a neighbour's cells travels too. */
  @Test
  void mirrorBehindASlowGap() throws InterruptedException {
    promises(
        """
        clusters:
          a: {lan: {latency: 4 ms}, hosts: [{name: a, count: 2, rate: 4e4/s}]}
          b: {lan: {latency: 2 ms}, hosts: [{name: b, count: 3, rate: 4e4/s}]}
        links: [{between: [a, b], bandwidth: 6 kB/s, latency: 7 ms, duplex: full}]
        """,
        """
        domain: [100, 40]
        stencil: 9-point
        boundary: mirror
        """);
  }

  static IntStream seeds() {
    return IntStream.range(0, 4);
  }

  /** Matrices, hosts, gaps and stencils at random; iterations of a millisecond and more. */
  @ParameterizedTest
  @MethodSource("seeds")
  void random(int seed) throws InterruptedException {
    var random = new SplittableRandom(seed);
    boolean square = seed % 4 == 3;
    int clusters = square ? 4 : 2 + random.nextInt(2);
    int rows = square ? 1 : 1 + random.nextInt(2);
    var text = new StringBuilder("clusters:\n");
    for (int c = 0; c < clusters; c++) {
      text.append(
          "  c%d: {lan: {latency: %s ms}, hosts: ["
              .formatted(c, number(2 + 4 * random.nextDouble())));
      int hosts = rows * (square ? 1 : 1 + random.nextInt(3));
      for (int h = 0; h < hosts; h++) {
        text.append("{name: h%dx%d, rate: %de5/s},".formatted(c, h, 15 + random.nextInt(15)));
      }
      text.append("]}\n");
    }
    text.append("links:\n");
    boolean diagonal = random.nextBoolean();
    for (int a = 0; a < clusters; a++) {
      for (int b = a + 1; b < clusters && (square || b == a + 1); b++) {
        if (!square || diagonal || a + b != 3) {
          double gap = 5 + 35 * random.nextDouble();
          text.append("  - {between: [c%d, c%d], latency: %s ms}\n".formatted(a, b, number(gap)));
        }
      }
    }
    promises(
        text.toString(),
        """
        domain: [%d, %d]
        stencil: %s
        radius: %d
        boundary: %s
        processors: [%d]
        %s
        """
            .formatted(
                60 + random.nextInt(60),
                50 + random.nextInt(60),
                random.nextInt(3) == 0 ? "9-point" : "5-point",
                1 + random.nextInt(2),
                clusters == 2 && random.nextInt(3) == 0 ? "periodic" : "fixed",
                square ? 2 : rows,
                square ? "clusters: [[c0, c1], [c2, c3]]" : ""));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.6g", value);
  }
}
