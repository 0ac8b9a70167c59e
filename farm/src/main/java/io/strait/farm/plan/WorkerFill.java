package io.strait.farm.plan;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * The fewest workers, chosen one by one while the flow grows with them: always the worker that adds
 * most. What a worker adds never grows as others join (the rate is submodular), so stale values are
 * upper bounds and only the top of the heap is looked at again. On trees of clusters the k workers
 * found this way are the best k for every k, because capped sums of concave functions are concave.
 */
final class WorkerFill {
  private static final double SLACK = 1e-9;
  private static final int MOST_WORKERS_ONE_BY_ONE = 10_000;

  private final FarmNetwork net;
  private final RateSolver solver;
  private final WorkerSet candidates;
  private final int[] aggregate;

  WorkerFill(RateSolver solver, WorkerSet candidates, int[] aggregate) {
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
}
