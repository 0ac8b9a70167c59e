package io.strait.farm.plan;

/**
 * How many results every gateway combines before they cross the gap (tuning, section 4.3).
 *
 * <p><b>Large enough.</b> A cluster that a gap limits gets the smallest S with which the way to the
 * master, were the cluster alone, carries all of its workers: inputs and combined results both
 * counted. Where clusters share a gap this may not do; then all of them are scaled up together
 * until nothing more is gained, and each is taken back as far as the rate allows.
 *
 * <p><b>Not too large.</b> A cluster hands in work S tasks at a time, so at the end of the run
 * others may have to wait for one such batch, {@code S / rate(c)} seconds: Graham's bound for lists
 * of jobs (makespan at most the even share plus the longest job), with the batch as the job. S is
 * the one up to the above that minimises {@code tasks / rate(S) + S / rate(c, S)}; for many tasks
 * that is the one that frees the cluster, for few it is smaller.
 */
final class Aggregation {
  private static final double SLACK = 1e-9;
  private static final int MOST_CLUSTERS_TO_TAKE_BACK = 64;
  private static final int LARGEST_SCALE = 1 << 12;

  private final FarmNetwork net;
  private final RateSolver solver;
  private final double[] supply;

  Aggregation(RateSolver solver, double[] supply) {
    this.net = solver.network();
    this.solver = solver;
    this.supply = supply;
  }

  int[] choose() {
    var s = solver.noAggregation();
    if (!net.reducible || net.output == 0) {
      return s;
    }
    var plain = solver.quick(supply, s);
    if (plain.isLimitedByMaster()) {
      return s; // no gap is what holds the clusters up
    }
    for (int c = 0; c < net.clusters; c++) {
      if (isHeldUp(plain, c)) {
        s[c] = freeing(c);
      }
    }
    var solution = solver.quick(supply, s);
    boolean shared = anyHeldUp(solution);
    if (shared) {
      s = shared(s, plain);
      solution = solver.quick(supply, s);
    }
    for (int c = 0; c < net.clusters; c++) {
      if (s[c] > 1) {
        s[c] = balanced(c, s[c], solution, shared);
      }
    }
    return s;
  }

  /** Whether a remote cluster sends less than its workers and its LAN could. */
  private boolean isHeldUp(RateSolver.Solution solution, int c) {
    return c != solver.home()
        && supply[c] > 0
        && solution.rates[c] < Math.min(supply[c], net.lanRate(c)) * (1 - SLACK);
  }

  private boolean anyHeldUp(RateSolver.Solution solution) {
    for (int c = 0; c < net.clusters; c++) {
      if (isHeldUp(solution, c)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The smallest S that frees the cluster alone; where inputs alone are too much, the smallest with
   * which results no longer matter.
   */
  private int freeing(int c) {
    double largest = Math.min(net.tasks, 1_000_000);
    if (net.input > 0) {
      double negligible = net.anyHalf ? 100 : 1;
      largest = Math.min(largest, Math.ceil(negligible * net.output / net.input));
    }
    int high = (int) Math.max(1, largest);
    double goal =
        Math.min(Math.min(supply[c], net.lanRate(c)), solver.aloneRate(c, high)) * (1 - 1e-12);
    int low = 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (solver.aloneRate(c, middle) >= goal) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return high;
  }

  /** S for clusters that share gaps: scaled up together, then taken back one by one. */
  private int[] shared(int[] alone, RateSolver.Solution plain) {
    var best = alone;
    double bestRate = solver.quick(supply, alone).total;
    for (int scale = 2; scale <= LARGEST_SCALE; scale *= 2) {
      var larger = alone.clone();
      var before = solver.quick(supply, best);
      for (int c = 0; c < net.clusters; c++) {
        if (isHeldUp(plain, c) || isHeldUp(before, c)) {
          larger[c] = (int) Math.min(net.tasks, (long) alone[c] * scale);
        }
      }
      var solution = solver.quick(supply, larger);
      if (solution.total > bestRate * (1 + SLACK)) {
        best = larger;
        bestRate = solution.total;
      }
      if (!anyHeldUp(solution)) {
        break;
      }
    }
    int changed = 0;
    for (int c = 0; c < net.clusters; c++) {
      changed += best[c] > 1 ? 1 : 0;
    }
    if (changed <= MOST_CLUSTERS_TO_TAKE_BACK) {
      for (int c = 0; c < net.clusters; c++) {
        best[c] = takeBack(best, c, bestRate);
      }
    }
    return best;
  }

  private int takeBack(int[] s, int c, double rate) {
    int low = 1;
    int high = s[c];
    var trial = s.clone();
    while (low < high) {
      trial[c] = (low + high) >>> 1;
      if (solver.quick(supply, trial).total >= rate * (1 - SLACK)) {
        high = trial[c];
      } else {
        low = trial[c] + 1;
      }
    }
    return high;
  }

  /**
   * The S up to the one that frees the cluster that ends the run soonest, the last batch counted.
   *
   * @param shared whether clusters share gaps, so that this one has only its share of them
   */
  private int balanced(int c, int freeing, RateSolver.Solution solution, boolean shared) {
    double others = solution.total - solution.rates[c];
    double full = Math.min(supply[c], net.lanRate(c));
    double bytes = solution.rates[c] * net.decidingVolume(freeing);
    int best = freeing;
    double bestTime = Double.POSITIVE_INFINITY;
    for (int s = 1;
        s <= freeing;
        s = s == freeing ? s + 1 : Math.min(freeing, s + Math.max(1, s / 32))) {
      double rate = shared ? bytes / net.decidingVolume(s) : solver.aloneRate(c, s);
      rate = Math.min(full, rate);
      double time = net.tasks / (others + rate) + s / rate;
      if (time < bestTime * (1 - SLACK)) {
        best = s;
        bestTime = time;
      }
    }
    return best;
  }
}
