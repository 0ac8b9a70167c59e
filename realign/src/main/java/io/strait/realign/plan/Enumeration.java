package io.strait.realign.plan;

import java.util.Arrays;

/**
 * The best placement of source and target together, for sure, where there are not too many: all
 * placements of the source's blocks, one block after the other, and for each the best one of the
 * target's by an exact transportation.
 *
 * <p>A beginning is given up when it cannot become better than what is known: every target block
 * costs what it does in the cluster that is cheapest for it so far, and every source block that has
 * no place yet as little as it can anywhere. Of clusters that differ in nothing but their name the
 * first is filled first.
 */
final class Enumeration {
  private static final int MOST_BLOCKS = 40;

  /** Numbers that are looked at before it is given up, about. */
  static final long WORK = 300_000_000;

  /** As much as this many beginnings takes the best placement of the target's blocks. */
  static final int SOLVING = 128;

  private final Problem problem;
  private final Transport transport;
  private final int blocks;
  private final int clusters;
  private final int[] sizes;
  private final int[] natural;
  private final long mostBeginnings;

  /** By source block: its targets, and for each target what its message costs by cluster pair. */
  private final int[][] to;

  private final long[][][] prices;

  /** What source blocks from one on cost at least. */
  private final long[] rest;

  /** What each target block costs in each cluster, as far as source blocks have their places. */
  private final long[] table;

  /** An earlier cluster that differs in nothing but its name, or -1. */
  private final int[] twin;

  private final int[] room;
  private final int[] place;
  private int[][] best;
  private long least;
  private long beginnings;
  private long solved;

  /**
   * @param places the best known, which the result is never worse than
   */
  Enumeration(Problem problem, int[] natural, int[][] places) {
    this.problem = problem;
    this.natural = natural;
    this.best = places;
    blocks = problem.blocks();
    clusters = problem.clusters();
    sizes = problem.sizes();
    mostBeginnings = WORK / ((long) blocks * clusters);
    transport = new Transport(blocks, clusters);
    to = new int[blocks][];
    prices = new long[blocks][][];
    table = problem.table();
    rest = new long[blocks + 1];
    twin = new int[clusters];
    room = sizes.clone();
    place = new int[blocks];
  }

  static boolean isSmall(Problem problem) {
    return problem.steps() == 1 && problem.blocks() <= MOST_BLOCKS;
  }

  /** Whether the best was found for sure. */
  boolean run() {
    Arrays.setAll(twin, this::twin);
    messages();
    rests();
    for (int i = 0; i < blocks; i++) {
      add(i, best[0][i], 1);
    }
    least = Transport.cost(table, clusters, best[1]);
    Arrays.fill(table, 0);
    from(0);
    return !isEnough();
  }

  private boolean isEnough() {
    return beginnings + SOLVING * solved >= mostBeginnings;
  }

  /** Beginnings that were looked at. */
  long beginnings() {
    return beginnings;
  }

  /** Placements of all source blocks for which the best one of the target's was found. */
  long solved() {
    return solved;
  }

  int[][] best() {
    return best;
  }

  private void messages() {
    var pattern = problem.out(0);
    var costs = problem.costs();
    for (int i = 0; i < blocks; i++) {
      pattern.row(i);
      to[i] = new int[pattern.size()];
      prices[i] = new long[pattern.size()][clusters * clusters];
      for (int k = 0; k < pattern.size(); k++) {
        to[i][k] = pattern.to(k);
        for (int pair = 0; pair < clusters * clusters; pair++) {
          prices[i][k][pair] =
              problem.whole(costs.of(pair / clusters, pair % clusters, 1, pattern.elements(k)));
        }
      }
    }
  }

  private void rests() {
    var atBest = problem.table();
    Bounds.fill(problem, atBest, problem.out(0), true);
    for (int i = blocks - 1; i >= 0; i--) {
      long cheapest = Long.MAX_VALUE;
      for (int c = 0; c < clusters; c++) {
        if (sizes[c] > 0) {
          cheapest = Math.min(cheapest, atBest[i * clusters + c]);
        }
      }
      rest[i] = rest[i + 1] + cheapest;
    }
  }

  private int twin(int cluster) {
    for (int other = cluster - 1; other >= 0; other--) {
      if (sizes[other] == sizes[cluster] && isSame(other, cluster)) {
        return other;
      }
    }
    return -1;
  }

  /** Whether costs stay as they are when two clusters change their names. */
  private boolean isSame(int one, int other) {
    for (int a = 0; a < clusters; a++) {
      for (int b = 0; b < clusters; b++) {
        int newA = a == one ? other : a == other ? one : a;
        int newB = b == one ? other : b == other ? one : b;
        var costs = problem.costs();
        if (costs.perElement(a, b) != costs.perElement(newA, newB)
            || costs.perMessage(a, b) != costs.perMessage(newA, newB)) {
          return false;
        }
      }
    }
    return true;
  }

  private void add(int block, int cluster, int sign) {
    for (int k = 0; k < to[block].length; k++) {
      int row = to[block][k] * clusters;
      var price = prices[block][k];
      for (int b = 0; b < clusters; b++) {
        table[row + b] += sign * price[cluster * clusters + b];
      }
    }
  }

  /** What a beginning costs at least. */
  private long bound(int placed) {
    long sum = rest[placed];
    for (int row = 0; row < table.length; row += clusters) {
      long cheapest = table[row];
      for (int c = 1; c < clusters; c++) {
        cheapest = Math.min(cheapest, table[row + c]);
      }
      sum += cheapest;
    }
    return sum;
  }

  private void from(int block) {
    beginnings++;
    if (isEnough()) {
      return;
    }
    if (block == blocks) {
      solved++;
      long cost = transport.solve(table, sizes, natural);
      if (cost < least) {
        least = cost;
        best = new int[][] {place.clone(), transport.clusters().clone()};
      }
      return;
    }
    for (int c = 0; c < clusters; c++) {
      boolean twinIsEmpty = twin[c] >= 0 && room[twin[c]] == sizes[c];
      if (room[c] > 0 && !(twinIsEmpty && room[c] == sizes[c])) {
        room[c]--;
        place[block] = c;
        add(block, c, 1);
        if (bound(block + 1) < least) {
          from(block + 1);
        }
        add(block, c, -1);
        room[c]++;
      }
    }
  }
}
