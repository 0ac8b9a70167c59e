package io.strait.farm.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Workers such that every cluster keeps a target efficiency, as fast as can be (tuning, section
 * 4.2).
 *
 * <p>A set of workers is admissible when all clusters can send the target share of what their
 * workers offer at the same time. Subsets of admissible sets are admissible, so workers are taken
 * one by one, fastest first, as long as they fit and add to the rate. This is a knapsack, and whole
 * workers may leave a gap: where there are few kinds of workers a branch and bound then looks for a
 * faster admissible set, by counts of equal workers, against the maximum flow of what is left as
 * the bound. After {@link #MOST_STEPS} steps the best set so far stands.
 */
final class WorkerSelection {
  private static final int MOST_STEPS = 5_000;
  private static final int MOST_KINDS_TO_SEARCH = 24;
  private static final int MOST_WORKERS_ONE_BY_ONE = 1_000;
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
  WorkerSet select(WorkerSet candidates) {
    if (solver.canKeep(candidates.supply(), aggregate, target)) {
      return candidates;
    }
    if (candidates.count() > MOST_WORKERS_ONE_BY_ONE) {
      return clusterByCluster(candidates);
    }
    var workers = fastestFirst(candidates);
    var search = new Search(candidates, workers);
    return search.isSmall() ? search.run() : workers;
  }

  /**
   * For large grids: of every cluster the fastest workers that what it sends at best, with all its
   * workers, keeps busy. Costs one flow in all.
   */
  private WorkerSet clusterByCluster(WorkerSet candidates) {
    var best = solver.quick(candidates.supply(), aggregate);
    var workers = candidates.copy();
    for (int c = 0; c < net.clusters; c++) {
      var taken = new IntList();
      double sum = 0;
      for (int host : candidates.of(c)) {
        double rate = net.workRate[host];
        if (sum < best.rates[c] * (1 - SLACK)
            && target * (sum + rate) <= best.rates[c] * (1 + 1e-12)) {
          sum += rate;
          taken.add(host);
        }
      }
      workers.set(c, taken.toArray());
    }
    return workers;
  }

  private WorkerSet fastestFirst(WorkerSet candidates) {
    var order =
        candidates.hosts(
            (a, b) -> {
              // The master's own cluster first: its tasks cross no gap.
              boolean aHome = net.clusterOf[a] == solver.home();
              boolean bHome = net.clusterOf[b] == solver.home();
              return aHome != bHome
                  ? Boolean.compare(bHome, aHome)
                  : Double.compare(net.workRate[b], net.workRate[a]);
            });
    var owed = solver.quick(new double[net.clusters], aggregate);
    var sent = solver.quick(new double[net.clusters], aggregate);
    var room = new double[net.clusters];
    Arrays.fill(room, Double.POSITIVE_INFINITY);
    var taken = new IntList[net.clusters];
    Arrays.setAll(taken, c -> new IntList());
    for (int h : order) {
      int c = net.clusterOf[h];
      double share = target * net.workRate[h];
      if (share > room[c] * (1 + SLACK)) {
        continue;
      }
      double fits = owed.grow(c, share);
      if (fits < share * (1 - SLACK)) {
        owed.shrink(c, fits);
        room[c] = fits; // room only shrinks as others join
        continue;
      }
      if (sent.grow(c, net.workRate[h]) <= sent.total * 1e-12) {
        owed.shrink(c, fits);
        room[c] = 0; // nothing more of this cluster gets through
        continue;
      }
      taken[c].add(h);
    }
    var workers = WorkerSet.none(net);
    for (int c = 0; c < net.clusters; c++) {
      workers.set(c, taken[c].toArray());
    }
    return workers;
  }

  /** A list of ints that grows. */
  private static final class IntList {
    private int[] values = new int[8];
    private int size;

    void add(int value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    int[] toArray() {
      return Arrays.copyOf(values, size);
    }
  }

  /** Branch and bound over how many to take of each kind of equal workers of a cluster. */
  private final class Search {
    private final List<int[]> kinds = new ArrayList<>();
    private final int[] count;
    private final double[] supply = new double[net.clusters];
    private final double[] rest;
    private final double most;
    private double best;
    private int[] bestCount;
    private final WorkerSet start;
    private int steps;

    Search(WorkerSet candidates, WorkerSet start) {
      this.start = start;
      for (int c = 0; c < net.clusters; c++) {
        var hosts = candidates.of(c);
        for (int from = 0; from < hosts.length; ) {
          int to = from + 1;
          while (to < hosts.length && net.workRate[hosts[to]] == net.workRate[hosts[from]]) {
            to++;
          }
          kinds.add(Arrays.copyOfRange(hosts, from, to));
          from = to;
        }
      }
      kinds.sort((a, b) -> Double.compare(rate(b), rate(a)));
      rest = candidates.supply();
      count = new int[kinds.size()];
      bestCount = count.clone();
      most = solver.quick(rest, aggregate).total;
      best = solver.quick(start.supply(), aggregate).total;
    }

    /** Whether there are few enough kinds for a search to come to an end. */
    boolean isSmall() {
      return kinds.size() <= MOST_KINDS_TO_SEARCH;
    }

    private double rate(int[] kind) {
      return net.workRate[kind[0]];
    }

    WorkerSet run() {
      double found = best;
      extend(0);
      if (best <= found) {
        return start;
      }
      var workers = WorkerSet.none(net);
      for (int k = 0; k < count.length; k++) {
        for (int i = 0; i < bestCount[k]; i++) {
          workers.add(kinds.get(k)[i]);
        }
      }
      return workers;
    }

    /**
     * Decides the k-th kind and those after it; {@code supply} holds the workers taken of those
     * before.
     */
    private void extend(int k) {
      if (best >= most * (1 - SLACK) || steps++ > MOST_STEPS) {
        return;
      }
      if (k == count.length) {
        double rate = solver.quick(supply, aggregate).total;
        if (rate > best * (1 + SLACK)) {
          best = rate;
          bestCount = count.clone();
        }
        return;
      }
      if (solver.quick(plus(supply, rest), aggregate).total <= best * (1 + SLACK)) {
        return;
      }
      var kind = kinds.get(k);
      int c = net.clusterOf[kind[0]];
      double supplied = supply[c];
      double left = rest[c];
      rest[c] = Math.max(0, left - kind.length * rate(kind));
      for (int n = kind.length; n >= 0; n--) {
        supply[c] = supplied + n * rate(kind);
        if (n == 0 || solver.canKeep(supply, aggregate, target)) {
          count[k] = n;
          extend(k + 1);
        }
      }
      count[k] = 0;
      supply[c] = supplied;
      rest[c] = left;
    }

    private static double[] plus(double[] a, double[] b) {
      var sum = new double[a.length];
      Arrays.setAll(sum, i -> a[i] + b[i]);
      return sum;
    }
  }
}
