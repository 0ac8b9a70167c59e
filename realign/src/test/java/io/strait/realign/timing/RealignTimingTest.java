package io.strait.realign.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.model.Grid;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.realign.file.ClusterTraffic;
import io.strait.realign.file.Permutation;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignFile;
import io.strait.realign.plan.Ranks;
import io.strait.realign.plan.RealignPlanner;
import io.strait.realign.simulate.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a realignment takes: predicted, and simulated. */
final class RealignTimingTest {
  /** The law leaves out how queues in a row interfere. */
  private static final double LEAST = 0.80;

  static IntStream seeds() {
    return IntStream.range(0, 200);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void predictedIsBelowSimulatedAndNearIt(int seed) {
    var random = new SplittableRandom(seed);
    var grid = grid(random);
    int ranks = Ranks.of(grid).size();
    var app = app(random, ranks);
    var numberings = new ArrayList<Permutation>();
    for (int i = 0; i < app.phases().size(); i++) {
      numberings.add(shuffled(ranks, random));
    }
    var timing = RealignTiming.of(grid, app, numberings);
    double simulated = timing.simulate().stream().mapToDouble(StepResult::seconds).sum();
    assertThat(timing.seconds())
        .as(timing.boundBy())
        .isBetween(LEAST * simulated, simulated * (1 + 1e-9));
  }

  /** Where it is soon known, a plan promises what the simulation finds. */
  @ParameterizedTest
  @MethodSource("seeds")
  void aPlanAsksTheSimulation(int seed) {
    var random = new SplittableRandom(seed);
    var grid = grid(random);
    var app = app(random, Ranks.of(grid).size());
    var plan =
        RealignTiming.timed(grid, app, RealignPlanner.plan(grid, app, RealignPlanner.Method.EXACT));
    assertThat(plan.before().seconds())
        .isEqualTo(simulated(grid, app, RealignTiming.natural(grid, app)));
    assertThat(plan.after().seconds()).isEqualTo(simulated(grid, app, plan.numberings()));
  }

  private static double simulated(Grid grid, RealignApp app, List<Permutation> numberings) {
    return RealignTiming.of(grid, app, numberings).simulate().stream()
        .mapToDouble(StepResult::seconds)
        .sum();
  }

  static Permutation shuffled(int size, SplittableRandom random) {
    var all = IntStream.range(0, size).toArray();
    for (int i = size - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int t = all[i];
      all[i] = all[j];
      all[j] = t;
    }
    return Permutation.of(all);
  }

  private static Grid grid(SplittableRandom random) {
    int clusters = random.nextInt(1, 5);
    var text = new StringBuilder("grid: g\nclusters:\n");
    for (int c = 0; c < clusters; c++) {
      text.append(
          "  c%d: {lan: {bandwidth: %d kB/s, latency: %d us}, hosts: [{name: h%d-, count: %d}]}\n"
              .formatted(
                  c, random.nextInt(1000, 100_000), random.nextInt(1000), c, random.nextInt(1, 6)));
    }
    text.append("links:\n");
    for (int c = 1; c < clusters; c++) {
      text.append(
          "  - {between: [c%d, c%d], bandwidth: %d kB/s, latency: %d us, duplex: %s, back: {bandwidth: %d kB/s}}\n"
              .formatted(
                  random.nextInt(c),
                  c,
                  random.nextInt(100, 20_000),
                  random.nextInt(50_000),
                  random.nextBoolean() ? "half" : "full",
                  random.nextInt(100, 20_000)));
    }
    return GridFile.read(
        Document.parse(
            "grid.yaml",
            clusters == 1 ? text.toString().replace("links:\n", "") : text.toString()));
  }

  private static RealignApp app(SplittableRandom random, int ranks) {
    var phases = new StringBuilder();
    int dimensions = random.nextInt(1, 3);
    for (int i = random.nextInt(2, 4); i > 0; i--) {
      var spreads = new ArrayList<String>();
      for (int d = 0; d < dimensions; d++) {
        spreads.add(
            switch (random.nextInt(3)) {
              case 0 -> "block";
              case 1 -> "cyclic";
              default -> "cyclic(%d)".formatted(random.nextInt(1, 100));
            });
      }
      phases.append("  - {distribution: [%s]}\n".formatted(String.join(", ", spreads)));
    }
    long side = dimensions == 1 ? random.nextLong(1000, 1_000_000) : random.nextLong(40, 900);
    return RealignFile.read(
        Document.parse(
            "app.yaml",
            String.format(
                Locale.ROOT,
                "app: a\nkind: realign\narray: {shape: %s, element: %d B}\nphases:\n%s",
                dimensions == 1 ? List.of(side) : List.of(side, side + 7),
                random.nextInt(1, 17),
                phases)));
  }

  private static final String PAPER =
      """
      grid: g
      clusters:
        a: {lan: {bandwidth: 1 MB/s, latency: 1 ms}, hosts: [{name: a, count: 3}]}
        b: {lan: {bandwidth: 1 MB/s, latency: 1 ms}, hosts: [{name: b, count: 3}]}
        c: {lan: {bandwidth: 1 MB/s, latency: 1 ms}, hosts: [{name: c, count: 3}]}
      links:
        - {between: [a, b], bandwidth: 100 kB/s, latency: 50 ms}
        - {between: [b, c], bandwidth: 100 kB/s, latency: 50 ms}
        - {between: [a, c], bandwidth: 100 kB/s, latency: 50 ms}
      """;

  private static final String PARTS =
      """
      app: a
      kind: realign
      array: {shape: [270000], element: 1 B}
      source: {distribution: [block]}
      target: {distribution: [partition(3)]}
      """;

  /** By hand: 30,000 bytes over each channel, at half of the gap's bandwidth. */
  @Test
  void thePapersExample() {
    var grid = GridFile.read(Document.parse("grid.yaml", PAPER));
    var app = RealignFile.read(Document.parse("app.yaml", PARTS));
    var natural = RealignTiming.of(grid, app, RealignTiming.natural(grid, app));
    assertThat(natural.traffic().interior()).isEqualTo(9);
    assertThat(natural.traffic().external()).isEqualTo(18);
    assertThat(natural.boundBy()).startsWith("gap ");
    // One rank of each cluster has all that goes to another cluster, three messages of 10,000.
    assertThat(natural.seconds()).isCloseTo(0.6 + 0.05, within(0.03));
    var numbering = Permutation.of(0, 3, 6, 1, 4, 7, 2, 5, 8);
    var renumbered = RealignTiming.of(grid, app, List.of(numbering, Permutation.identity(9)));
    assertThat(renumbered.traffic().external()).isZero();
    // Two messages of 10,000 bytes to others of the cluster.
    assertThat(renumbered.seconds()).isCloseTo(0.021, within(1e-9));
    assertThat(renumbered.boundBy()).startsWith("LAN port of host ");
  }

  @Test
  void networksOfWhichNothingIsSaidTakeNoTime() {
    var text = PAPER.replaceAll("lan: \\{[^}]*\\}, ", "").replaceAll(", bandwidth[^}]*", "");
    var grid = GridFile.read(Document.parse("grid.yaml", text));
    var app = RealignFile.read(Document.parse("app.yaml", PARTS));
    var timing = RealignTiming.of(grid, app, RealignTiming.natural(grid, app));
    assertThat(timing.seconds()).isZero();
    assertThat(timing.boundBy()).isEqualTo(RealignTiming.NOTHING);
  }

  /** A channel's share of gaps that others use too, by direction. */
  @Test
  void channelsShareGaps() {
    var text =
        """
        grid: g
        clusters:
          a: {hosts: [{name: a}]}
          b: {hosts: [{name: b}]}
          c: {hosts: [{name: c}]}
        links:
          - {between: [a, b], bandwidth: 100 kB/s, latency: 50 ms, duplex: full, back: {bandwidth: 60 kB/s, latency: 20 ms}}
          - {between: [b, c], bandwidth: 90 kB/s, latency: 10 ms}
        """;
    var grid = GridFile.read(Document.parse("grid.yaml", text));
    var app = blockToCyclic(9000);
    var channels = RealignTiming.of(grid, app, RealignTiming.natural(grid, app)).channels();
    // a-b carries a to b and a to c there, b to a and c to a back; b-c carries four in all.
    assertThat(channels.bandwidth(0, 1)).isEqualTo(50_000);
    assertThat(channels.bandwidth(1, 0)).isEqualTo(30_000);
    assertThat(channels.bandwidth(0, 2)).isEqualTo(22_500);
    assertThat(channels.bandwidth(2, 1)).isEqualTo(22_500);
    assertThat(channels.latency(0, 2)).isCloseTo(0.06, within(1e-12));
    assertThat(channels.latency(2, 0)).isCloseTo(0.03, within(1e-12));
    assertThat(channels.gap(0, 2)).isEqualTo("b-c");
  }

  /** Channels over one gap end together, each with a share by what it carries, step by step. */
  @Test
  void channelsShareByWhatTheyCarry() {
    var grid =
        GridFile.read(
            Document.parse(
                "grid.yaml",
                """
                grid: g
                clusters:
                  a: {hosts: [{name: a}]}
                  b: {hosts: [{name: b}]}
                  c: {hosts: [{name: c}]}
                links:
                  - {between: [a, b], bandwidth: 100 kB/s, duplex: full}
                  - {between: [b, c], bandwidth: 1 GB/s, duplex: full}
                """));
    var heavy = new ClusterTraffic(3);
    heavy.add(0, 1, 1, 100);
    heavy.add(0, 2, 1, 900);
    var channels = Channels.of(grid, List.of(heavy));
    assertThat(channels.bandwidth(0, 1)).isCloseTo(10_000, within(1e-6));
    assertThat(channels.bandwidth(0, 2)).isCloseTo(90_000, within(1e-6));
    var light = new ClusterTraffic(3);
    light.add(0, 1, 1, 5);
    var both = Channels.of(grid, List.of(heavy, light));
    assertThat(both.bandwidth(0, 1)).isCloseTo(55_000, within(1e-6));
    assertThat(both.bandwidth(0, 2)).isCloseTo(45_000, within(1e-6));
  }

  /**
   * Behind a switch the gap binds; if b's hosts share their LAN as a hub, they take turns for all
   * that passes it besides.
   */
  @ParameterizedTest
  @CsvSource({"half, 0.35", "full, 0"})
  void hostsMayShareTheirLanAsAHub(String duplex, double more) {
    var text =
        """
        grid: g
        clusters:
          a: {hosts: [{name: a, count: 2}]}
          b: {lan: {bandwidth: 1 kB/s, duplex: %s}, hosts: [{name: b, count: 2}]}
        links:
          - {between: [a, b], bandwidth: 100 B/s, duplex: full}
        """
            .formatted(duplex);
    var grid = GridFile.read(Document.parse("grid.yaml", text));
    var app = blockToCyclic(400);
    var plan =
        RealignTiming.timed(grid, app, RealignPlanner.plan(grid, app, RealignPlanner.Method.EXACT));
    // Each rank has 100 B, 25 for each: 100 B leave a cluster, and 100 come. b's LAN carries 50 B
    // between its ranks, 50 to its gateway and 100 from there, 100 to it and 50 from there.
    assertThat(plan.after().seconds()).isBetween(1.0, 1.2);
    assertThat(plan.after().span().most()).isCloseTo(plan.after().seconds() + more, within(1e-9));
    assertThat(plan.notes().toString().contains("as a hub")).isEqualTo(more > 0);
  }

  private static RealignApp blockToCyclic(int bytes) {
    return RealignFile.read(
        Document.parse(
            "app.yaml",
            """
            app: a
            kind: realign
            array: {shape: [%d], element: 1 B}
            source: {distribution: [block]}
            target: {distribution: [cyclic]}
            """
                .formatted(bytes)));
  }
}
