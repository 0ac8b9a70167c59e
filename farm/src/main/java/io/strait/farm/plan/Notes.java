package io.strait.farm.plan;

import io.strait.farm.file.ClusterPlan;
import io.strait.farm.file.Objective;
import io.strait.farm.file.PhasePlan;
import io.strait.kind.plan.LossNotes;
import io.strait.kind.plan.SilentLinks;
import io.strait.model.quantity.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a reader of a plan should know beyond its numbers, a sentence each. */
final class Notes {
  private static final int MOST_NAMES = 4;

  /** Less than this is not worth a word. */
  private static final double VISIBLE = 1e-5;

  private final FarmNetwork net;
  private final PlanOptions options;
  private final RateSolver solver;

  Notes(FarmNetwork net, PlanOptions options, RateSolver solver) {
    this.net = net;
    this.options = options;
    this.solver = solver;
  }

  List<String> of(List<PhasePlan> steps, PhasePlan multi) {
    var notes = new ArrayList<String>();
    var home = steps.getFirst().clusters().getFirst();
    if (home.efficiency() < options.efficiency()) {
      notes.add(
          "Cluster %s alone is bound by %s: speed that up first, or other hosts can add little."
              .formatted(home.name(), home.boundBy()));
    }
    if (!net.reducible && net.output > 0) {
      heldUp(multi, notes);
    }
    if (options.objective() == Objective.EFFICIENT) {
      leftOut(steps.getLast(), multi, notes);
    }
    fewTasks(steps.getLast(), notes);
    losses(multi, notes);
    if (net.input + net.output > 0) {
      SilentLinks.of(net.grid()).ifPresent(notes::add);
    }
    if (net.masterCostUnknown(solver.masterHost())) {
      notes.add(
          "The app gives the master's work, but host %s neither a speed nor a master-rate: it is taken to keep up."
              .formatted(net.hostName(solver.masterHost())));
    }
    return notes;
  }

  /** How far from the best a plan by money can be, where that is not proven. */
  static Optional<String> leftToGain(PlanOptions options, PhasePlan.Total total, double atLeast) {
    boolean money = options.objective() == Objective.CHEAPEST;
    double found = money ? total.cost() : total.timeSeconds();
    double gap = found / atLeast - 1;
    if (!Double.isFinite(atLeast) || !(gap > VISIBLE)) {
      return Optional.empty();
    }
    return Optional.of(
        "This is at most %.2g %% %s than the best: no workers %s less than %s, and the search among so many was stopped."
            .formatted(
                100 * gap,
                money ? "dearer" : "slower",
                money ? "cost" : "take",
                money ? "%.4g".formatted(atLeast) : Durations.rounded(atLeast)));
  }

  /** Gaps that carry something and whose loss leaves less than their bandwidth. */
  private void losses(PhasePlan multi, List<String> notes) {
    var texts = new ArrayList<String>();
    for (int g = 0; g < net.gaps; g++) {
      int number = g;
      if (g < multi.gaps().size() && multi.gaps().get(g).bytesPerSecond() > 0) {
        var gap = net.gap(g);
        LossNotes.left(gap, gap.network(), net.gapThere[g])
            .or(() -> LossNotes.left(gap, gap.back(), net.gapBack[number]))
            .ifPresent(texts::add);
      }
    }
    LossNotes.sentence(texts).ifPresent(notes::add);
  }

  /** Clusters that combining results would help. */
  private void heldUp(PhasePlan multi, List<String> notes) {
    int much = (int) Math.min(1000, Math.max(1, net.tasks));
    var names =
        multi.clusters().stream()
            .filter(c -> c.boundBy().startsWith("gap "))
            .filter(
                c ->
                    solver.aloneRate(net.findCluster(c.name()), much)
                        > 1.01 * solver.aloneRate(net.findCluster(c.name()), 1))
            .map(c -> "%s (%s)".formatted(c.name(), c.boundBy()))
            .toList();
    if (!names.isEmpty()) {
      notes.add(
          "Gaps hold back %s; combining results (reduce: sum, min, max or own) would relieve them."
              .formatted(some(names)));
    }
  }

  /** Clusters that the target efficiency leaves out, and what that costs. */
  private void leftOut(PhasePlan result, PhasePlan multi, List<String> notes) {
    var names =
        result.clusters().stream()
            .filter(c -> c.workers().isEmpty())
            .map(ClusterPlan::name)
            .filter(name -> net.availableRate(net.findCluster(name), solver.masterHost()) > 0)
            .toList();
    double possible = multi.total().estimatedRate();
    if (!names.isEmpty() && possible > result.total().estimatedRate() * (1 + 1e-9)) {
      notes.add(
          "No worker of %s would be used to %.0f %%, so none is taken; --objective fastest takes them, for %.2f times the rate in the middle of a run."
              .formatted(
                  some(names),
                  100 * options.efficiency(),
                  possible / result.total().estimatedRate()));
    }
  }

  /** The steady rate is not reached by a handful of tasks. */
  private void fewTasks(PhasePlan result, List<String> notes) {
    if (net.tasks < 2L * result.total().workers()) {
      double slowest = 0;
      for (var cluster : result.clusters()) {
        if (!cluster.workers().isEmpty()) {
          slowest = Math.max(slowest, cluster.workers().size() / cluster.availableRate());
        }
      }
      notes.add(
          "%d tasks for %d workers are too few to reach the steady rate; one task alone takes about %s in the slowest cluster."
              .formatted(net.tasks, result.total().workers(), Durations.rounded(slowest)));
    }
  }

  private static String some(List<String> names) {
    var shown = String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())));
    return names.size() > MOST_NAMES
        ? shown + " and %d more".formatted(names.size() - MOST_NAMES)
        : shown;
  }
}
