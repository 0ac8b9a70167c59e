package io.strait.realign.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.strait.model.PlanException;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.realign.file.AxisSpread;
import io.strait.realign.file.Permutation;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignApp.Phase;
import io.strait.realign.file.RealignFile;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.file.Renumber;
import io.strait.realign.law.Realign;
import io.strait.realign.plan.RealignPlanner.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures of paper <em>realign</em>, and exact optima beyond it. */
final class RealignPlannerTest {
  private static final Renumber[] FREE = Renumber.values();

  private static int[] numbers(String text) {
    return Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  @Test
  void theExampleOfThePaper() {
    var plan = new PaperCase(new int[] {3, 3, 3}, 3).plan(Renumber.SOURCE);
    assertThat(plan.unit()).isEqualTo(RealignPlan.Unit.MESSAGES);
    assertThat(plan.before().traffic().interior()).isEqualTo(9);
    assertThat(plan.before().traffic().external()).isEqualTo(18);
    assertThat(plan.before().cost()).isEqualTo(18);
    assertThat(plan.after().traffic().interior()).isEqualTo(27);
    assertThat(plan.after().traffic().external()).isZero();
    assertThat(plan.after().cost()).isZero();
    assertThat(plan.numberings())
        .containsExactly(Permutation.of(0, 3, 6, 1, 4, 7, 2, 5, 8), Permutation.identity(9));
    assertThat(plan.isOptimal()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "3, 3, 9 24 25 36 63 64 81 120", // figure 8 (a), K = 3 to 10
    "4, 4, 16 40 36 56 64 108 100" // figure 8 (b), K = 4 to 10
  })
  void figureEight(int clusters, int first, String natural) {
    int parts = first;
    for (int interior : numbers(natural)) {
      var sizes = new int[clusters];
      Arrays.fill(sizes, parts);
      var each = new PaperCase(sizes, parts);
      for (var method : Method.values()) {
        var plan = RealignPlanner.plan(each.grid(), each.app(Renumber.SOURCE), method);
        assertThat(plan.before().traffic().interior()).isEqualTo(interior);
        assertThat(plan.after().traffic().interior()).isEqualTo(clusters * parts * parts);
        assertThat(plan.after().traffic().external()).isZero();
        assertThat(plan.isOptimal()).isTrue();
        for (int x = 0; x < clusters * parts; x++) {
          assertThat(plan.numberings().getFirst().of(x))
              .isEqualTo(Realign.paper(x, clusters, parts));
        }
      }
      parts++;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "3 3, 2, 6 10 6 10 10",
    "3 3, 4, 12 16 12 16 16",
    "3 3 3, 2, 6 15 9 15 12",
    "3 3 3, 5, 15 27 18 27 19",
    "4 4 4, 3, 12 28 12 30 22",
    "2 3 4, 3, 12 19 12 23 15",
    "1 2 6, 3, 13 23 15 23 17",
    "3 3 6, 4, 18 34 18 36 30",
    "1 2 3 4, 3, 10 22 12 22 16"
  })
  void exactOptima(String sizes, int parts, String interior) {
    var each = new PaperCase(numbers(sizes), parts);
    var expected = numbers(interior);
    for (int i = 0; i < FREE.length; i++) {
      var plan = each.plan(FREE[i]);
      assertThat(plan.before().traffic().interior()).isEqualTo(expected[0]);
      assertThat(plan.after().traffic().interior()).isEqualTo(expected[i + 1]);
      assertThat(plan.after().traffic().interior())
          .isLessThanOrEqualTo(Realign.mostInterior(each.sizes(), parts));
      assertThat(plan.after().cost()).isEqualTo(plan.after().traffic().external());
      assertThat(plan.isOptimal()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"3 3 3, 3, 42 0 42 0 26", "2 3 4, 4, 49 26 49 24 36"})
  void exactOptimaWithLinkCosts(String sizes, int parts, String costs) {
    var each =
        new PaperCase(numbers(sizes), parts, new double[][] {{0, 1, 4}, {1, 0, 2}, {4, 2, 0}});
    var expected = numbers(costs);
    for (int i = 0; i < FREE.length; i++) {
      var plan = each.plan(FREE[i]);
      assertThat(plan.before().cost()).isEqualTo(expected[0]);
      assertThat(plan.after().cost()).isEqualTo(expected[i + 1]);
      assertThat(plan.isOptimal()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"54, 6, 2, 3 3 3, 18 54 18 54 30", "96, 2, 8, 3 5, 60 60 80 80 60"})
  void fromCyclicToCyclic(long elements, long from, long to, String sizes, String interior) {
    var expected = numbers(interior);
    for (int i = 0; i < FREE.length; i++) {
      var app = PaperCase.app(elements, AxisSpread.cyclic(from), AxisSpread.cyclic(to), FREE[i]);
      var plan = RealignPlanner.plan(Realignment.clusters(numbers(sizes)), app, Method.EXACT);
      assertThat(plan.before().traffic().interiorBytes()).isEqualTo(expected[0]);
      assertThat(plan.after().traffic().interiorBytes()).isEqualTo(expected[i + 1]);
      assertThat(plan.isOptimal()).isTrue();
    }
  }

  /** Two to six clusters of one to eight processors, any K up to their number: 720 cases. */
  @Test
  void theClosedFormIsNearlyAlwaysOptimalForEqualClusters() {
    int cases = 0;
    int optimal = 0;
    for (int clusters = 2; clusters <= 6; clusters++) {
      for (int size = 1; size <= 8; size++) {
        var sizes = new int[clusters];
        Arrays.fill(sizes, size);
        for (int parts = 1; parts <= clusters * size; parts++) {
          var best = new PaperCase(sizes, parts).plan(Renumber.SOURCE);
          assertThat(best.isOptimal()).isTrue();
          cases++;
          optimal += interior(sizes, parts) == best.after().traffic().interior() ? 1 : 0;
        }
      }
    }
    assertThat(cases).isEqualTo(720);
    assertThat(optimal).isEqualTo(717);
  }

  private static long interior(int[] sizes, int parts) {
    int processors = Arrays.stream(sizes).sum();
    long interior = 0;
    for (int x = 0; x < processors; x++) {
      int cluster = Realign.closedForm(x, parts, processors) / sizes[0];
      for (int j = 0; j < parts; j++) {
        interior += (x * parts + j) % processors / sizes[0] == cluster ? 1 : 0;
      }
    }
    return interior;
  }

  @Test
  void naturalOrderIsKeptWhereNothingIsBetter() {
    var app = PaperCase.app(96, AxisSpread.cyclic(2), AxisSpread.cyclic(8), Renumber.SOURCE);
    var plan = RealignPlanner.plan(Realignment.clusters(3, 5), app, Method.EXACT);
    assertThat(plan.numberings()).allMatch(Permutation::isIdentity);
    for (var renumber : Renumber.values()) {
      assertThat(new PaperCase(new int[] {7}, 3).plan(renumber).numberings())
          .allMatch(Permutation::isIdentity);
    }
  }

  /** Rows to columns and back, over grids of processors that differ. */
  @Test
  void twoDimensionsNeedBothSides() {
    var source = new Phase(List.of(AxisSpread.BLOCK, AxisSpread.BLOCK), List.of(16, 32));
    var target = new Phase(List.of(AxisSpread.cyclic(1), AxisSpread.BLOCK), List.of(16, 32));
    var sizes = new int[16];
    Arrays.fill(sizes, 32);
    var plan =
        RealignPlanner.plan(
            Realignment.clusters(sizes),
            app(List.of(256L, 256L), List.of(source, target)),
            Method.EXACT);
    assertThat(plan.before().traffic().external()).isPositive();
    assertThat(plan.after().traffic().external()).isZero();
    assertThat(plan.isOptimal()).isTrue();
  }

  private static RealignApp app(List<Long> shape, List<Phase> phases) {
    return new RealignApp(
        "array", shape, 1, phases, Renumber.BOTH, 1, null, new RealignApp.Data.Memory());
  }

  /** Three phases on four processors, against all placements of all phases. */
  @Test
  void chains() {
    var random = new Random(3);
    int missed = 0;
    for (int i = 0; i < 60; i++) {
      var phases = new ArrayList<Phase>();
      for (int k = 0; k < 3; k++) {
        phases.add(new Phase(List.of(AxisSpread.cyclic(1 + random.nextInt(6))), List.of(5)));
      }
      var app = app(List.of(20L + random.nextInt(40)), phases);
      var plan = RealignPlanner.plan(Realignment.clusters(3, 2), app, Method.EXACT);
      long least = Long.MAX_VALUE;
      for (int all = 0; all < 1 << 15; all++) {
        if (Integer.bitCount(all & 31) == 2
            && Integer.bitCount(all >> 5 & 31) == 2
            && Integer.bitCount(all >> 10) == 2) {
          least = Math.min(least, external(app, all));
        }
      }
      var traffic = plan.before().traffic();
      double unit =
          (double) (traffic.interiorBytes() + traffic.externalBytes())
              / (traffic.interior() + traffic.external());
      assertThat(plan.lowerBound() * unit).isLessThanOrEqualTo(least + 1e-9);
      assertThat(plan.after().cost() * unit)
          .isCloseTo(plan.after().traffic().externalBytes(), within(1e-9));
      assertThat(plan.isOptimal()).isTrue();
      missed += plan.after().traffic().externalBytes() > least ? 1 : 0;
    }
    assertThat(missed).isZero();
  }

  /** Elements that change cluster, element by element; a bit says which cluster a block is in. */
  private static long external(RealignApp app, int places) {
    var phases = app.distributions(5);
    long sum = 0;
    for (long x = 0; x < app.shape().getFirst(); x++) {
      int first = places >> phases.get(0).axes().getFirst().owner(x) & 1;
      int second = places >> 5 + phases.get(1).axes().getFirst().owner(x) & 1;
      int third = places >> 10 + phases.get(2).axes().getFirst().owner(x) & 1;
      sum += (first ^ second) + (second ^ third);
    }
    return sum;
  }

  @Test
  void thePapersFormulaSaysWhatItNeeds() {
    assertThatThrownBy(() -> paper(new PaperCase(new int[] {3, 3, 3}, 2), Renumber.SOURCE))
        .isInstanceOf(PlanException.Usage.class)
        .hasMessageContaining("clusters of K = 2 processors each, and one has 3");
    assertThatThrownBy(() -> paper(new PaperCase(new int[] {3, 2}, 3), Renumber.SOURCE))
        .hasMessageContaining("clusters of K = 3 processors each, and one has 2");
    assertThatThrownBy(() -> paper(new PaperCase(new int[] {3, 3}, 3), Renumber.SAME))
        .hasMessageContaining("renumber: source or both");
    var cyclic = PaperCase.app(54, AxisSpread.cyclic(4), AxisSpread.cyclic(2), Renumber.SOURCE);
    assertThatThrownBy(
            () -> RealignPlanner.plan(Realignment.clusters(3, 3, 3), cyclic, Method.PAPER))
        .hasMessageContaining("one dimension, from block to partition(K)");
  }

  private static void paper(PaperCase each, Renumber renumber) {
    RealignPlanner.plan(each.grid(), each.app(renumber), Method.PAPER);
  }

  /** Eighteen processors in four clusters that all differ: proving is given up before long. */
  @Test
  void aPlanDoesNotLookForAProofForLong() {
    var grid =
        GridFile.read(
            Document.parse(
                "grid.yaml",
                """
                grid: unequal
                clusters:
                  c0: {lan: {latency: 0.0857 ms, bandwidth: 33 MB/s}, hosts: [{name: a, count: 4}]}
                  c1: {lan: {latency: 3 ms, bandwidth: 3.97 MB/s}, hosts: [{name: b, count: 5}]}
                  c2: {lan: {latency: 7.7 ms, bandwidth: 153 MB/s}, hosts: [{name: c, count: 4}]}
                  c3: {lan: {latency: 0.09 ms, bandwidth: 1.74 GB/s}, hosts: [{name: d, count: 5}]}
                links:
                  - {between: [c0, c1], bandwidth: 3.32 GB/s, latency: 38.6 ms}
                  - {between: [c0, c2], bandwidth: 17.3 MB/s, latency: 15.6 ms, duplex: half}
                  - {between: [c2, c3], bandwidth: 2.68 GB/s, latency: 90.8 ms}
                """));
    var app =
        RealignFile.read(
            Document.parse(
                "app.yaml",
                """
                app: unequal
                kind: realign
                array: {shape: [10795], element: 8 B}
                source: {distribution: [cyclic]}
                target: {distribution: [block]}
                renumber: both
                """));
    var plan = RealignPlanner.plan(grid, app, RealignPlanner.Method.EXACT);
    assertThat(plan.after().cost()).isLessThanOrEqualTo(plan.before().cost());
    assertThat(plan.after().cost()).isGreaterThanOrEqualTo(plan.lowerBound());
    assertThat(plan.isOptimal()).isFalse();

    var ranks = Ranks.of(grid);
    var costs = GridCosts.of(grid, app.elementBytes()).costs();
    var problem = new Problem(app.distributions(ranks.size()), ranks.sizes(), costs);
    var places = BothSides.best(problem, ranks.natural(), Bounds.of(problem));
    var enumeration = new Enumeration(problem, ranks.natural(), places);
    assertThat(enumeration.run()).isFalse();
    long beginnings = enumeration.beginnings() + Enumeration.SOLVING * enumeration.solved();
    assertThat(beginnings * problem.blocks() * problem.clusters())
        .isCloseTo(Enumeration.WORK, withinPercentage(1));
  }
}
