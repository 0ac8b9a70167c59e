package io.strait.realign.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The best placement of all phases of a chain together, for sure, where a phase has few placements:
 * for each of them, phase by phase, the least that a chain up to there can cost.
 */
final class ChainSearch {
  /** Numbers that are looked at, about. */
  private static final long WORK = 300_000_000;

  private final Problem problem;
  private final int blocks;
  private final int clusters;
  private final List<int[]> placements = new ArrayList<>();

  private ChainSearch(Problem problem) {
    this.problem = problem;
    this.blocks = problem.blocks();
    this.clusters = problem.clusters();
    list(problem.sizes(), new int[blocks], 0);
  }

  /** Whether there are several steps and few enough placements. */
  static boolean isSmall(Problem problem) {
    if (problem.steps() < 2) {
      return false;
    }
    double most = Math.sqrt(WORK / ((double) problem.blocks() * problem.steps()));
    double count = 1;
    int placed = 0;
    for (int size : problem.sizes()) {
      for (int i = 1; i <= size && count <= most; i++) {
        count = count * ++placed / i;
      }
    }
    return count <= most;
  }

  /** A placement for each phase. */
  static int[][] best(Problem problem) {
    return new ChainSearch(problem).best();
  }

  private void list(int[] room, int[] begun, int block) {
    if (block == blocks) {
      placements.add(begun.clone());
      return;
    }
    for (int c = 0; c < clusters; c++) {
      if (room[c] > 0) {
        room[c]--;
        begun[block] = c;
        list(room, begun, block + 1);
        room[c]++;
      }
    }
  }

  private int[][] best() {
    int count = placements.size();
    var before = new int[problem.phases()][count];
    var least = new long[count];
    for (int phase = 1; phase < problem.phases(); phase++) {
      least = next(phase, least, before[phase]);
    }
    int at = 0;
    for (int p = 1; p < count; p++) {
      at = least[p] < least[at] ? p : at;
    }
    var best = new int[problem.phases()][];
    for (int phase = problem.phases() - 1; phase >= 0; phase--) {
      best[phase] = placements.get(at);
      at = before[phase][at];
    }
    return best;
  }

  /** What chains cost up to a phase, from what they cost up to the one before. */
  private long[] next(int phase, long[] least, int[] before) {
    var costs = new long[least.length];
    Arrays.fill(costs, Long.MAX_VALUE);
    var table = problem.table();
    var places = new int[problem.phases()][];
    Arrays.fill(places, Problem.NOWHERE);
    for (int p = 0; p < least.length; p++) {
      places[phase - 1] = placements.get(p);
      problem.fill(table, phase, places);
      for (int q = 0; q < costs.length; q++) {
        long cost = least[p] + Transport.cost(table, clusters, placements.get(q));
        if (cost < costs[q]) {
          costs[q] = cost;
          before[q] = p;
        }
      }
    }
    return costs;
  }
}
