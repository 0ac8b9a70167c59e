package io.strait.farm.plan;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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
 * time, so at the end of the run others may have to wait for one such batch, {@code S - 1} tasks
 * longer than for a single one: Graham's bound for lists of jobs (makespan at most the even share
 * plus the longest job), with the batch as the job. So a limit for this wait is searched that
 * minimises {@code tasks / rate + limit}, where every cluster has the largest S whose wait {@code
 * (S - 1) / rate(c, S)} keeps the limit, and the rate is that of the whole grid. Then each S is
 * taken back as far as the rate allows: what it does not relieve (CPUs, a cluster's own LAN, the
 * master's work, which is per task) asks for none.
 */
final class Aggregation {
  /** How many times less than inputs results are when they hardly matter. */
  private static final double NEGLIGIBLE = 1000;

  private static final double SLACK = 1e-9;
  private static final int MOST_CLUSTERS_TO_TAKE_BACK = 64;
  private static final int LARGEST_SCALE = 1 << 12;
  private static final int MOST_CLUSTERS_TO_REFINE = 256;

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
    boolean shared = anyHeldUp(solver.quick(supply, s));
    if (shared) {
      s = shared(s, plain);
    }
    s = new Balance(s, shared ? solver.solve(supply, s) : null).best();
    return takenBack(s, solver.quick(supply, s).total);
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
      double negligible = net.anyHalf ? NEGLIGIBLE : Math.min(NEGLIGIBLE, net.mostLopsided);
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
    return takenBack(best, bestRate);
  }

  /** Every S as small as the rate allows, one after the other. */
  private int[] takenBack(int[] s, double rate) {
    var least = s.clone();
    if (IntStream.of(s).filter(x -> x > 1).count() <= MOST_CLUSTERS_TO_TAKE_BACK) {
      for (int c = 0; c < net.clusters; c++) {
        least[c] = takeBack(least, c, rate);
      }
    }
    return least;
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

  /** The search for the longest batch that ends the run soonest. */
  private final class Balance {
    private final RateSolver.@Nullable Solution shares;
    private final int most = largest();
    private final int lead;
    private final boolean single;
    private int[] best;
    private double bestTime;

    /**
     * @param start how many to combine to begin with
     * @param shares what each cluster gets then, where clusters share gaps
     */
    Balance(int[] start, RateSolver.@Nullable Solution shares) {
      this.shares = shares;
      single = IntStream.range(0, net.clusters).filter(this::mayCombine).count() == 1;
      best = start;
      bestTime = net.tasks / solver.quick(supply, start).total + longestWait(start);
      lead =
          IntStream.range(0, net.clusters)
              .filter(this::mayCombine)
              .boxed()
              .max(Comparator.comparingDouble(c -> rate(c, most)))
              .orElse(-1);
    }

    private boolean mayCombine(int c) {
      return c != solver.home() && supply[c] > 0;
    }

    int[] best() {
      if (lead < 0) {
        return best;
      }
      int at = 1;
      double least = Double.POSITIVE_INFINITY;
      for (long s = 1; s < 2L * most; s *= 2) {
        double time = attempt((int) Math.min(s, most));
        if (time < least) {
          least = time;
          at = (int) Math.min(s, most);
        }
      }
      if (net.clusters <= MOST_CLUSTERS_TO_REFINE) {
        int high = (int) Math.min(most, Math.max(FEW, 2L * at));
        refine(at < FEW ? 1 : at / 2 + 1, high);
      }
      return best;
    }

    private void refine(int from, int to) {
      int low = from;
      int high = to;
      while (high - low > FEW) {
        int third = (high - low) / 3;
        if (attempt(low + third) <= attempt(high - third)) {
          high -= third;
        } else {
          low += third;
        }
      }
      for (int s = low; s <= high; s++) {
        attempt(s);
      }
    }

    /** How long the run takes if nobody waits longer than for this batch of the fastest cluster. */
    private double attempt(int batch) {
      double limit = wait(lead, batch);
      var s = solver.noAggregation();
      for (int c = 0; c < net.clusters; c++) {
        if (mayCombine(c)) {
          s[c] = c == lead ? batch : longest(c, limit);
        }
      }
      double time = net.tasks / solver.quick(supply, s).total + longestWait(s);
      if (time < bestTime * (1 - SLACK)) {
        best = s;
        bestTime = time;
      }
      return time;
    }

    /** The largest S of a cluster that keeps others waiting no longer than this. */
    private int longest(int c, double limit) {
      int low = 1;
      int high = most;
      while (low < high) {
        int middle = (low + high + 1) >>> 1;
        if (wait(c, middle) <= limit) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      return low;
    }

    private double longestWait(int[] s) {
      double longest = 0;
      for (int c = 0; c < net.clusters; c++) {
        if (mayCombine(c)) {
          longest = Math.max(longest, wait(c, s[c]));
        }
      }
      return longest;
    }

    /** How much longer a batch of so many takes than a single task. */
    private double wait(int c, int s) {
      return s == 1 ? 0 : (s - 1) / rate(c, s);
    }

    private double rate(int c, int s) {
      double most = Math.min(supply[c], solver.aloneRate(c, s));
      if (single || shares == null || shares.rates[c] == 0) {
        return most;
      }
      double bytes = shares.rates[c] * net.decidingVolume(shares.aggregate[c]);
      return Math.min(most, bytes / net.decidingVolume(s));
    }
  }
}
