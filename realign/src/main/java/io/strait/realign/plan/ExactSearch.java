package io.strait.realign.plan;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Branch and bound: block after block is put into each cluster that has room, and what cannot lead
 * to less than the best known is left out.
 *
 * <p>The bound is Gilmore and Lawler's, for clusters instead of places. A block that is not placed
 * yet costs in a cluster what the placed ones make it cost, and half of the least that those not
 * placed can: its heaviest neighbours in the nearest places that are free. Then all that are not
 * placed are assigned to the free places at once, as cheaply as these costs allow ({@link
 * Assignment}). Of clusters that are alike and empty only the first is tried.
 */
final class ExactSearch {
  private final BlockGraph graph;
  private final int blocks;
  private final int clusters;
  private final double least;
  private final long budget;

  /** Which block is placed next. */
  private final int[] order;

  private final boolean[][] alike;
  private final int[] sizes;
  private final int[] free;
  private final int[] cluster;

  /** What the placed blocks make each block cost, by depth. */
  private final double[][] placed;

  /** For each layer and block: neighbourhoods, the heaviest first. */
  private final int[][][] heaviest;

  /** For each layer and cluster: clusters, the nearest first. */
  private final int[][][] nearest;

  private final Assignment assignment;
  private final double[] bound;

  private int[] best;
  private double bestCost;
  private double open = Double.POSITIVE_INFINITY;
  private long nodes;

  /**
   * @param known an assignment with exact sizes
   * @param knownCost its cost, as {@link BlockGraph#cost} counts
   * @param least savings that count, above the noise of rounding
   * @param budget how many partial placements to look at
   */
  ExactSearch(
      BlockGraph graph, int[] sizes, int[] known, double knownCost, double least, long budget) {
    this.graph = graph;
    this.sizes = sizes;
    this.least = least;
    this.budget = budget;
    blocks = graph.nodes();
    clusters = sizes.length;
    best = known.clone();
    bestCost = knownCost;
    free = sizes.clone();
    cluster = new int[blocks];
    Arrays.fill(cluster, -1);
    placed = new double[blocks + 1][blocks * clusters];
    if (graph.own.length > 0) {
      System.arraycopy(graph.own, 0, placed[0], 0, placed[0].length);
    }
    assignment = new Assignment(blocks, clusters);
    bound = new double[blocks * clusters];
    order = order();
    alike = alike();
    heaviest = heaviest();
    nearest = nearest();
  }

  /** Each block is the one that has most to do with those before it. */
  private int[] order() {
    var result = new int[blocks];
    var pull = new double[blocks];
    var taken = new boolean[blocks];
    for (int k = 0; k < blocks; k++) {
      int next = -1;
      for (int i = 0; i < blocks; i++) {
        if (!taken[i] && (next < 0 || pull[i] > pull[next])) {
          next = i;
        }
      }
      taken[next] = true;
      result[k] = next;
      for (int e = graph.start[next]; e < graph.start[next + 1]; e++) {
        for (int l = 0; l < graph.weight.length; l++) {
          pull[graph.to[e]] += Math.abs(graph.weight[l][e]);
        }
      }
    }
    return result;
  }

  private boolean[][] alike() {
    var result = new boolean[clusters][clusters];
    for (int a = 0; a < clusters; a++) {
      for (int b = 0; b < clusters; b++) {
        result[a][b] = isAlike(a, b);
      }
    }
    return result;
  }

  /** Whether two clusters could change places and nobody would see. */
  private boolean isAlike(int a, int b) {
    if (sizes[a] != sizes[b]) {
      return false;
    }
    for (int i = 0; i < blocks && graph.own.length > 0; i++) {
      if (graph.own[i * clusters + a] != graph.own[i * clusters + b]) {
        return false;
      }
    }
    for (int l = 0; l < graph.weight.length; l++) {
      var m = graph.layers.matrix(l);
      if (m[a * clusters + b] != m[b * clusters + a]
          || m[a * clusters + a] != m[b * clusters + b]) {
        return false;
      }
      for (int c = 0; c < clusters; c++) {
        if (c != a
            && c != b
            && (m[a * clusters + c] != m[b * clusters + c]
                || m[c * clusters + a] != m[c * clusters + b])) {
          return false;
        }
      }
    }
    return true;
  }

  private int[][][] heaviest() {
    var result = new int[graph.weight.length][blocks][];
    for (int l = 0; l < graph.weight.length; l++) {
      var weight = graph.weight[l];
      for (int i = 0; i < blocks; i++) {
        result[l][i] = sorted(graph.start[i], graph.start[i + 1], e -> -weight[e]);
      }
    }
    return result;
  }

  private int[][][] nearest() {
    var result = new int[graph.weight.length][clusters][];
    for (int l = 0; l < graph.weight.length; l++) {
      var matrix = graph.layers.matrix(l);
      for (int c = 0; c < clusters; c++) {
        int row = c * clusters;
        result[l][c] = sorted(0, clusters, d -> matrix[row + d]);
      }
    }
    return result;
  }

  private static int[] sorted(int from, int to, IntToDoubleFunction key) {
    return IntStream.range(from, to)
        .boxed()
        .sorted(Comparator.comparingDouble(key::applyAsDouble))
        .mapToInt(i -> i)
        .toArray();
  }

  /** Searches; afterwards the best is known, and how good it could be. */
  void run() {
    double root = bound(0, 0);
    if (root < bestCost - least) {
      branch(0, 0);
    }
  }

  /** The best assignment that is known. */
  int[] best() {
    return best.clone();
  }

  double bestCost() {
    return bestCost;
  }

  /** Whether nothing can be better. */
  boolean isProven() {
    return open >= bestCost - least;
  }

  /** No assignment costs less, as {@link BlockGraph#cost} counts. */
  double lowerBound() {
    return Math.min(open, bestCost);
  }

  /** What is fixed at a depth, and the least that the rest can add. */
  private double bound(int depth, double fixed) {
    int rest = blocks - depth;
    for (int k = 0; k < rest; k++) {
      int i = order[depth + k];
      for (int c = 0; c < clusters; c++) {
        bound[k * clusters + c] =
            free[c] == 0
                ? Double.POSITIVE_INFINITY
                : placed[depth][i * clusters + c] + among(i, c) / 2;
      }
    }
    return fixed + assignment.least(bound, rest, free);
  }

  /** The least that neighbours not placed yet make a block cost in a cluster. */
  private double among(int block, int own) {
    double sum = 0;
    for (int l = 0; l < graph.weight.length; l++) {
      var weight = graph.weight[l];
      var matrix = graph.layers.matrix(l);
      var near = nearest[l][own];
      int at = -1;
      int room = 0;
      for (int e : heaviest[l][block]) {
        if (cluster[graph.to[e]] >= 0) {
          continue;
        }
        if (weight[e] < 0) {
          sum += weight[e] * farthest(near, matrix, own);
          continue;
        }
        while (room == 0) {
          at++;
          room = free[near[at]] - (near[at] == own ? 1 : 0);
        }
        room--;
        sum += weight[e] * matrix[own * clusters + near[at]];
      }
    }
    return sum;
  }

  /** What the dearest place that is free costs: where being apart is cheaper, that is the best. */
  private double farthest(int[] near, double[] matrix, int own) {
    for (int k = near.length - 1; k >= 0; k--) {
      if (free[near[k]] > (near[k] == own ? 1 : 0)) {
        return matrix[own * clusters + near[k]];
      }
    }
    return 0;
  }

  private void branch(int depth, double fixed) {
    if (depth == blocks) {
      if (fixed < bestCost - least) {
        bestCost = fixed;
        best = cluster.clone();
      }
      return;
    }
    int block = order[depth];
    var child = new double[clusters];
    Arrays.fill(child, Double.POSITIVE_INFINITY);
    for (int c = 0; c < clusters; c++) {
      if (free[c] > 0 && isFirstOfItsLike(c)) {
        place(depth, block, c);
        nodes++;
        child[c] = bound(depth + 1, fixed + placed[depth][block * clusters + c]);
        remove(block, c);
      }
    }
    while (true) {
      int next = 0;
      for (int c = 1; c < clusters; c++) {
        next = child[c] < child[next] ? c : next;
      }
      if (child[next] >= bestCost - least) {
        return;
      }
      if (nodes > budget) {
        open = Math.min(open, child[next]);
        return;
      }
      child[next] = Double.POSITIVE_INFINITY;
      place(depth, block, next);
      branch(depth + 1, fixed + placed[depth][block * clusters + next]);
      remove(block, next);
    }
  }

  private boolean isFirstOfItsLike(int c) {
    if (free[c] < sizes[c]) {
      return true;
    }
    for (int b = 0; b < c; b++) {
      if (alike[b][c] && free[b] == sizes[b]) {
        return false;
      }
    }
    return true;
  }

  private void place(int depth, int block, int c) {
    cluster[block] = c;
    free[c]--;
    var next = placed[depth + 1];
    System.arraycopy(placed[depth], 0, next, 0, next.length);
    for (int e = graph.start[block]; e < graph.start[block + 1]; e++) {
      int row = graph.to[e] * clusters;
      for (int other = 0; other < clusters; other++) {
        next[row + other] += graph.cost(e, c, other);
      }
    }
  }

  private void remove(int block, int c) {
    cluster[block] = -1;
    free[c]++;
  }
}
