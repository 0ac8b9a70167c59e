package io.strait.plan.realign;

import java.util.Arrays;

/**
 * What no placement costs less than when all phases are free.
 *
 * <p>Seen from one side of a step: a block in cluster a of n processors has at best its n largest
 * messages inside, the others over the cheapest way out of a. With these costs the blocks are
 * placed by an exact transportation, whose bound is one for every placement. Both sides of a step
 * give a bound and the better one counts; steps add up.
 */
final class Bounds {
  private final Problem problem;
  private final Transport transport;
  private final long[] table;
  private final int[] sizes;

  private Bounds(Problem problem) {
    this.problem = problem;
    transport = new Transport(problem.blocks(), problem.clusters());
    table = problem.table();
    sizes = problem.sizes();
  }

  static double of(Problem problem) {
    var bounds = new Bounds(problem);
    double sum = 0;
    for (int step = 0; step < problem.steps(); step++) {
      sum += Math.max(bounds.of(problem.out(step), true), bounds.of(problem.in(step), false));
    }
    return sum;
  }

  private double of(Pattern pattern, boolean out) {
    fill(problem, table, pattern, out);
    transport.solve(table, sizes, new int[0]);
    return problem.cost(Transport.bound(table, sizes, transport.prices()));
  }

  /** What each block costs in each cluster at best, row by row. */
  static void fill(Problem problem, long[] table, Pattern pattern, boolean out) {
    var sizes = problem.sizes();
    int clusters = sizes.length;
    var inside = new LeastCost[clusters];
    var outside = new LeastCost[clusters];
    for (int a = 0; a < clusters; a++) {
      inside[a] = new LeastCost();
      inside[a].add(problem.costs(), a, a);
      outside[a] = new LeastCost();
      for (int b = 0; b < clusters; b++) {
        if (b != a && sizes[b] > 0) {
          outside[a].add(problem.costs(), out ? a : b, out ? b : a);
        }
      }
      if (inside[a].isDearer(outside[a])) {
        // Which messages are inside at best depends; all of them as cheap as any can be.
        inside[a].merge(outside[a]);
        outside[a].merge(inside[a]);
      }
    }
    var largest = new Largest();
    for (int n = 0; n < pattern.blocks(); n++) {
      int block = pattern.block(n);
      pattern.row(block);
      largest.of(pattern);
      int messages = pattern.size();
      long all = largest.sum(messages);
      for (int a = 0; a < clusters; a++) {
        int near = Math.min(sizes[a], messages);
        long nearElements = largest.sum(near);
        table[block * clusters + a] =
            problem.whole(
                inside[a].of(near, nearElements)
                    + outside[a].of(messages - near, all - nearElements));
      }
    }
  }

  /** The elements of a block's largest messages. */
  private static final class Largest {
    private long[] sums = new long[16];
    private int key = -1;
    private long share;

    void of(Pattern pattern) {
      share = pattern.share();
      if (pattern.key() == key || share == 0) {
        return;
      }
      key = pattern.key();
      int size = pattern.size();
      if (sums.length <= size) {
        sums = new long[2 * size + 1];
      }
      for (int i = 0; i < size; i++) {
        sums[i] = -pattern.elements(i) / share;
      }
      Arrays.sort(sums, 0, size);
      long sum = 0;
      for (int i = 0; i < size; i++) {
        long next = -sums[i];
        sums[i] = sum;
        sum += next;
      }
      sums[size] = sum;
    }

    long sum(int count) {
      return count == 0 ? 0 : sums[count] * share;
    }
  }

  /** The least of several costs, by element and by message. */
  private static final class LeastCost {
    private double perElement = Double.POSITIVE_INFINITY;
    private double perMessage = Double.POSITIVE_INFINITY;

    void add(LinkCosts costs, int from, int to) {
      perElement = Math.min(perElement, costs.perElement(from, to));
      perMessage = Math.min(perMessage, costs.perMessage(from, to));
    }

    void merge(LeastCost other) {
      perElement = Math.min(perElement, other.perElement);
      perMessage = Math.min(perMessage, other.perMessage);
    }

    boolean isDearer(LeastCost other) {
      return perElement > other.perElement || perMessage > other.perMessage;
    }

    double of(long messages, long elements) {
      return messages == 0 ? 0 : elements * perElement + messages * perMessage;
    }
  }
}
