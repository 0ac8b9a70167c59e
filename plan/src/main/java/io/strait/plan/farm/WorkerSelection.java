package io.strait.plan.farm;

/**
 * Workers such that every cluster keeps a target efficiency, as fast as can be (tuning, section
 * 4.2).
 *
 * <p>A cluster that may send {@code cap} tasks per second is efficient when its workers' rates add
 * up to at most {@code cap / target}. Any subset between {@code cap} and that is as fast as the
 * cluster can be; where there is none, the largest sum below {@code cap} is best. Fastest workers
 * first finds the former almost always; the latter is a subset sum, found by branch and bound
 * (bounded by {@link #MOST_STEPS} steps, after which the best so far stands).
 *
 * <p>Clusters that share a gap influence each other: what one cannot use another may. So select,
 * solve, and select again until nothing changes, then offer every cluster the room that was left
 * over.
 */
final class WorkerSelection {
  private static final int MOST_STEPS = 200_000;
  private static final int MOST_ROUNDS = 100;
  private static final int MOST_CLUSTERS_TO_REFILL = 512;
  private static final double SLACK = 1e-9;

  private final FarmNetwork net;
  private final RateSolver solver;
  private final int[] aggregate;
  private final double target;

  WorkerSelection(RateSolver solver, int[] aggregate, double target) {
    this.net = solver.network();
    this.solver = solver;
    this.aggregate = aggregate;
    this.target = target;
  }

  /** Selects among the candidates. */
  Workers select(Workers candidates) {
    var workers = candidates.copy();
    for (int round = 0; round < MOST_ROUNDS; round++) {
      var solution = solver.solve(workers.supply(), aggregate);
      boolean changed = false;
      for (int c = 0; c < net.clusters; c++) {
        if (isWasteful(workers, solution, c)) {
          workers.set(c, subset(workers.of(c), solution.rates[c]));
          changed = true;
        }
      }
      if (!changed) {
        break;
      }
    }
    refill(workers, candidates);
    return workers;
  }

  private boolean isWasteful(Workers workers, RateSolver.Solution solution, int c) {
    return workers.of(c).length > 0 && solution.rates[c] < workers.rate(c) * target * (1 - SLACK);
  }

  /** Lets clusters take up room that selecting in other clusters has left. */
  private void refill(Workers workers, Workers candidates) {
    if (net.clusters > MOST_CLUSTERS_TO_REFILL) {
      return;
    }
    var solution = solver.solve(workers.supply(), aggregate);
    for (int c = 0; c < net.clusters; c++) {
      if (workers.of(c).length == candidates.of(c).length) {
        continue;
      }
      double cap = solution.rates[c] + solution.spare(c);
      solution = solver.solve(workers.supply(), aggregate);
      var hosts = subset(candidates.of(c), cap);
      var before = workers.of(c);
      workers.set(c, hosts);
      var changed = solver.solve(workers.supply(), aggregate);
      boolean efficient = true;
      for (int other = 0; other < net.clusters && efficient; other++) {
        efficient = !isWasteful(workers, changed, other);
      }
      if (efficient && changed.total > solution.total * (1 + SLACK)) {
        solution = changed;
      } else {
        workers.set(c, before);
      }
    }
  }

  /** The best subset of hosts, given fastest first, for a cluster that may send {@code cap}. */
  int[] subset(int[] hosts, double cap) {
    double most = cap / target * (1 + 1e-12);
    var greedy = new boolean[hosts.length];
    double sum = 0;
    for (int i = 0; i < hosts.length && sum < cap; i++) {
      if (sum + net.workRate[hosts[i]] <= most) {
        sum += net.workRate[hosts[i]];
        greedy[i] = true;
      }
    }
    if (sum < cap * (1 - SLACK)) {
      greedy = new SubsetSum(hosts, cap, most, sum, greedy).search();
    }
    int count = 0;
    for (boolean taken : greedy) {
      count += taken ? 1 : 0;
    }
    var subset = new int[count];
    for (int i = 0, at = 0; i < hosts.length; i++) {
      if (greedy[i]) {
        subset[at++] = hosts[i];
      }
    }
    return subset;
  }

  /** The largest sum of rates up to a limit; any sum from {@code enough} on is as good. */
  private final class SubsetSum {
    private final int[] hosts;
    private final double enough;
    private final double most;
    private final double[] rest;
    private final boolean[] taken;
    private boolean[] best;
    private double bestSum;
    private int steps;

    SubsetSum(int[] hosts, double enough, double most, double firstSum, boolean[] first) {
      this.hosts = hosts;
      this.enough = enough;
      this.most = most;
      this.best = first;
      this.bestSum = firstSum;
      taken = new boolean[hosts.length];
      rest = new double[hosts.length + 1];
      for (int i = hosts.length - 1; i >= 0; i--) {
        rest[i] = rest[i + 1] + net.workRate[hosts[i]];
      }
    }

    boolean[] search() {
      // Depth is bounded to keep the stack small; beyond it the greedy's answer stands.
      if (hosts.length <= 5_000) {
        extend(0, 0);
      }
      return best;
    }

    private void extend(int i, double sum) {
      if (sum > bestSum * (1 + 1e-12)) {
        bestSum = sum;
        best = taken.clone();
      }
      if (i == hosts.length
          || bestSum >= enough
          || sum + rest[i] <= bestSum * (1 + 1e-12)
          || steps++ > MOST_STEPS) {
        return;
      }
      double rate = net.workRate[hosts[i]];
      if (sum + rate <= most) {
        taken[i] = true;
        extend(i + 1, sum + rate);
        taken[i] = false;
      }
      // Leaving out one of several equal hosts means leaving out all that follow of them.
      int next = i + 1;
      while (next < hosts.length && net.workRate[hosts[next]] == rate) {
        next++;
      }
      extend(next, sum);
    }
  }
}
