package io.strait.farm.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The best workers for money by branch and bound, over how many to take of each kind of equal
 * workers (cluster, rate, price), those with the lowest price per rate first.
 *
 * <p><b>Bound.</b> Rates are submodular: a worker adds the less, the more others there are. So
 * workers that are still undecided add at most what they compute, at most what the network lets
 * their cluster send, and all together at most up to the rate of all. Taken in their order, the
 * last one in part, they give a convex curve of price over rate that no choice is below; its best
 * point is the bound (Dantzig's for a knapsack). Where the network binds and nothing is combined, a
 * flow makes the curve narrower: filling a polymatroid greedily is the cheapest way to every rate.
 *
 * <p><b>Order.</b> Of a kind the number at that best point comes first, then fewer, then more. The
 * bound is quasiconvex in this number, so the first that it excludes excludes all beyond.
 *
 * <p>Knapsacks are hard: the search ends after a number of steps. Then {@link #atLeast} is the best
 * score that what was left out could have.
 */
final class MoneySearch {
  /** Deeper recursions are not tried; their root has a bound nevertheless. */
  private static final int MOST_KINDS = 1_000;

  private static final double SLACK = 1e-9;
  private static final int STEPS_OF_FLOW = 40;

  private final FarmNetwork net;
  private final RateSolver solver;
  private final int[] aggregate;
  private final MoneyGoal goal;
  private final List<int[]> kinds = new ArrayList<>();
  private final double[] cost;
  private final double mostRate;

  /** Whether workers add what they compute, because no network binds even with all of them. */
  private final boolean additive;

  /** Whether bytes per task are the same everywhere, so that the greedy on the flow is exact. */
  private final boolean uniform;

  /** Whether the solver's rate is exact, so that it is concave in what clusters offer. */
  private final boolean exact;

  private final double[] most;
  private final double[] supply;
  private final int[] count;
  private int @Nullable [] found;
  private double best;
  private double open = Double.POSITIVE_INFINITY;
  private long steps;
  private double bestRate;

  /**
   * @param best the score to improve on
   * @param steps after how many steps to stop
   */
  MoneySearch(
      RateSolver solver,
      WorkerSet candidates,
      int[] aggregate,
      MoneyGoal goal,
      double best,
      long steps) {
    this.net = solver.network();
    this.solver = solver;
    this.aggregate = aggregate;
    this.goal = goal;
    this.best = best;
    this.steps = steps;
    var all = candidates.supply();
    mostRate = solver.quick(all, aggregate).total;
    additive = mostRate >= Arrays.stream(all).sum() * (1 - 1e-12);
    uniform = Arrays.stream(aggregate).allMatch(s -> s == 1);
    exact = uniform || (!net.isLopsided() && (!net.anyFull || !net.anyHalf));
    most = new double[net.clusters];
    for (int c = 0; c < net.clusters; c++) {
      most[c] = Math.min(all[c], solver.aloneRate(c, aggregate[c]));
    }
    supply = new double[net.clusters];
    group(candidates);
    cost = kinds.stream().mapToDouble(k -> net.price[k[0]] / net.workRate[k[0]]).toArray();
    count = new int[kinds.size()];
  }

  private void group(WorkerSet candidates) {
    var order =
        candidates.hosts(
            Comparator.comparingDouble((Integer h) -> net.price[h] / net.workRate[h])
                .thenComparingDouble(h -> -net.workRate[h])
                .thenComparingInt(h -> net.clusterOf[h])
                .thenComparingInt(h -> h));
    for (int from = 0; from < order.length; ) {
      int to = from + 1;
      while (to < order.length && isEqual(order[from], order[to])) {
        to++;
      }
      kinds.add(Arrays.copyOfRange(order, from, to));
      from = to;
    }
  }

  private boolean isEqual(int a, int b) {
    return net.clusterOf[a] == net.clusterOf[b]
        && net.workRate[a] == net.workRate[b]
        && net.price[a] == net.price[b];
  }

  /** No workers have a better score than this. */
  double atLeast() {
    return Math.min(best, open);
  }

  /** Better workers than those to improve on, or these where none were found. */
  WorkerSet run(WorkerSet start) {
    double price = net.price[solver.masterHost()];
    double bound = bound(0, 0, price);
    if (kinds.size() > MOST_KINDS) {
      open = bound;
      return start;
    }
    extend(0, price, bound);
    if (found == null) {
      return start;
    }
    return workers(found);
  }

  /** As many of each kind, but the first ones. */
  WorkerSet firstOfKinds(WorkerSet workers) {
    var chosen = new BitSet();
    for (int c = 0; c < net.clusters; c++) {
      IntStream.of(workers.of(c)).forEach(chosen::set);
    }
    var counts = new int[kinds.size()];
    Arrays.setAll(counts, k -> (int) IntStream.of(kinds.get(k)).filter(chosen::get).count());
    return workers(counts);
  }

  private WorkerSet workers(int[] counts) {
    var chosen = new IntStream.Builder[net.clusters];
    Arrays.setAll(chosen, c -> IntStream.builder());
    for (int k = 0; k < counts.length; k++) {
      for (int i = 0; i < counts[k]; i++) {
        int host = kinds.get(k)[i];
        chosen[net.clusterOf[host]].add(host);
      }
    }
    var workers = WorkerSet.none(net);
    for (int c = 0; c < net.clusters; c++) {
      workers.set(c, chosen[c].build().toArray());
    }
    return workers;
  }

  /** Decides the k-th kind and those after it, for what those before it offer and cost. */
  private void extend(int k, double price, double bound) {
    if (k == kinds.size()) {
      return;
    }
    if (steps <= 0) {
      open = Math.min(open, bound);
      return;
    }
    var kind = kinds.get(k);
    double rate = net.workRate[kind[0]];
    int cluster = net.clusterOf[kind[0]];
    double before = supply[cluster];
    double now = ceiling(rate());
    bound(k, now, price);
    int middle = (int) Math.clamp(Math.floor((bestRate - now) / rate), 0, kind.length);
    int n = middle;
    while (n >= 0 && take(k, n, before, price, bound)) {
      n--;
    }
    n = middle + 1;
    while (n <= kind.length && take(k, n, before, price, bound)) {
      n++;
    }
    supply[cluster] = before;
    count[k] = 0;
  }

  /**
   * Takes n of the k-th kind and decides those after it.
   *
   * @param offered by the cluster without them
   * @param price without them
   * @param parent the bound without a decision about them
   * @return whether numbers beyond n may be better still
   */
  private boolean take(int k, int n, double offered, double price, double parent) {
    var kind = kinds.get(k);
    supply[net.clusterOf[kind[0]]] = offered + n * net.workRate[kind[0]];
    count[k] = n;
    double all = price + n * net.price[kind[0]];
    double rate = rate();
    double score = goal.score(rate, all);
    if (score < best * (1 - SLACK)) {
      best = score;
      found = count.clone();
    }
    double bound = bound(k + 1, ceiling(rate), all);
    if (bound >= best * (1 - SLACK)) {
      return false;
    }
    if (!additive && uniform) {
      bound = Math.max(bound, narrowerBound(k + 1, all));
    }
    if (bound < best * (1 - SLACK)) {
      extend(k + 1, all, Math.max(bound, parent));
    }
    return true;
  }

  /** The rate of those taken so far. */
  private double rate() {
    if (additive) {
      double sum = 0;
      for (double s : supply) {
        sum += s;
      }
      return sum;
    }
    steps -= STEPS_OF_FLOW * (long) (net.clusters + net.gaps);
    return solver.quick(supply, aggregate).total;
  }

  /** What those taken so far add to a curve: their rate, or what it cannot exceed. */
  private double ceiling(double rate) {
    if (exact) {
      return rate;
    }
    double sum = 0;
    for (int c = 0; c < net.clusters; c++) {
      sum += Math.min(supply[c], most[c]);
    }
    return Math.min(sum, mostRate);
  }

  /** The best score on the curve that starts here and goes through the kinds from the k-th on. */
  private double bound(int k, double startRate, double startPrice) {
    var curve = new Curve(startRate, startPrice);
    var left = additive ? most : most.clone();
    for (int i = k; i < cost.length && curve.goesOn(cost[i]); i++) {
      var kind = kinds.get(i);
      double adds = kind.length * net.workRate[kind[0]];
      if (!additive) {
        int c = net.clusterOf[kind[0]];
        adds = Math.min(adds, left[c]);
        left[c] -= adds;
      }
      curve.add(adds, cost[i]);
    }
    bestRate = curve.bestRate;
    return curve.best;
  }

  /** The bound by the flow, which sees what all have to share. */
  private double narrowerBound(int k, double startPrice) {
    var flow = solver.quick(supply, aggregate);
    var curve = new Curve(flow.total, startPrice);
    for (int i = k; i < cost.length && curve.goesOn(cost[i]); i++) {
      var kind = kinds.get(i);
      steps -= STEPS_OF_FLOW;
      curve.add(flow.grow(net.clusterOf[kind[0]], kind.length * net.workRate[kind[0]]), cost[i]);
    }
    return curve.best;
  }

  /** Price over rate, as far as looked at, and the best score on it. */
  private final class Curve {
    private double rate;
    private double price;
    private double best;
    private double bestRate;

    Curve(double rate, double price) {
      this.rate = rate;
      this.price = price;
      best = goal.score(rate, price);
      bestRate = rate;
    }

    boolean goesOn(double cost) {
      return rate < mostRate && !goal.endsAt(rate, price, cost);
    }

    /** Goes on by so many tasks per second, each of which costs so much. */
    void add(double adds, double cost) {
      steps--;
      double toRate = Math.min(rate + adds, mostRate);
      if (toRate <= rate) {
        return;
      }
      double toPrice = price + (toRate - rate) * cost;
      double at = goal.bestRate(rate, price, toRate, toPrice);
      double score = goal.score(at, price + (at - rate) * cost);
      if (score < best) {
        best = score;
        bestRate = at;
      }
      rate = toRate;
      price = toPrice;
    }
  }
}
