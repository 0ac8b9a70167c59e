package io.strait.realign.plan;

/** The least cost of all ways to put blocks into clusters of given sizes: every one is tried. */
final class SameBruteForce {
  private final int[] free;
  private final int[] cluster;

  /** What two blocks send each other, by their clusters; a block itself, by its own. */
  private final double[][][][] between;

  private double best = Double.POSITIVE_INFINITY;

  private SameBruteForce(Flows flows, int[] sizes, LinkCosts costs) {
    int blocks = flows.blocks();
    int clusters = sizes.length;
    free = sizes.clone();
    cluster = new int[blocks];
    between = new double[blocks][blocks][clusters][clusters];
    for (int i = 0; i < blocks; i++) {
      for (int e = flows.start(i); e < flows.start(i + 1); e++) {
        int j = flows.to(e);
        for (int a = 0; a < clusters; a++) {
          for (int b = 0; b < clusters; b++) {
            double cost = costs.of(a, b, 1, flows.volume(e));
            if (i >= j) {
              between[i][j][a][b] += cost;
            } else {
              between[j][i][b][a] += cost;
            }
          }
        }
      }
    }
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
        double sum = cost;
        for (int other = 0; other <= block; other++) {
          sum += between[block][other][c][cluster[other]];
        }
        place(block + 1, sum);
        free[c]++;
      }
    }
  }
}
