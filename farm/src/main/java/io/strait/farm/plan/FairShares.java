package io.strait.farm.plan;

import java.util.Arrays;

/**
 * How clusters that compete share what they compete for: the shares of all are raised together, by
 * bisection, until some cannot go on; those are held and the others raised further. The total rate
 * stays what it is with the least shares.
 */
final class FairShares {
  private static final int BISECTIONS = 48;
  private static final double SLACK = 1e-9;

  private final RateSolver solver;
  private final double[] supply;
  private final int[] aggregate;

  FairShares(RateSolver solver, double[] supply, int[] aggregate) {
    this.solver = solver;
    this.supply = supply;
    this.aggregate = aggregate;
  }

  /**
   * Tasks per second for every cluster, each at least {@code least} of what it offers where that is
   * possible.
   */
  double[] above(double least) {
    var shares = Arrays.stream(supply).map(s -> least * s).toArray();
    double total = solver.solve(supply, aggregate, shares).total;
    var active = new boolean[supply.length];
    Arrays.fill(active, true);
    double low = least;
    boolean any = true;
    for (int round = 0; round < supply.length && any; round++) {
      double high = 1;
      for (int step = 0; step < BISECTIONS && high > low; step++) {
        double middle = step == 0 ? 1 : (low + high) / 2;
        if (isPossible(raised(shares, active, middle), total)) {
          low = middle;
        } else {
          high = middle;
        }
      }
      shares = raised(shares, active, low);
      any = false;
      for (int c = 0; c < supply.length; c++) {
        if (active[c]) {
          var more = shares.clone();
          more[c] = Math.min(supply[c], shares[c] + supply[c] * 1e-5);
          active[c] = more[c] > shares[c] && isPossible(more, total);
          any |= active[c];
        }
      }
    }
    return shares;
  }

  private double[] raised(double[] shares, boolean[] active, double share) {
    var raised = shares.clone();
    for (int c = 0; c < raised.length; c++) {
      if (active[c]) {
        raised[c] = Math.max(raised[c], share * supply[c]);
      }
    }
    return raised;
  }

  private boolean isPossible(double[] shares, double total) {
    var solution = solver.solve(supply, aggregate, shares);
    return solution.total >= total * (1 - SLACK) && solution.reaches(shares);
  }
}
