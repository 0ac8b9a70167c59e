package io.strait.farm.plan;

import io.strait.model.PlanException;
import io.strait.model.quantity.Durations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Workers chosen one by one while the flow grows with them, for the objectives that count heads or
 * money.
 *
 * <p><b>Fewest</b>: always the worker that adds most. What a worker adds never grows as others join
 * (the rate is submodular), so stale values are upper bounds and only the top of the heap is looked
 * at again. On trees of clusters the k workers found this way are the best k for every k, because
 * capped sums of concave functions are concave.
 *
 * <p><b>Cheapest</b>, and <b>fastest within a budget</b>: a knapsack. Few workers: all sets are
 * tried. More: workers by falling rate per money; of all the sets along the way the best that keeps
 * the limit, then improved by adding, dropping and swapping single workers. That is not proven best
 * (DECISIONS.md says how far off it was seen).
 */
final class WorkerFill {
  private static final double SLACK = 1e-9;
  private static final int MOST_WORKERS_TO_TRY_ALL = 12;
  private static final int MOST_WORKERS_TO_IMPROVE = 64;
  private static final int MOST_WORKERS_ONE_BY_ONE = 10_000;

  private final FarmNetwork net;
  private final RateSolver solver;
  private final WorkerSet candidates;
  private final int[] aggregate;
  private final int mostToTryAll;

  WorkerFill(RateSolver solver, WorkerSet candidates, int[] aggregate) {
    this(solver, candidates, aggregate, MOST_WORKERS_TO_TRY_ALL);
  }

  /** For tests: up to how many workers all sets are tried. */
  WorkerFill(RateSolver solver, WorkerSet candidates, int[] aggregate, int mostToTryAll) {
    this.mostToTryAll = mostToTryAll;
    this.net = solver.network();
    this.solver = solver;
    this.candidates = candidates;
    this.aggregate = aggregate;
  }

  /** The fewest workers with the rate of all candidates. */
  WorkerSet fewest() {
    var full = solver.quick(candidates.supply(), aggregate);
    if (candidates.count() > MOST_WORKERS_ONE_BY_ONE) {
      return covering(full);
    }
    double goal = full.total * (1 - SLACK);
    var solution = solver.quick(new double[net.clusters], aggregate);
    var taken = new int[net.clusters];
    var heap = new PriorityQueue<ClusterBound>();
    for (int c = 0; c < net.clusters; c++) {
      if (candidates.of(c).length > 0) {
        heap.add(new ClusterBound(c, net.workRate[candidates.of(c)[0]]));
      }
    }
    while (solution.total < goal && !heap.isEmpty()) {
      int c = heap.remove().cluster();
      var hosts = candidates.of(c);
      double added = solution.grow(c, net.workRate[hosts[taken[c]]]);
      double rival = heap.isEmpty() ? 0 : heap.peek().rate();
      if (added <= goal * 1e-12) {
        continue; // nothing of this cluster helps any more
      }
      if (added < rival * (1 - SLACK)) {
        solution.shrink(c, added);
        heap.add(new ClusterBound(c, added));
        continue;
      }
      taken[c]++;
      if (taken[c] < hosts.length) {
        heap.add(new ClusterBound(c, Math.min(added, net.workRate[hosts[taken[c]]])));
      }
    }
    var workers = WorkerSet.none(net);
    for (int c = 0; c < net.clusters; c++) {
      workers.set(c, Arrays.copyOf(candidates.of(c), taken[c]));
    }
    if (solver.quick(workers.supply(), aggregate).total >= goal) {
      return workers;
    }
    return covering(full);
  }

  /**
   * The fastest workers of every cluster that cover what it sends at best. Needed where clusters
   * combine different numbers of results: then not every way of filling the network reaches the
   * highest rate.
   */
  private WorkerSet covering(RateSolver.Solution full) {
    var workers = WorkerSet.none(net);
    for (int c = 0; c < net.clusters; c++) {
      var hosts = candidates.of(c);
      int count = 0;
      for (double sum = 0; sum < full.rates[c] * (1 - SLACK); count++) {
        sum += net.workRate[hosts[count]];
      }
      workers.set(c, Arrays.copyOf(hosts, count));
    }
    return workers;
  }

  /** Workers with which the tasks cost least and are done in time. */
  WorkerSet cheapest(double deadlineSeconds) {
    double fastest = net.tasks / solver.quick(candidates.supply(), aggregate).total;
    if (fastest > deadlineSeconds * (1 + SLACK)) {
      throw new PlanException(
          "no plan is done within %s: the fastest takes %s"
              .formatted(Durations.rounded(deadlineSeconds), Durations.rounded(fastest)));
    }
    return best(
        (time, cost) ->
            time <= deadlineSeconds * (1 + SLACK) ? cost + 1e-9 * time : Double.POSITIVE_INFINITY);
  }

  /** The fastest workers whose cost stays within the budget. */
  WorkerSet withinBudget(double budget) {
    var workers =
        best((time, cost) -> cost <= budget * (1 + SLACK) ? time : Double.POSITIVE_INFINITY);
    if (workers.count() == 0) {
      var cheapest = cheapest(Double.POSITIVE_INFINITY);
      throw new PlanException(
          "no plan costs at most %s: the cheapest costs %.4g"
              .formatted(budget, cost(cheapest, time(cheapest))));
    }
    return workers;
  }

  /** What is to be as small as possible; infinite where a limit is broken. */
  private interface Goal {
    double of(double timeSeconds, double cost);
  }

  private WorkerSet best(Goal goal) {
    var order =
        candidates.hosts(
            (a, b) -> {
              int byMoney =
                  Double.compare(net.price[a] / net.workRate[a], net.price[b] / net.workRate[b]);
              return byMoney != 0 ? byMoney : Double.compare(net.workRate[b], net.workRate[a]);
            });
    if (order.length <= mostToTryAll) {
      return tryAll(order, goal);
    }
    var solution = solver.quick(new double[net.clusters], aggregate);
    var useful = new ArrayList<Integer>();
    double price = net.price[solver.masterHost()];
    double bestScore = Double.POSITIVE_INFINITY;
    int bestCount = 0;
    for (int h : order) {
      if (solution.grow(net.clusterOf[h], net.workRate[h]) <= solution.total * 1e-12) {
        continue;
      }
      useful.add(h);
      price += net.price[h];
      double time = net.tasks / solution.total;
      double score = goal.of(time, price * time / 3600);
      if (score < bestScore) {
        bestScore = score;
        bestCount = useful.size();
      }
    }
    var workers = WorkerSet.none(net);
    for (int h : useful.subList(0, bestCount)) {
      workers.add(h);
    }
    return order.length <= MOST_WORKERS_TO_IMPROVE ? improve(workers, order, goal) : workers;
  }

  private WorkerSet tryAll(int[] hosts, Goal goal) {
    var in = new boolean[hosts.length];
    var best = in.clone();
    double bestScore = Double.POSITIVE_INFINITY;
    for (int set = 1; set < 1 << hosts.length; set++) {
      for (int i = 0; i < hosts.length; i++) {
        in[i] = (set >> i & 1) != 0;
      }
      double score = score(hosts, in, goal);
      if (score < bestScore * (1 - SLACK)) {
        bestScore = score;
        best = in.clone();
      }
    }
    return workers(hosts, best);
  }

  /** Adds, drops and swaps single workers as long as that helps. */
  private WorkerSet improve(WorkerSet start, int[] hosts, Goal goal) {
    var in = new boolean[hosts.length];
    for (int i = 0; i < hosts.length; i++) {
      int host = hosts[i];
      in[i] = IntStream.of(start.of(net.clusterOf[host])).anyMatch(h -> h == host);
    }
    double best = score(hosts, in, goal);
    boolean better = true;
    while (better) {
      better = false;
      for (int i = 0; i < hosts.length; i++) {
        for (int j = i; j < hosts.length; j++) {
          if (i != j && in[i] == in[j]) {
            continue;
          }
          in[i] = !in[i];
          in[j] = i == j ? in[j] : !in[j];
          double score = score(hosts, in, goal);
          if (score < best * (1 - SLACK)) {
            best = score;
            better = true;
          } else {
            in[i] = !in[i];
            in[j] = i == j ? in[j] : !in[j];
          }
        }
      }
    }
    return workers(hosts, in);
  }

  private double score(int[] hosts, boolean[] in, Goal goal) {
    var workers = workers(hosts, in);
    if (workers.count() == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double time = time(workers);
    return goal.of(time, cost(workers, time));
  }

  private WorkerSet workers(int[] hosts, boolean[] in) {
    var workers = WorkerSet.none(net);
    for (int i = 0; i < hosts.length; i++) {
      if (in[i]) {
        workers.add(hosts[i]);
      }
    }
    return workers;
  }

  private double time(WorkerSet workers) {
    return net.tasks / solver.quick(workers.supply(), aggregate).total;
  }

  private double cost(WorkerSet workers, double time) {
    return (workers.price() + net.price[solver.masterHost()]) * time / 3600;
  }
}
