package io.strait.realign.plan;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * What no placement costs less than when all phases are free.
 *
 * <p>Seen from one side of a step: a block in cluster a has at best its largest messages in the
 * cluster that is nearest to a, as many as that has processors, the next ones in the one after it,
 * and so on. With these costs the blocks are placed by an exact transportation, whose bound is one
 * for every placement. Both sides of a step give a bound, {@link BandBound} another one for the
 * paper's realignment; the best one counts, and steps add up.
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
      double fromBlocks =
          Math.max(bounds.of(problem.out(step), true), bounds.of(problem.in(step), false));
      sum += Math.max(fromBlocks, BandBound.of(problem, step));
    }
    return sum;
  }

  private double of(MessagePattern pattern, boolean out) {
    fill(problem, table, pattern, out);
    transport.solve(table, sizes, new int[0]);
    return problem.cost(Transport.bound(table, sizes, transport.prices()));
  }

  /** What each block costs in each cluster at best, row by row. */
  static void fill(Problem problem, long[] table, MessagePattern pattern, boolean out) {
    var sizes = problem.sizes();
    var costs = problem.costs();
    int clusters = sizes.length;
    var forElements = new Nearest[clusters];
    var forMessages = new Nearest[clusters];
    for (int a = 0; a < clusters; a++) {
      int own = a;
      forElements[a] =
          new Nearest(sizes, b -> out ? costs.perElement(own, b) : costs.perElement(b, own));
      forMessages[a] =
          new Nearest(sizes, b -> out ? costs.perMessage(own, b) : costs.perMessage(b, own));
    }
    var largest = new Largest();
    for (int n = 0; n < pattern.blocks(); n++) {
      int block = pattern.block(n);
      pattern.row(block);
      largest.of(pattern);
      int messages = pattern.size();
      for (int a = 0; a < clusters; a++) {
        table[block * clusters + a] =
            problem.whole(
                forElements[a].cost(messages, largest::sum)
                    + forMessages[a].cost(messages, count -> count));
      }
    }
  }

  /** What is to be paid in each place, seen from one cluster: the nearest first. */
  private static final class Nearest {
    private final double[] price;

    /** Places that cost no more. */
    private final int[] places;

    private final int size;

    Nearest(int[] sizes, IntToDoubleFunction prices) {
      var order =
          IntStream.range(0, sizes.length)
              .filter(b -> sizes[b] > 0)
              .boxed()
              .sorted(Comparator.comparingDouble(prices::applyAsDouble))
              .toList();
      price = new double[order.size()];
      places = new int[order.size()];
      int count = 0;
      int sum = 0;
      for (int b : order) {
        sum += sizes[b];
        if (count == 0 || price[count - 1] != prices.applyAsDouble(b)) {
          price[count++] = prices.applyAsDouble(b);
        }
        places[count - 1] = sum;
      }
      size = count;
    }

    /** What so many messages cost in the nearest places, the largest in the nearest of all. */
    double cost(int messages, IntToLongFunction sumOfLargest) {
      double sum = 0;
      long before = 0;
      for (int k = 0, taken = 0; k < size && taken < messages; k++) {
        taken = Math.min(messages, places[k]);
        long next = sumOfLargest.applyAsLong(taken);
        sum += (next - before) * price[k];
        before = next;
      }
      return sum;
    }
  }

  /** The elements of a block's largest messages. */
  private static final class Largest {
    private long[] sums = new long[16];
    private int key = -1;
    private long share;

    void of(MessagePattern pattern) {
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
}
