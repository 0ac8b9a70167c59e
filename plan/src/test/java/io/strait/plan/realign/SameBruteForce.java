package io.strait.plan.realign;

/** The least cost of all ways to put blocks into clusters of given sizes: every one is tried. */
final class SameBruteForce {
  private final Flows flows;
  private final LinkCosts costs;
  private final int[] free;
  private final int[] cluster;
  private double best = Double.POSITIVE_INFINITY;

  private SameBruteForce(Flows flows, int[] sizes, LinkCosts costs) {
    this.flows = flows;
    this.costs = costs;
    free = sizes.clone();
    cluster = new int[flows.blocks()];
  }

  static double least(Flows flows, int[] sizes, LinkCosts costs) {
    var search = new SameBruteForce(flows, sizes, costs);
    search.place(0, 0);
    return search.best;
  }

  private void place(int block, double cost) {
    if (block == cluster.length) {
      best = Math.min(best, cost);
      return;
    }
    for (int c = 0; c < free.length; c++) {
      if (free[c] > 0) {
        free[c]--;
        cluster[block] = c;
        place(block + 1, cost + added(block));
        free[c]++;
      }
    }
  }

  /** What a block adds with those before it, and with itself. */
  private double added(int block) {
    double sum = 0;
    for (int from = 0; from <= block; from++) {
      for (int e = flows.start(from); e < flows.start(from + 1); e++) {
        int to = flows.to(e);
        if (to <= block && (from == block || to == block)) {
          sum += costs.of(cluster[from], cluster[to], 1, flows.volume(e));
        }
      }
    }
    return sum;
  }
}
