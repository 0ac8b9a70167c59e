package io.strait.farm.plan;

import io.strait.model.PlanException;
import io.strait.model.quantity.Durations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The cheapest workers, and the fastest within a budget: a knapsack. It starts with workers by
 * falling rate per money, the best of all sets along the way that keeps the limit, improved by
 * adding, dropping and swapping single workers where there are few; then {@link MoneySearch} looks
 * for better ones until none can be left or its steps are used up.
 */
final class MoneyFill {
  private static final double SLACK = 1e-9;
  private static final int MOST_WORKERS_TO_IMPROVE = 64;
  private static final int MOST_WORKERS_TO_DROP = 1_000;

  /** Steps of all searches of a plan together: a second or two. */
  static final long MOST_STEPS = 200_000_000;

  private final FarmNetwork net;
  private final RateSolver solver;
  private final WorkerSet candidates;
  private final int[] aggregate;
  private final long steps;
  private double atLeast;

  /**
   * @param steps after how many steps the search stops
   */
  MoneyFill(RateSolver solver, WorkerSet candidates, int[] aggregate, long steps) {
    this.net = solver.network();
    this.solver = solver;
    this.candidates = candidates;
    this.aggregate = aggregate;
    this.steps = steps;
  }

  /**
   * What was asked for last is not less than this: money, or seconds within a budget. It equals
   * what was found if that is the best.
   */
  double atLeast() {
    return atLeast;
  }

  /** Workers with which the tasks cost least and are done in time. */
  WorkerSet cheapest(double deadlineSeconds) {
    double fastest = net.tasks / solver.quick(candidates.supply(), aggregate).total;
    if (fastest > deadlineSeconds * (1 + SLACK)) {
      throw new PlanException(
          "no plan is done within %s: the fastest takes %s"
              .formatted(Durations.rounded(deadlineSeconds), Durations.rounded(fastest)));
    }
    return best(MoneyGoal.Cheapest.within(net.tasks, deadlineSeconds));
  }

  /** The fastest workers whose cost stays within the budget. */
  WorkerSet withinBudget(double budget) {
    var workers = best(MoneyGoal.WithinBudget.of(net.tasks, budget));
    if (workers.count() == 0) {
      var cheapest = cheapest(Double.POSITIVE_INFINITY);
      throw new PlanException(
          "no plan costs at most %s: the cheapest costs %.4g".formatted(budget, cost(cheapest)));
    }
    return workers;
  }

  private WorkerSet best(MoneyGoal goal) {
    var order =
        candidates.hosts(
            (a, b) -> {
              int byMoney =
                  Double.compare(net.price[a] / net.workRate[a], net.price[b] / net.workRate[b]);
              return byMoney != 0 ? byMoney : Double.compare(net.workRate[b], net.workRate[a]);
            });
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
      double score = goal.score(solution.total, price);
      if (score < bestScore) {
        bestScore = score;
        bestCount = useful.size();
      }
    }
    var workers = WorkerSet.none(net);
    for (int h : useful.subList(0, bestCount)) {
      workers.add(h);
    }
    if (order.length <= MOST_WORKERS_TO_IMPROVE) {
      workers = improve(workers, order, goal);
    }
    var search = new MoneySearch(solver, candidates, aggregate, goal, score(workers, goal), steps);
    workers = search.firstOfKinds(withoutIdlers(search.run(workers), goal));
    atLeast = search.atLeast();
    return workers;
  }

  /** Adds, drops and swaps single workers as long as that helps. */
  private WorkerSet improve(WorkerSet start, int[] hosts, MoneyGoal goal) {
    var in = new boolean[hosts.length];
    for (int i = 0; i < hosts.length; i++) {
      int host = hosts[i];
      in[i] = IntStream.of(start.of(net.clusterOf[host])).anyMatch(h -> h == host);
    }
    double best = score(workers(hosts, in), goal);
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
          double score = score(workers(hosts, in), goal);
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

  private double score(WorkerSet workers, MoneyGoal goal) {
    return goal.score(rate(workers), workers.price() + net.price[solver.masterHost()]);
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

  /** Without those that add nothing, though they may cost nothing either. */
  private WorkerSet withoutIdlers(WorkerSet start, MoneyGoal goal) {
    var workers = start;
    double rate = rate(workers);
    double offered = Arrays.stream(workers.supply()).sum();
    if (rate >= offered * (1 - SLACK) || workers.count() > MOST_WORKERS_TO_DROP) {
      return workers;
    }
    double best = score(workers, goal);
    for (int c = 0; c < net.clusters; c++) {
      for (int i = workers.of(c).length - 1; i >= 0; i--) {
        int host = workers.of(c)[i];
        var fewer = workers.copy();
        fewer.set(c, IntStream.of(workers.of(c)).filter(h -> h != host).toArray());
        if (score(fewer, goal) <= best * (1 + 1e-12)) {
          workers = fewer;
        }
      }
    }
    return workers;
  }

  private double rate(WorkerSet workers) {
    return solver.quick(workers.supply(), aggregate).total;
  }

  private double cost(WorkerSet workers) {
    double price = workers.price() + net.price[solver.masterHost()];
    return price * net.tasks / rate(workers) / 3600;
  }
}
