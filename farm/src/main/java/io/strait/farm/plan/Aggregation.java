package io.strait.farm.plan;

/**
 * How many results every gateway combines before they cross the gap (tuning, section 4.3).
 *
 * <p><b>Start.</b> A cluster that a gap limits gets the smallest S with which the way to the
 * master, were the cluster alone, carries all of its workers: inputs and combined results both
 * counted. Where clusters share a gap this may not do; then all of them are scaled up together
 * until nothing more is gained, and each is taken back as far as the rate allows.
 *
 * <p><b>Balance.</b> A larger S also relieves what others use: shared gaps, and the master's LAN,
 * which then has more room for the master's own cluster. But a cluster hands in work S tasks at a
 * time, so at the end of the run others may have to wait for one such batch, {@code S / rate(c)}
 * seconds: Graham's bound for lists of jobs (makespan at most the even share plus the longest job),
 * with the batch as the job. So cluster by cluster the S is taken that minimises {@code tasks /
 * rate(S) + S / rate(c, S)}, the first rate being that of the whole grid. What S does not relieve
 * (the master's own work, which is per task) does not ask for a larger one, since then the second
 * term alone grows. Beyond {@link #MOST_CLUSTERS_TO_BALANCE} clusters the others' rates are taken
 * as they are, and the start is the largest S that is tried.
 */
final class Aggregation {
  private static final double SLACK = 1e-9;
  private static final int MOST_CLUSTERS_TO_TAKE_BACK = 64;
  private static final int LARGEST_SCALE = 1 << 12;
  private static final int MOST_CLUSTERS_TO_BALANCE = 32;
  private static final int MOST_ROUNDS = 3;

  /** So many values of S next to each other are all tried. */
  private static final int FEW = 32;

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
    var solution = solver.quick(supply, s.clone());
    boolean shared = anyHeldUp(solution);
    if (shared) {
      s = shared(s, plain);
      solution = solver.quick(supply, s.clone());
    }
    boolean whole = net.clusters <= MOST_CLUSTERS_TO_BALANCE;
    if (whole && shared) {
      solution = solver.solve(supply, s.clone()); // competing clusters with their shares
    }
    boolean changed = true;
    for (int round = 0; round < (whole ? MOST_ROUNDS : 1) && changed; round++) {
      changed = false;
      for (int c = 0; c < net.clusters; c++) {
        int before = s[c];
        if (whole ? c != solver.home() && supply[c] > 0 : s[c] > 1) {
          s[c] = new Balance(c, s, solution, shared, whole).best();
        }
        changed |= s[c] != before;
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
    int high = largest();
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

  /** The S with which results hardly matter beside inputs, and no more than there are tasks. */
  private int largest() {
    double largest = Math.min(net.tasks, 1_000_000);
    if (net.input > 0) {
      double negligible = net.anyHalf ? 100 : 1;
      largest = Math.min(largest, Math.ceil(negligible * net.output / net.input));
    }
    return (int) Math.max(1, largest);
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

  /** The search for the S of one cluster that ends the run soonest, the last batch counted. */
  private final class Balance {
    private final int cluster;
    private final int[] trial;
    private final boolean shared;
    private final boolean whole;
    private final int start;
    private final double others;
    private final double full;
    private final double bytes;
    private int best;
    private double bestTime = Double.POSITIVE_INFINITY;

    /**
     * @param solution the rates with which the search starts
     * @param shared whether clusters share gaps, so that this one has only its share of them
     * @param whole whether to ask what the whole grid gains
     */
    Balance(int cluster, int[] s, RateSolver.Solution solution, boolean shared, boolean whole) {
      this.cluster = cluster;
      this.trial = s.clone();
      this.shared = shared;
      this.whole = whole;
      start = s[cluster];
      best = start;
      others = solution.total - solution.rates[cluster];
      full = Math.min(supply[cluster], net.lanRate(cluster));
      bytes = solution.rates[cluster] * net.decidingVolume(solution.aggregate[cluster]);
    }

    int best() {
      int most = whole ? Math.max(start, largest()) : start;
      if (start == 1 && total(most) <= total(1) * (1 + SLACK)) {
        return 1;
      }
      attempt(start);
      for (int s = 1; s < most; s *= 2) {
        attempt(s);
      }
      attempt(most);
      int low = best / 2 + 1;
      int high = (int) Math.min(most, 2L * best);
      while (high - low > FEW) {
        int third = (high - low) / 3;
        if (attempt(low + third) < attempt(high - third)) {
          high -= third;
        } else {
          low += third;
        }
      }
      for (int s = low; s <= high; s++) {
        attempt(s);
      }
      return best;
    }

    /** How long the run takes with this S. */
    private double attempt(int s) {
      double rate = rate(s);
      double time = net.tasks / total(s) + s / rate;
      boolean equal = Math.abs(time - bestTime) <= bestTime * SLACK;
      if (equal ? s < best : time < bestTime) {
        best = s;
        bestTime = time;
      }
      return time;
    }

    private double rate(int s) {
      return Math.min(
          full, shared ? bytes / net.decidingVolume(s) : solver.aloneRate(cluster, s));
    }

    private double total(int s) {
      if (!whole) {
        return others + rate(s);
      }
      trial[cluster] = s;
      return solver.quick(supply, trial).total;
    }
  }
}
