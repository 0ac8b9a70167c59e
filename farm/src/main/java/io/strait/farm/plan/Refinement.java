package io.strait.farm.plan;

import io.strait.farm.file.ClusterPlan;
import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.Objective;
import io.strait.farm.file.PhasePlan;
import io.strait.model.Grid;
import io.strait.model.quantity.Durations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Improves a plan by rehearsing it (placement, figure 3, and more): as long as the simulated run
 * takes longer than promised, it tries the changes that idle workers call for (one worker more, a
 * larger window, more or fewer results combined), keeps the one that helps most, and stops when
 * none helps. Workers without whom the run is as fast are dropped in the end. Every change is
 * judged by simulation alone.
 */
public final class Refinement {
  private static final int MOST_SIMULATIONS = 400;

  /** Tasks and hosts (ten times) to go through in all simulations together. */
  private static final double MOST_WORK = 2e7;

  private static final int MOST_CLUSTERS_PER_ROUND = 8;
  private static final double WORTH_IT = 5e-4;
  private static final double AS_FAST = 1e-4;
  private static final int LARGEST_WINDOW = 4096;

  private final Grid grid;
  private final FarmApp app;
  private final FarmPlan plan;
  private final RehearsalSettings settings;
  private final FarmNetwork net;
  private final PhaseBuilder phases;
  private final WorkerSet candidates;
  private final int mostSimulations;
  private int simulations;

  private Refinement(
      Grid grid, FarmApp app, FarmPlan plan, RehearsalSettings settings, Set<String> without) {
    this.grid = grid;
    this.app = app;
    this.plan = plan;
    this.settings = settings;
    net = new FarmNetwork(grid, app);
    int master = net.findHost(plan.master());
    phases = new PhaseBuilder(new RateSolver(net, master), plan.result().localRate());
    candidates = WorkerSet.all(net, master, without);
    double work = net.tasks + 10.0 * net.hosts;
    mostSimulations = (int) Math.clamp(MOST_WORK / work, 4, MOST_SIMULATIONS);
  }

  /**
   * The plan with its last phase refined, and a note that says what that brought.
   *
   * @param without clusters whose hosts do not work
   */
  public static FarmPlan refine(
      Grid grid, FarmApp app, FarmPlan plan, RehearsalSettings settings, Set<String> without) {
    return new Refinement(grid, app, plan, settings, without).run();
  }

  /** Workers and settings, and how long their simulated run takes. */
  private record Trial(
      WorkerSet workers, int[] aggregate, int[] window, PhasePlan phase, Rehearsal.Result result) {
    double makespan() {
      return result.makespan();
    }
  }

  private FarmPlan run() {
    var first = first();
    var best = first;
    while (simulations < mostSimulations
        && best.makespan() > plan.result().total().timeSeconds() * (1 + WORTH_IT)) {
      @Nullable Trial better = bestChange(best);
      if (better == null) {
        break;
      }
      best = better;
    }
    best = withoutIdlers(best);
    var steps = new ArrayList<>(plan.steps().subList(0, plan.steps().size() - 1));
    steps.add(best.phase());
    var notes = new ArrayList<>(plan.notes());
    notes.add(note(first, best));
    return plan.with(steps, notes);
  }

  private Trial first() {
    var workers = WorkerSet.none(net);
    var aggregate = new int[net.clusters];
    var window = new int[net.clusters];
    Arrays.fill(aggregate, 1);
    Arrays.fill(window, 1);
    for (var cluster : plan.result().clusters()) {
      int c = net.findCluster(cluster.name());
      aggregate[c] = cluster.aggregate();
      window[c] = cluster.prefetch();
      workers.set(
          c,
          IntStream.of(candidates.of(c))
              .filter(h -> cluster.workers().contains(net.hostName(h)))
              .toArray());
    }
    return trial(workers, aggregate, window);
  }

  private Trial trial(WorkerSet workers, int[] aggregate, int[] window) {
    simulations++;
    var built = phases.build(plan.result().phase(), workers, aggregate, floor());
    var clusters = new ArrayList<ClusterPlan>();
    for (var c : built.clusters()) {
      clusters.add(
          new ClusterPlan(
              c.name(),
              c.workers(),
              c.availableRate(),
              c.maxRate(),
              c.estimatedRate(),
              c.speedup(),
              c.efficiency(),
              c.aggregate(),
              window[net.findCluster(c.name())],
              c.boundBy()));
    }
    var phase = new PhasePlan(built.phase(), built.total(), clusters, built.cut(), built.gaps());
    var rehearsal = new Rehearsal(grid, app, plan, phase, settings);
    return new Trial(workers, aggregate, window, phase, rehearsal.run(null));
  }

  private double floor() {
    return plan.objective() == Objective.EFFICIENT ? plan.efficiency() : 0;
  }

  /** The single change that shortens the run most, or null where none does. */
  private @Nullable Trial bestChange(Trial now) {
    @Nullable Trial best = null;
    for (int c : idlest(now)) {
      for (var change : changes(now, c)) {
        if (simulations >= mostSimulations) {
          break;
        }
        var trial = trial(change.workers, change.aggregate, change.window);
        boolean allowed = isEfficient(trial) || change.workers.count() <= now.workers.count();
        if (allowed
            && trial.makespan()
                < (best == null ? now.makespan() * (1 - WORTH_IT) : best.makespan())) {
          best = trial;
        }
      }
    }
    return best;
  }

  private boolean isEfficient(Trial trial) {
    return trial.result.rate() >= floor() * trial.phase.total().availableRate() * (1 - 1e-9);
  }

  /** The clusters whose workers wait most. */
  private int[] idlest(Trial now) {
    var idle = new double[net.clusters];
    var counts = new int[net.clusters];
    var outcome = now.result.outcome();
    int w = 0;
    for (var cluster : now.phase.clusters()) {
      int c = net.findCluster(cluster.name());
      for (int i = 0; i < cluster.workers().size(); i++, w++) {
        idle[c] += 1 - outcome.busyOf()[w] / outcome.makespan();
        counts[c]++;
      }
    }
    return IntStream.range(0, net.clusters)
        .filter(c -> candidates.of(c).length > 0)
        .boxed()
        .sorted(Comparator.comparingDouble(c -> counts[c] == 0 ? 0 : -idle[c] / counts[c]))
        .limit(MOST_CLUSTERS_PER_ROUND)
        .mapToInt(c -> c)
        .toArray();
  }

  private record Change(WorkerSet workers, int[] aggregate, int[] window) {}

  private List<Change> changes(Trial now, int c) {
    var changes = new ArrayList<Change>();
    if (now.window[c] < LARGEST_WINDOW && now.workers.of(c).length > 0) {
      changes.add(new Change(now.workers, now.aggregate, with(now.window, c, 2 * now.window[c])));
    }
    if (net.reducible && now.workers.of(c).length > 0) {
      int s = now.aggregate[c];
      for (int other : new int[] {s - 1, s + 1, 2 * s}) {
        if (other >= 1 && other <= net.tasks && other != s) {
          changes.add(new Change(now.workers, with(now.aggregate, c, other), now.window));
        }
      }
    }
    var chosen = now.workers.of(c);
    for (int h : candidates.of(c)) {
      if (IntStream.of(chosen).noneMatch(x -> x == h)) {
        var more = now.workers.copy();
        more.add(h);
        changes.add(new Change(more, now.aggregate, now.window));
        break;
      }
    }
    return changes;
  }

  private static int[] with(int[] values, int at, int value) {
    var changed = values.clone();
    changed[at] = value;
    return changed;
  }

  /**
   * Drops workers, the slowest of each cluster first, as long as the run is as fast without them.
   */
  private Trial withoutIdlers(Trial start) {
    var now = start;
    for (int c : idlest(start)) {
      while (simulations < mostSimulations
          && now.workers.of(c).length > 0
          && now.workers.count() > 1) {
        var fewer = now.workers.copy();
        fewer.set(c, Arrays.copyOf(now.workers.of(c), now.workers.of(c).length - 1));
        var trial = trial(fewer, now.aggregate, now.window);
        if (trial.makespan() > start.makespan() * (1 + AS_FAST)) {
          break;
        }
        now = trial;
      }
    }
    return now;
  }

  private String note(Trial first, Trial best) {
    var changes = new ArrayList<String>();
    for (int c = 0; c < net.clusters; c++) {
      var name = net.clusterName(c);
      int more = best.workers.of(c).length - first.workers.of(c).length;
      if (more != 0) {
        changes.add("%+d workers in %s".formatted(more, name));
      }
      if (best.aggregate[c] != first.aggregate[c]) {
        changes.add("%s combines %d".formatted(name, best.aggregate[c]));
      }
      if (best.window[c] != first.window[c]) {
        changes.add("window of %s %d".formatted(name, best.window[c]));
      }
    }
    double gain = 1 - best.makespan() / first.makespan();
    return "Refined by %d simulations: the run takes %s instead of %s (%.1f %% less; promised %s)%s."
        .formatted(
            simulations,
            Durations.rounded(best.makespan()),
            Durations.rounded(first.makespan()),
            100 * gain,
            Durations.rounded(plan.result().total().timeSeconds()),
            changes.isEmpty() ? ", with nothing changed" : ": " + String.join(", ", changes));
  }
}
