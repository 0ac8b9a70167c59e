package io.strait.realign.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * One numbering for both sides: puts blocks into clusters of given sizes so that what they send
 * each other costs as little as possible. This is a quadratic assignment.
 *
 * <p>Up to 12 blocks, and up to 64 where the bound cuts off enough, the best is found and proven
 * ({@link ExactSearch}). Beyond, clusters are annealed level by level ({@link Multilevel}), brought
 * to their exact sizes ({@link SizeRepair}), and blocks exchanged ({@link SwapSearch}). All work on
 * a {@link BlockGraph}, in memory O(P*C + messages), on one core. Nothing is stopped by a clock, so
 * that equal seeds give equal results.
 */
public final class SameSolver {
  /** Up to so many blocks branch and bound goes on until it has proven the best. */
  private static final int ALWAYS_EXACT = 12;

  /** Up to so many it is tried for a while; a partial placement takes as long as blocks cubed. */
  private static final int MOST_EXACT = 64;

  private static final long EXACT_WORK = 200_000_000;

  /** Up to so many blocks every start is improved; beyond, only one that has not been beaten. */
  private static final int SMALL = 5_000;

  private static final int SWAP_PASSES = 100;

  /** With more blocks than that, a pass of exchanges must save so much of the cost for another. */
  private static final double WORTHWHILE = 5e-4;

  /** From few blocks to many, so many runs from scratch; one if there are more than this. */
  private static final int MOST_RUNS = 10;

  private static final int TWO_RUNS = 20_000;

  private final Flows flows;
  private final int[] sizes;
  private final LinkCosts costs;
  private final SplittableRandom random;
  private final BlockGraph graph;
  private final double least;
  private int[] best;
  private double bestCost;

  private SameSolver(Flows flows, int[] sizes, LinkCosts costs, long seed) {
    this.flows = flows;
    this.sizes = sizes.clone();
    this.costs = costs;
    random = new SplittableRandom(seed);
    graph = BlockGraph.of(flows, costs);
    best = inOrder(sizes);
    bestCost = flows.cost(best, costs);
    least = 1e-9 * scale();
  }

  /** The cluster of each block; never dearer than the blocks in their natural order. */
  public static int[] solve(Flows flows, int[] sizes, LinkCosts costs, long seed) {
    return search(flows, sizes, costs, List.of(), seed).clusters();
  }

  /**
   * The best that is found, and what is known about it.
   *
   * @param sizes how many blocks each cluster takes, together all of them
   * @param starts assignments to begin with, which the result is never dearer than, nor than the
   *     blocks in their natural order
   * @param seed equal seeds give equal results
   */
  public static SameResult search(
      Flows flows, int[] sizes, LinkCosts costs, List<int[]> starts, long seed) {
    check(flows, sizes, costs);
    var solver = new SameSolver(flows, sizes, costs, seed);
    for (var start : starts) {
      checkStart(start, sizes);
    }
    return solver.run(starts);
  }

  private static void check(Flows flows, int[] sizes, LinkCosts costs) {
    if (sizes.length != costs.clusters()) {
      throw new IllegalArgumentException(
          "%d sizes and costs of %d clusters".formatted(sizes.length, costs.clusters()));
    }
    long sum = 0;
    for (int size : sizes) {
      if (size < 0) {
        throw new IllegalArgumentException("a cluster of %d blocks".formatted(size));
      }
      sum += size;
    }
    if (sum != flows.blocks()) {
      throw new IllegalArgumentException(
          "%d blocks in clusters of %d".formatted(flows.blocks(), sum));
    }
  }

  private static void checkStart(int[] start, int[] sizes) {
    var count = new int[sizes.length];
    for (int c : start) {
      count[c]++;
    }
    if (!Arrays.equals(count, sizes)) {
      throw new IllegalArgumentException("a start with other sizes");
    }
  }

  /** Blocks in their natural order. */
  static int[] inOrder(int[] sizes) {
    return IntStream.range(0, sizes.length)
        .flatMap(c -> IntStream.generate(() -> c).limit(sizes[c]))
        .toArray();
  }

  /** The largest cost of a neighbourhood, or of a block alone. */
  private double scale() {
    double largest = 0;
    for (double cost : graph.own) {
      largest = Math.max(largest, Math.abs(cost));
    }
    for (var layer : graph.weight) {
      for (double w : layer) {
        largest = Math.max(largest, Math.abs(w));
      }
    }
    return largest;
  }

  private SameResult run(List<int[]> starts) {
    int blocks = flows.blocks();
    var first = new ArrayList<int[]>();
    first.add(best);
    first.addAll(starts);
    first.forEach(this::offer);
    if (blocks > ALWAYS_EXACT) {
      anneal();
    }
    for (var start : first) {
      if (blocks <= SMALL || flows.cost(start, costs) <= bestCost + least) {
        finish(new Placing(graph, start));
      }
    }
    // Costs of the graph are those of the flows but for a constant.
    double known = graph.cost(best);
    double offset = bestCost - known;
    double bound = LowerBound.of(graph, sizes);
    boolean proven = bound >= known - least;
    if (blocks <= MOST_EXACT && !proven) {
      long budget = blocks <= ALWAYS_EXACT ? Long.MAX_VALUE : EXACT_WORK / blocks / blocks / blocks;
      var exact = new ExactSearch(graph, sizes, best, known, least, budget);
      exact.run();
      offer(exact.best());
      bound = Math.max(bound, exact.lowerBound());
      proven = exact.isProven();
    }
    return new SameResult(best, bestCost, Math.min(bound + offset, bestCost), proven);
  }

  private void anneal() {
    var multilevel = new Multilevel(graph, sizes);
    int runs = flows.blocks() > TWO_RUNS ? 1 : Math.clamp(1000 / flows.blocks(), 2, MOST_RUNS);
    for (int run = 0; run < runs && multilevel.isWorthwhile(); run++) {
      finish(multilevel.search(random));
    }
  }

  private void finish(Placing placing) {
    SizeRepair.repair(placing, sizes);
    double worthwhile =
        flows.blocks() <= SMALL ? 0 : WORTHWHILE * flows.cost(placing.cluster, costs);
    new SwapSearch(placing, least).run(SWAP_PASSES, worthwhile);
    offer(placing.cluster);
  }

  private void offer(int[] clusters) {
    double cost = flows.cost(clusters, costs);
    if (cost < bestCost - least) {
      best = clusters.clone();
      bestCost = cost;
    }
  }
}
