package io.strait.farm.plan;

import io.strait.farm.file.ClusterPlan;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.file.PhasePlan.Phase;
import io.strait.farm.file.PhasePlan.Total;
import io.strait.farm.law.Tuning;
import io.strait.kind.file.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Evaluates workers and settings into the rows of one phase. */
final class PhaseBuilder {
  private final FarmNetwork net;
  private final RateSolver solver;
  private final double localRate;
  private final FarmRoutes routes;

  /**
   * @param localRate what speedups refer to
   */
  PhaseBuilder(RateSolver solver, double localRate) {
    this.net = solver.network();
    this.solver = solver;
    this.localRate = localRate;
    this.routes = new FarmRoutes(net, solver.home());
  }

  /**
   * Evaluates one phase; {@code floor} is the efficiency that every cluster is to keep, 0 for none.
   */
  PhasePlan build(Phase phase, WorkerSet workers, int[] aggregate, double floor) {
    var supply = workers.supply();
    var solution =
        floor > 0 ? solver.solveKeeping(supply, aggregate, floor) : solver.solve(supply, aggregate);
    var clusters = new ArrayList<ClusterPlan>();
    for (int c = 0; c < net.clusters; c++) {
      if (phase == Phase.LOCAL && c != solver.home()) {
        continue;
      }
      double max = solver.aloneRate(c, aggregate[c]);
      var bound = workers.of(c).length == 0 ? "unused" : solution.boundBy(c);
      clusters.add(row(c, workers, supply[c], max, solution.rates[c], aggregate[c], bound));
    }
    return new PhasePlan(
        phase,
        total(workers, supply, solution.total, solution.boundBy()),
        clusters,
        solution.cut(),
        solution.gapUse());
  }

  /** The phase for what the greedy of placement found; it proves nothing, so it has no cut. */
  PhasePlan greedy(WorkerSet workers, PaperGreedy.Found found) {
    var supply = workers.supply();
    IntToDoubleFunction estimated =
        c -> {
          double sum = 0;
          for (int h : workers.of(c)) {
            sum += found.rates()[h];
          }
          return sum;
        };
    var clusters = new ArrayList<ClusterPlan>();
    for (int c = 0; c < net.clusters; c++) {
      double rate = estimated.applyAsDouble(c);
      @Nullable String limit = found.boundBy()[c];
      var bound = workers.of(c).length == 0 ? "unused" : "CPU";
      if (limit != null && rate < supply[c] * (1 - 1e-9)) {
        bound = limit;
      }
      clusters.add(row(c, workers, supply[c], solver.aloneRate(c, 1), rate, 1, bound));
    }
    return new PhasePlan(
        Phase.SELECTED,
        total(workers, supply, found.total(), greedyBound(found)),
        clusters,
        List.of(),
        List.of());
  }

  private static String greedyBound(PaperGreedy.Found found) {
    var names =
        Arrays.stream(found.boundBy()).filter(Objects::nonNull).distinct().limit(4).toList();
    return names.isEmpty() ? "CPU" : String.join(", ", names) + ", CPU";
  }

  private ClusterPlan row(
      int c,
      WorkerSet workers,
      double available,
      double max,
      double rate,
      int aggregate,
      String bound) {
    return new ClusterPlan(
        net.clusterName(c),
        workers.names(c),
        available,
        max,
        rate,
        Tuning.estimatedSpeedup(rate, localRate),
        Tuning.estimatedEfficiency(rate, available),
        aggregate,
        routes.prefetch(c, rate),
        bound);
  }

  private Total total(WorkerSet workers, double[] supply, double rate, String boundBy) {
    double available = 0;
    for (double s : supply) {
      available += s;
    }
    double time = net.tasks / rate; // placement (2)
    double price = workers.price() + net.price[solver.masterHost()];
    return new Total(
        workers.count(),
        available,
        rate,
        Tuning.estimatedSpeedup(rate, localRate),
        Tuning.estimatedEfficiency(rate, available),
        time,
        price == 0 ? 0 : rate > 0 ? price * time / 3600 : Double.NaN,
        boundBy,
        Span.of(time));
  }
}
