package io.strait.farm.plan;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.Objective;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.file.PhasePlan.Phase;
import io.strait.farm.plan.PlanOptions.Method;
import io.strait.model.Grid;
import io.strait.model.PlanException;
import io.strait.model.quantity.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Leads through the methodology of tuning: the home cluster alone, all clusters, the workers that
 * are worth it, and the application tuned by combining results; with the master where placement
 * would put it.
 */
public final class FarmPlanner {
  private static final double SLACK = 1e-9;

  private final Grid grid;
  private final FarmNetwork net;
  private final PlanOptions options;

  /** Steps of each search for workers by money. */
  private long moneySteps;

  /** What no plan by money found so far, or left out, can be better than. */
  private double atLeast = Double.POSITIVE_INFINITY;

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
    if (options.aggregate() > 1 && !net.reducible) {
      throw new PlanException.Usage(
          "results are to be combined by %d, expected an app with reduce: that makes fewer of them"
              .formatted(options.aggregate()));
    }
    var masters = new MasterCandidates(grid, net, options).find();
    if (options.method() == Method.PAPER) {
      return paper(masters);
    }
    moneySteps = MoneyFill.MOST_STEPS / (2L * masters.size());
    @Nullable FarmPlan best = null;
    @Nullable PlanException none = null;
    for (int master : masters) {
      try {
        var plan = plan(master);
        if (best == null || isBetter(plan.result(), best.result())) {
          best = plan;
        }
      } catch (PlanException e) {
        none = none == null ? e : none; // perhaps another master has a plan
      }
    }
    if (best == null) {
      throw none == null ? new PlanException("there is no host to be the master") : none;
    }
    var notes = new ArrayList<>(best.notes());
    Notes.leftToGain(options, best.result().total(), atLeast).ifPresent(notes::add);
    return best.with(best.steps(), notes);
  }

  /** Whether a phase serves the objective better than another, by more than rounding. */
  private boolean isBetter(PhasePlan a, PhasePlan b) {
    double rates = a.total().estimatedRate() / b.total().estimatedRate();
    double costs = a.total().cost() / b.total().cost();
    boolean fewer = a.total().workers() < b.total().workers();
    return switch (options.objective()) {
      case EFFICIENT, FASTEST -> rates > 1 + SLACK;
      case FEWEST -> rates > 1 + SLACK || (rates > 1 - SLACK && fewer);
      case CHEAPEST -> costs < 1 - SLACK || (!(costs > 1 + SLACK) && rates > 1 + SLACK);
    };
  }

  private FarmPlan plan(int master) {
    var solver = new RateSolver(net, master);
    var all = workers(master);
    var phases = new PhaseBuilder(solver, localRate(master));
    var none = solver.noAggregation();
    var local = WorkerSet.none(net);
    local.set(solver.home(), all.of(solver.home()));

    var untuned = selected(solver, phases, all);
    @Nullable PhasePlan selected = untuned.phase;
    boolean everybody = selected != null && selected.total().workers() == all.count();
    // Where all may stay, the shares of clusters that compete are those that keep the target.
    var multi = phases.build(Phase.MULTI, all, none, everybody ? floor() : 0);
    var combined = tuned(solver, phases, all);
    @Nullable PhasePlan tuned = combined.phase;
    if (tuned != null && selected != null && !isGiven() && !isBetter(tuned, selected)) {
      tuned = null;
    }
    if (tuned == null && (selected == null || (combined.why != null && isGiven()))) {
      throw Objects.requireNonNull(combined.why == null ? untuned.why : combined.why);
    }
    var steps = new ArrayList<PhasePlan>();
    steps.add(phases.build(Phase.LOCAL, local, none, 0));
    if (net.clusters > 1) {
      steps.add(multi);
    }
    if (selected != null
        && !everybody
        && (tuned == null || options.objective() == Objective.EFFICIENT)) {
      steps.add(selected);
    }
    if (tuned != null) {
      steps.add(tuned);
    }
    if (steps.getLast().total().workers() == 0) {
      throw new PlanException(
          "no worker keeps the target efficiency of %.0f %%: the fastest plan reaches %.0f %%; lower --efficiency, or take --objective fastest"
              .formatted(100 * options.efficiency(), 100 * multi.total().efficiency()));
    }
    return finish(master, steps, new Notes(net, options, solver).of(steps, multi));
  }

  /** A phase, or why no workers reach its goal; neither where the phase does not apply. */
  private record Attempt(@Nullable PhasePlan phase, @Nullable PlanException why) {}

  /** The phase in which nothing is combined. */
  private Attempt selected(RateSolver solver, PhaseBuilder phases, WorkerSet all) {
    var none = solver.noAggregation();
    try {
      var workers = choose(solver, all, none);
      return new Attempt(phases.build(Phase.SELECTED, workers, none, floor()), null);
    } catch (PlanException e) {
      return new Attempt(null, e);
    }
  }

  /** The phase in which results are combined, if any are worth combining. */
  private Attempt tuned(RateSolver solver, PhaseBuilder phases, WorkerSet all) {
    var forAll = aggregate(solver, all);
    if (!isCombining(forAll)) {
      return new Attempt(null, null);
    }
    WorkerSet workers;
    try {
      workers = choose(solver, all, forAll);
    } catch (PlanException e) {
      return new Attempt(null, e);
    }
    // Fewer workers than all may need less combining.
    var less = aggregate(solver, workers);
    for (int c = 0; c < net.clusters; c++) {
      forAll[c] = workers.of(c).length == 0 ? 1 : forAll[c];
      less[c] = Math.min(less[c], forAll[c]);
    }
    var plenty = phases.build(Phase.TUNED, workers, forAll, floor());
    var enough = phases.build(Phase.TUNED, workers, less, floor());
    boolean asGood =
        enough.total().estimatedRate() >= plenty.total().estimatedRate() * (1 - SLACK)
            && enough.clusters().stream().noneMatch(c -> c.efficiency() < floor() * (1 - SLACK));
    return new Attempt(asGood ? enough : plenty, null);
  }

  /** Whether it was said how many results are combined. */
  private boolean isGiven() {
    return options.aggregate() != PlanOptions.CHOSEN;
  }

  /** How many results every cluster combines: as many as were asked for, or as is best. */
  private int[] aggregate(RateSolver solver, WorkerSet workers) {
    if (!isGiven()) {
      return new Aggregation(solver, workers.supply()).choose();
    }
    var aggregate = solver.noAggregation();
    for (int c = 0; c < net.clusters; c++) {
      if (c != solver.home()) {
        aggregate[c] = (int) Math.min(options.aggregate(), net.tasks);
      }
    }
    return aggregate;
  }

  private static boolean isCombining(int[] aggregate) {
    return IntStream.of(aggregate).anyMatch(s -> s > 1);
  }

  /** The efficiency that every cluster is to keep. */
  private double floor() {
    return options.objective() == Objective.EFFICIENT ? options.efficiency() : 0;
  }

  private FarmPlan finish(int master, List<PhasePlan> steps, List<String> notes) {
    return new FarmPlan(
        net.hostName(master),
        net.clusterName(net.clusterOf[master]),
        grid.home() == null ? net.clusterName(net.clusterOf[master]) : grid.home(),
        net.tasks,
        options.efficiency(),
        options.objective(),
        null,
        options.deadlineSeconds() <= FarmPlan.MOST_DEADLINE.toSeconds()
            ? Durations.ofSeconds(options.deadlineSeconds())
            : null,
        steps,
        notes);
  }

  private WorkerSet workers(int master) {
    var all = WorkerSet.all(net, master, options.without());
    if (all.count() == 0) {
      throw new PlanException.Usage(
          "the grid has zero workers besides the master '%s', expected at least one more host"
              .formatted(net.hostName(master)));
    }
    return all;
  }

  /**
   * The workers that the objective asks for.
   *
   * @throws PlanException if none meet it
   */
  private WorkerSet choose(RateSolver solver, WorkerSet all, int[] aggregate) {
    return switch (options.objective()) {
      case EFFICIENT -> new WorkerSelection(solver, aggregate, options.efficiency()).select(all);
      case FASTEST ->
          Double.isFinite(options.budget())
              ? forMoney(solver, all, aggregate)
              : withoutIdleClusters(solver, all, aggregate);
      case CHEAPEST -> forMoney(solver, all, aggregate);
      case FEWEST -> new WorkerFill(solver, all, aggregate).fewest();
    };
  }

  /** The workers that money asks for; notes what no plan can be better than. */
  private WorkerSet forMoney(RateSolver solver, WorkerSet all, int[] aggregate) {
    var fill = new MoneyFill(solver, all, aggregate, moneySteps);
    var workers =
        options.objective() == Objective.CHEAPEST
            ? fill.cheapest(options.deadlineSeconds())
            : fill.withinBudget(options.budget());
    atLeast = Math.min(atLeast, fill.atLeast());
    return workers;
  }

  private WorkerSet withoutIdleClusters(RateSolver solver, WorkerSet all, int[] aggregate) {
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

  private FarmPlan paper(List<Integer> masters) {
    var found = new PaperGreedy(net).best(masters.stream().mapToInt(h -> h));
    int master = found.master();
    var solver = new RateSolver(net, master);
    var all = workers(master);
    var workers = WorkerSet.none(net);
    for (int h = 0; h < net.hosts; h++) {
      if (found.rates()[h] > 0) {
        workers.add(h);
      }
    }
    var phases = new PhaseBuilder(solver, localRate(master));
    var local = WorkerSet.none(net);
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
