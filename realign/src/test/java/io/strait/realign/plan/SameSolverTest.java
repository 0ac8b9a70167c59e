package io.strait.realign.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strait.realign.file.ArrayDistribution;
import io.strait.realign.file.Axis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class SameSolverTest {
  /** Golden: the optima of one permutation for both sides. */
  @ParameterizedTest
  @CsvSource({
    "3 3, 2, 10",
    "3 3, 4, 16",
    "3 3 3, 2, 12",
    "3 3 3, 5, 19",
    "4 4 4, 3, 22",
    "2 3 4, 3, 15",
    "1 2 6, 3, 17",
    "3 3 6, 4, 30",
    "1 2 3 4, 3, 16"
  })
  void goldenInterior(String sizes, int parts, long interior) {
    var flows = FlowsOf.partition(IntStream.of(ints(sizes)).sum(), parts);
    var result = search(flows, ints(sizes), FlowsOf.unit(ints(sizes).length));
    assertThat(flows.interior(result.clusters())).isEqualTo(interior);
    assertThat(result.isProven()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"3 3 3, 3, 26", "2 3 4, 4, 36"})
  void goldenLinkCosts(String sizes, int parts, double cost) {
    var costs =
        FlowsOf.perElement(new double[] {0, 1, 4}, new double[] {1, 0, 2}, new double[] {4, 2, 0});
    var flows = FlowsOf.partition(IntStream.of(ints(sizes)).sum(), parts);
    var result = search(flows, ints(sizes), costs);
    assertThat(result.cost()).isCloseTo(cost, within(1e-9));
    assertThat(result.isProven()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"54, 6, 2, 3 3 3, 30", "96, 2, 8, 3 5, 60"})
  void goldenCyclic(long elements, long before, long after, String sizes, long interior) {
    int blocks = IntStream.of(ints(sizes)).sum();
    var flows = FlowsOf.cyclic(elements, blocks, before, after);
    var result = search(flows, ints(sizes), FlowsOf.unit(ints(sizes).length));
    assertThat(elements - result.cost()).isCloseTo(interior, within(1e-9));
    assertThat(result.isProven()).isTrue();
  }

  /** Every way to cut P into clusters, every K, unit costs and random ones. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void smallCasesAsByBruteForce(int blocks) {
    var random = new Random(blocks);
    for (var sizes : compositions(blocks)) {
      for (int parts = 1; parts <= blocks; parts++) {
        var flows = FlowsOf.partition(blocks, parts);
        assertBest(flows, sizes, FlowsOf.unit(sizes.length));
        assertBest(flows, sizes, randomCosts(sizes.length, random));
      }
    }
  }

  @Test
  void randomFlowsAsByBruteForce() {
    var random = new Random(7);
    for (int run = 0; run < 60; run++) {
      int blocks = 2 + random.nextInt(7);
      var sizes = randomSizes(blocks, 1 + random.nextInt(4), random);
      assertBest(randomFlows(blocks, random), sizes, randomCosts(sizes.length, random));
    }
  }

  /** Networks inside of clusters that are slower than those between them. */
  @Test
  void apartIsCheaperAsByBruteForce() {
    var random = new Random(17);
    for (int run = 0; run < 60; run++) {
      int blocks = 2 + random.nextInt(7);
      var sizes = randomSizes(blocks, 2 + random.nextInt(3), random);
      int clusters = sizes.length;
      var perElement = new double[clusters * clusters];
      var perMessage = new double[clusters * clusters];
      for (int i = 0; i < perElement.length; i++) {
        boolean inside = i / clusters == i % clusters;
        perElement[i] = inside ? 3 : 1;
        perMessage[i] = inside ? 100 * (run % 3) : 100;
      }
      var costs = new LinkCosts(clusters, perElement, perMessage);
      assertBest(randomFlows(blocks, random), sizes, costs);
    }
  }

  @Test
  void upToTwelveBlocksAreProven() {
    var random = new Random(3);
    for (int run = 0; run < 12; run++) {
      int blocks = 9 + random.nextInt(4);
      var sizes = randomSizes(blocks, 2 + random.nextInt(2), random);
      assertBest(randomFlows(blocks, random), sizes, randomCosts(sizes.length, random));
    }
    var alone = new int[12];
    Arrays.fill(alone, 1);
    var result = search(randomFlows(12, random), alone, randomCosts(12, random));
    assertThat(result.isProven()).isTrue();
  }

  @Test
  void neverWorseThanNaturalOrderOrStarts() {
    var random = new Random(5);
    for (int run = 0; run < 12; run++) {
      int blocks = 13 + random.nextInt(200);
      int parts = 1 + random.nextInt(12);
      var sizes = randomSizes(blocks, 2 + random.nextInt(6), random);
      boolean unit = random.nextBoolean();
      var costs = unit ? FlowsOf.unit(sizes.length) : randomCosts(sizes.length, random);
      var flows = FlowsOf.partition(blocks, parts);
      var closed = closedForm(blocks, parts, sizes);
      var result = SameSolver.search(flows, sizes, costs, List.of(closed), random.nextLong());
      assertSizes(result.clusters(), sizes);
      assertThat(result.cost())
          .isCloseTo(flows.cost(result.clusters(), costs), within(1e-9))
          .isLessThanOrEqualTo(flows.cost(SameSolver.inOrder(sizes), costs) + 1e-9)
          .isLessThanOrEqualTo(flows.cost(closed, costs) + 1e-9)
          .isGreaterThanOrEqualTo(result.lowerBound() - 1e-9);
    }
  }

  @Test
  void boundsHoldWhereTheSearchMayGiveUp() {
    var random = new Random(9);
    for (int run = 0; run < 6; run++) {
      int blocks = 13 + random.nextInt(3);
      var sizes = randomSizes(blocks, 2, random);
      var flows = FlowsOf.partition(blocks, 2 + run);
      var costs = run % 2 == 0 ? FlowsOf.unit(2) : randomCosts(2, random);
      var result = search(flows, sizes, costs);
      double least = SameBruteForce.least(flows, sizes, costs);
      assertThat(result.lowerBound()).isLessThanOrEqualTo(least + 1e-9);
      assertThat(result.cost()).isCloseTo(least, within(1e-9));
    }
  }

  @Test
  void nothingToGain() {
    int[] sizes = {10, 0, 20};
    var none = Flows.of(30, (_, _) -> {});
    assertThat(search(none, sizes, FlowsOf.unit(3)).isProven()).isTrue();
    var flows = FlowsOf.partition(30, 4);
    var free = new LinkCosts(3, new double[9], new double[9]);
    assertThat(search(flows, sizes, free).cost()).isZero();
    assertThat(search(flows, new int[] {30}, FlowsOf.unit(1)).cost()).isZero();
    // Blocks that send to themselves alone go where that costs least.
    var alone = Flows.of(30, (block, sink) -> sink.message(block, block < 10 ? 1 : 7));
    var costs = FlowsOf.perElement(new double[] {1, 9}, new double[] {9, 2});
    assertThat(search(alone, new int[] {20, 10}, costs).cost()).isEqualTo(20 * 7 + 2 * 10);
  }

  @Test
  void equalSeedsGiveEqualResults() {
    var flows = FlowsOf.partition(300, 7);
    int[] sizes = {50, 100, 150};
    assertThat(SameSolver.solve(flows, sizes, FlowsOf.unit(3), 11))
        .isEqualTo(SameSolver.solve(flows, sizes, FlowsOf.unit(3), 11));
  }

  @Test
  void stepsOfAChainAddUp() {
    var there = FlowsOf.cyclic(48, 6, 8, 1);
    var back = FlowsOf.cyclic(48, 6, 1, 4);
    int[] sizes = {2, 4};
    var costs = randomCosts(2, new Random(1));
    var chain = there.plus(back);
    assertThat(chain.messages()).isEqualTo(there.messages() + back.messages());
    var clusters = SameSolver.solve(chain, sizes, costs, 1);
    assertThat(chain.cost(clusters, costs))
        .isCloseTo(there.cost(clusters, costs) + back.cost(clusters, costs), within(1e-9))
        .isCloseTo(SameBruteForce.least(chain, sizes, costs), within(1e-9));
  }

  @Test
  void rowsToColumnsOfAMatrix() {
    // A matrix by rows and by columns: half of it must cross, wherever blocks are.
    var shape = List.of(new Axis(8, 8, 1), new Axis(8, 1, 8));
    var flows =
        FlowsOf.between(
            new ArrayDistribution(shape),
            new ArrayDistribution(List.of(shape.get(1), shape.get(0))));
    var result = search(flows, new int[] {4, 4}, FlowsOf.unit(2));
    assertThat(result.cost()).isEqualTo(32);
    assertThat(result.isProven()).isTrue();
  }

  @Test
  void mediumCaseKeepsMostInside() {
    var flows = FlowsOf.partition(4096, 8);
    var sizes = new int[16];
    Arrays.fill(sizes, 256);
    var clusters = SameSolver.solve(flows, sizes, FlowsOf.unit(16), 1);
    assertSizes(clusters, sizes);
    assertThat((double) flows.interior(clusters) / flows.messages()).isGreaterThan(0.57);
  }

  @Test
  void dearLinksAreAvoided() {
    // Clusters in a row, each link 1: what the sum over the ways is counts, not messages alone.
    int[] sizes = {30, 20, 40, 10};
    var rows = new double[4][4];
    for (int a = 0; a < 4; a++) {
      for (int b = 0; b < 4; b++) {
        rows[a][b] = Math.abs(a - b);
      }
    }
    var costs = FlowsOf.perElement(rows);
    var flows = FlowsOf.partition(100, 3);
    var forUnits = SameSolver.solve(flows, sizes, FlowsOf.unit(4), 1);
    var result = search(flows, sizes, costs);
    assertSizes(result.clusters(), sizes);
    assertThat(result.cost()).isLessThan(flows.cost(forUnits, costs));
  }

  @Test
  void whatDoesNotFitIsRefused() {
    var flows = FlowsOf.partition(6, 2);
    assertThatThrownBy(() -> SameSolver.solve(flows, new int[] {3, 4}, FlowsOf.unit(2), 1))
        .hasMessage("6 blocks in clusters of 7");
    assertThatThrownBy(() -> SameSolver.solve(flows, new int[] {3, 3}, FlowsOf.unit(3), 1))
        .hasMessage("2 sizes and costs of 3 clusters");
    assertThatThrownBy(() -> new Flows(new int[] {0, 1}, new int[] {1}, new long[] {1}))
        .hasMessage("1 elements to block 1 of 1");
  }

  private static SameResult search(Flows flows, int[] sizes, LinkCosts costs) {
    var result = SameSolver.search(flows, sizes, costs, List.of(), 1);
    assertSizes(result.clusters(), sizes);
    assertThat(result.lowerBound()).isLessThanOrEqualTo(result.cost() + 1e-9);
    return result;
  }

  private static void assertBest(Flows flows, int[] sizes, LinkCosts costs) {
    var result = search(flows, sizes, costs);
    double least = SameBruteForce.least(flows, sizes, costs);
    assertThat(result.cost())
        .as("%s", Arrays.toString(sizes))
        .isCloseTo(least, within(1e-9 * (1 + least)));
    assertThat(result.isProven()).isTrue();
    assertThat(result.lowerBound()).isCloseTo(least, within(1e-6 * (1 + least)));
  }

  private static void assertSizes(int[] clusters, int[] sizes) {
    var count = new int[sizes.length];
    for (int c : clusters) {
      count[c]++;
    }
    assertThat(count).isEqualTo(sizes);
  }

  /** seeds/README.md: F(X) = (K*X mod P + floor(X*g/P) + floor((K-g)/2)) mod P. */
  private static int[] closedForm(int blocks, int parts, int[] sizes) {
    int g = gcd(parts, blocks);
    var clusterOf = SameSolver.inOrder(sizes);
    return IntStream.range(0, blocks)
        .map(x -> clusterOf[(parts * x % blocks + x * g / blocks + (parts - g) / 2) % blocks])
        .toArray();
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  private static List<int[]> compositions(int sum) {
    var result = new ArrayList<int[]>();
    for (int cuts = 0; cuts < 1 << (sum - 1); cuts++) {
      var sizes = new ArrayList<Integer>();
      int last = 0;
      for (int i = 1; i <= sum; i++) {
        if (i == sum || (cuts >> (i - 1) & 1) == 1) {
          sizes.add(i - last);
          last = i;
        }
      }
      result.add(sizes.stream().mapToInt(i -> i).toArray());
    }
    return result;
  }

  private static int[] randomSizes(int blocks, int clusters, Random random) {
    var sizes = new int[clusters];
    for (int i = 0; i < blocks; i++) {
      sizes[random.nextInt(clusters)]++;
    }
    return sizes;
  }

  private static Flows randomFlows(int blocks, Random random) {
    long seed = random.nextLong();
    return Flows.of(
        blocks,
        (block, sink) -> {
          var row = new Random(seed + block);
          for (int k = row.nextInt(4); k > 0; k--) {
            sink.message(row.nextInt(blocks), row.nextInt(1000));
          }
        });
  }

  /** Different in the two directions, not nothing inside, for elements and messages. */
  private static LinkCosts randomCosts(int clusters, Random random) {
    var perElement = new double[clusters * clusters];
    var perMessage = new double[clusters * clusters];
    for (int i = 0; i < perElement.length; i++) {
      double factor = i / clusters == i % clusters ? 0.2 : 1;
      perElement[i] = factor * random.nextDouble();
      perMessage[i] = factor * 3 * random.nextDouble();
    }
    return new LinkCosts(clusters, perElement, perMessage);
  }

  private static int[] ints(String text) {
    return Arrays.stream(text.split(" ", -1)).mapToInt(Integer::parseInt).toArray();
  }
}
