package io.strait.plan.farm;

import io.strait.model.ClusterPlan;
import io.strait.model.FarmApp;
import io.strait.model.FarmPlan;
import io.strait.model.Grid;
import io.strait.model.Objective;
import io.strait.model.PhasePlan;
import io.strait.model.PhasePlan.Phase;
import io.strait.plan.PlanException;
import io.strait.plan.PlanOptions;
import io.strait.plan.PlanOptions.Method;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Leads through the methodology of tuning: the home cluster alone, all clusters, the workers that
 * are worth it, and the application tuned by combining results; with the master where placement
 * would put it.
 */
public final class FarmPlanner {
  private static final int MOST_MASTERS_TO_COMPARE = 4;
  private static final int MOST_CLUSTERS_TO_COMPARE = 2_000;

  private final Grid grid;
  private final FarmNetwork net;
  private final PlanOptions options;

  private FarmPlanner(Grid grid, FarmNetwork net, PlanOptions options) {
    this.grid = grid;
    this.net = net;
    this.options = options;
  }

  public static FarmPlan plan(Grid grid, FarmApp app, PlanOptions options) {
    var planner = new FarmPlanner(grid, new FarmNetwork(grid, app), options);
    return planner.plan();
  }

  private FarmPlan plan() {
    if (options.objective() == Objective.CHEAPEST || Double.isFinite(options.budget())) {
      if (!net.hasPrices()) {
        throw new PlanException.Usage(
            "no host of the grid has a price, expected price: …/h to plan by money");
      }
    }
    var masters = masters();
    if (options.method() == Method.PAPER) {
      return paper(masters);
    }
    @Nullable FarmPlan best = null;
    @Nullable PlanException none = null;
    for (int master : masters) {
      try {
        var plan = plan(master);
        if (best == null || isBetter(plan, best)) {
          best = plan;
        }
      } catch (PlanException e) {
        none = none == null ? e : none; // perhaps another master has a plan
      }
    }
    if (best == null) {
      throw none == null ? new PlanException("there is no host to be the master") : none;
    }
    return best;
  }

  private boolean isBetter(FarmPlan a, FarmPlan b) {
    if (options.objective() == Objective.CHEAPEST) {
      return a.result().total().cost() < b.result().total().cost() * (1 - 1e-9);
    }
    return a.result().total().estimatedRate() > b.result().total().estimatedRate() * (1 + 1e-9);
  }

  /** The hosts to compare as masters, the most promising first. */
  private int[] masters() {
    var asked = options.master() == null ? grid.home() : options.master();
    if (asked != null && !asked.equals(PlanOptions.AUTO)) {
      int host = net.findHost(asked);
      if (host >= 0 && options.master() != null) {
        if (!net.mayLead(host)) {
          throw new PlanException.Usage(
              "host '%s' is role: worker, expected a master that is role: any or master"
                  .formatted(asked));
        }
        return new int[] {host};
      }
      int cluster = net.findCluster(asked);
      if (cluster < 0) {
        throw new PlanException.Usage(
            "the master '%s' is not in the grid, expected auto, a host or a cluster"
                .formatted(asked));
      }
      if (options.method() == Method.PAPER) {
        return leaders(net.hostStart[cluster], net.hostStart[cluster + 1]);
      }
      int best = new MasterSearch(net, 1).bestIn(cluster).host();
      if (best < 0) {
        throw new PlanException.Usage(
            "cluster '%s' has no host that may be the master, expected one that is not role: worker"
                .formatted(asked));
      }
      return new int[] {best};
    }
    if (options.method() == Method.PAPER) {
      return leaders(0, net.hosts);
    }
    // Without more to decide than the rate, the first found is the best already.
    boolean plain =
        options.objective() == Objective.FASTEST
            && !Double.isFinite(options.budget())
            && !net.reducible;
    int most = plain || net.clusters > MOST_CLUSTERS_TO_COMPARE ? 1 : MOST_MASTERS_TO_COMPARE;
    var hosts = new LinkedHashSet<Integer>();
    new MasterSearch(net, 1).best(most).forEach(m -> hosts.add(m.host()));
    if (net.reducible) {
      // Other places may be better once results are combined: as if gaps carried inputs only.
      new MasterSearch(net, Math.max(1, net.tasks)).best(most).forEach(m -> hosts.add(m.host()));
    }
    if (hosts.isEmpty()) {
      throw new PlanException.Usage(
          "no host may be the master, expected one that is not role: worker");
    }
    return hosts.stream().mapToInt(h -> h).toArray();
  }

  private int[] leaders(int from, int to) {
    return IntStream.range(from, to).filter(net::mayLead).toArray();
  }

  private FarmPlan plan(int master) {
    var solver = new RateSolver(net, master);
    var all = workers(master);
    var phases = new PhaseBuilder(solver, localRate(master));
    var none = solver.noAggregation();
    var steps = new ArrayList<PhasePlan>();
    var notes = new ArrayList<String>();

    var local = Workers.none(net);
    local.set(solver.home(), all.of(solver.home()));
    steps.add(phases.build(Phase.LOCAL, local, none, 0));
    double floor = options.objective() == Objective.EFFICIENT ? options.efficiency() : 0;
    var selected = choose(solver, all, none);
    boolean everybody = selected.count() == all.count();
    // Where all may stay, the shares of clusters that compete are those that keep the target.
    var multi = phases.build(Phase.MULTI, all, none, everybody ? floor : 0);
    if (net.clusters > 1) {
      steps.add(multi);
    }
    var aggregate = new Aggregation(solver, all.supply()).choose();
    boolean tuning = IntStream.of(aggregate).anyMatch(s -> s > 1);
    if (options.objective() == Objective.EFFICIENT || !tuning) {
      if (!everybody) {
        steps.add(phases.build(Phase.SELECTED, selected, none, floor));
      }
    }
    if (tuning) {
      var tuned = choose(solver, all, aggregate);
      steps.add(phases.build(Phase.TUNED, tuned, aggregate, floor));
    }
    if (steps.getLast().total().workers() == 0) {
      throw new PlanException(
          "no worker keeps the target efficiency of %.0f %%: the fastest plan reaches %.0f %%; lower --efficiency, or take --objective fastest"
              .formatted(100 * options.efficiency(), 100 * multi.total().efficiency()));
    }
    notes(steps, multi, notes, tuning);
    if (options.objective() == Objective.EFFICIENT) {
      leftOut(steps, multi, notes);
    }
    return finish(master, steps, notes);
  }

  private FarmPlan finish(int master, List<PhasePlan> steps, List<String> notes) {
    return new FarmPlan(
        net.hostName(master),
        net.clusterName(net.clusterOf[master]),
        net.tasks,
        options.efficiency(),
        options.objective(),
        steps,
        notes);
  }

  private Workers workers(int master) {
    var all = Workers.all(net, master);
    if (all.count() == 0) {
      throw new PlanException.Usage(
          "the grid has zero workers besides the master '%s', expected at least one more host"
              .formatted(net.hostName(master)));
    }
    return all;
  }

  /** The workers that the objective asks for. */
  private Workers choose(RateSolver solver, Workers all, int[] aggregate) {
    return switch (options.objective()) {
      case EFFICIENT -> new WorkerSelection(solver, aggregate, options.efficiency()).select(all);
      case FASTEST ->
          Double.isFinite(options.budget())
              ? new WorkerFill(solver, all, aggregate).withinBudget(options.budget())
              : withoutIdleClusters(solver, all, aggregate);
      case CHEAPEST -> new WorkerFill(solver, all, aggregate).cheapest(options.deadlineSeconds());
      case FEWEST -> new WorkerFill(solver, all, aggregate).fewest();
    };
  }

  private Workers withoutIdleClusters(RateSolver solver, Workers all, int[] aggregate) {
    var solution = solver.quick(all.supply(), aggregate);
    var workers = all.copy();
    for (int c = 0; c < net.clusters; c++) {
      if (solution.rates[c] <= 0) {
        workers.clear(c);
      }
    }
    return workers;
  }

  /**
   * The rate of the home cluster alone, which speedups refer to; of the master's own where no home
   * is given.
   */
  private double localRate(int master) {
    int home = grid.home() == null ? -1 : net.findCluster(grid.home());
    if (home < 0 || home == net.clusterOf[master]) {
      return alone(master);
    }
    double best = 0;
    for (int h = net.hostStart[home]; h < net.hostStart[home + 1]; h++) {
      if (net.mayLead(h)) {
        best = Math.max(best, alone(h));
      }
    }
    return best;
  }

  private double alone(int master) {
    int c = net.clusterOf[master];
    double workers = net.availableRate(c, master);
    return Math.min(net.masterRate[master], Math.min(net.lanRate(c), workers));
  }

  private void notes(List<PhasePlan> steps, PhasePlan multi, List<String> notes, boolean tuning) {
    var local = steps.getFirst();
    if (local.total().efficiency() < options.efficiency()) {
      notes.add(
          "Cluster %s alone is bound by %s: speed that up first, or other hosts can add little."
              .formatted(
                  local.clusters().getFirst().name(), local.clusters().getFirst().boundBy()));
    }
    if (!tuning && !net.reducible && options.method() == Method.FLOW) {
      var heldUp =
          multi.clusters().stream()
              .filter(c -> c.boundBy().startsWith("gap "))
              .map(c -> c.name() + " by " + c.boundBy())
              .toList();
      if (!heldUp.isEmpty()) {
        notes.add(
            "Held up are %s%s; results that can be combined (reduce: sum, min, max or own) would relieve that."
                .formatted(
                    String.join(", ", heldUp.subList(0, Math.min(4, heldUp.size()))),
                    heldUp.size() > 4 ? " and %d more".formatted(heldUp.size() - 4) : ""));
      }
    }
  }

  /** Says which clusters the target efficiency leaves out, and what that costs. */
  private void leftOut(List<PhasePlan> steps, PhasePlan multi, List<String> notes) {
    var result = steps.getLast();
    var names =
        result.clusters().stream()
            .filter(c -> c.workers().isEmpty() && c.maxRate() > 0)
            .map(ClusterPlan::name)
            .filter(name -> net.availableRate(net.findCluster(name), -1) > 0)
            .limit(5)
            .toList();
    double possible = multi.total().estimatedRate();
    if (!names.isEmpty() && possible > result.total().estimatedRate() * (1 + 1e-9)) {
      notes.add(
          "No worker of %s would be used to %.0f %%, so none is taken; --objective fastest takes them and is %.2f times as fast."
              .formatted(
                  String.join(", ", names),
                  100 * options.efficiency(),
                  possible / result.total().estimatedRate()));
    }
  }

  private FarmPlan paper(int[] masters) {
    if (masters.length == 0) {
      throw new PlanException.Usage(
          "no host may be the master, expected one that is not role: worker");
    }
    var found = new PaperGreedy(net).best(IntStream.of(masters));
    int master = found.master();
    var solver = new RateSolver(net, master);
    var all = workers(master);
    var workers = Workers.none(net);
    for (int h = 0; h < net.hosts; h++) {
      if (found.rates()[h] > 0) {
        workers.add(h);
      }
    }
    var phases = new PhaseBuilder(solver, localRate(master));
    var local = Workers.none(net);
    local.set(solver.home(), all.of(solver.home()));
    var exact = solver.quick(all.supply(), solver.noAggregation()).total;
    return finish(
        master,
        List.of(
            phases.build(Phase.LOCAL, local, solver.noAggregation(), 0),
            phases.greedy(workers, found)),
        List.of(
            "The greedy reaches %.4g tasks/s with this master, the maximum flow %.4g (%.1f %%)."
                .formatted(found.total(), exact, 100 * found.total() / exact)));
  }
}
