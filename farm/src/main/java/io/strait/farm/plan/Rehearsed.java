package io.strait.farm.plan;

import io.strait.farm.file.ClusterPlan;
import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.Objective;
import io.strait.farm.file.PhasePlan;
import io.strait.kind.file.Inputs;
import io.strait.kind.file.Span;
import io.strait.model.quantity.Durations;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Lets the simulator say how long a run takes, start and end included, where tasks over rate is not
 * the whole truth: in runs of few tasks, or with workers that are far away or slow.
 */
public final class Rehearsed {
  /** Longer runs would make people wait: what more tasks take follows from the pace of these. */
  private static final long MOST_TASKS = 200_000;

  private static final int MOST_WORKERS = 20_000;

  /** With fewer tasks for each worker, the order of asking shows in the time of the run. */
  private static final long FEW = 50;

  /** Orders of asking that are tried; fewer where there are many tasks, which differ less. */
  private static final int MOST_CHANCES = 24;

  private static final int FEWEST_CHANCES = 4;
  private static final long TASKS_OF_CHANCES = 500_000;

  /** A part of the time that is not worth telling. */
  private static final double SAME = 0.02;

  private Rehearsed() {}

  /**
   * The plan with promises that hold.
   *
   * @param budget what it may cost; infinite if that does not matter
   */
  public static FarmPlan of(Inputs<FarmApp> inputs, FarmPlan plan, double budget) {
    int workers = plan.result().total().workers();
    if (workers > MOST_WORKERS) {
      var notes = new ArrayList<>(plan.notes());
      notes.add(
          "A run of %d workers is not rehearsed: its time is tasks over rate, without start and end."
              .formatted(workers));
      return plan.with(plan.steps(), notes);
    }
    var steps = promised(inputs, plan, step -> step.total().workers() > 0);
    var notes = new ArrayList<>(plan.notes());
    var total = steps.getLast().total();
    var alone = steps.getFirst();
    if (isForTime(plan)
        && alone.total().promisedSeconds() < (1 - SAME) * total.promisedSeconds()
        && alone.total().cost() <= budget) {
      notes.add(
          "The other clusters are left out: with them the run would take %s, start and end included."
              .formatted(Durations.rounded(total.promisedSeconds())));
      return plan.with(List.of(alone), notes);
    }
    if (Math.abs(total.promisedSeconds() / total.timeSeconds() - 1) > SAME) {
      notes.add(
          "The run takes %s by a rehearsal, start and end included; tasks over rate is %s."
              .formatted(
                  total.promised().text(Durations::rounded),
                  Durations.rounded(total.timeSeconds())));
    }
    return plan.with(steps, notes);
  }

  /** The plan with the same clusters, and other promises because something else has changed. */
  public static FarmPlan again(Inputs<FarmApp> inputs, FarmPlan plan) {
    var steps =
        promised(
            inputs,
            plan,
            step -> step.total().workers() > 0 && step.total().workers() <= MOST_WORKERS);
    return plan.with(steps, plan.notes());
  }

  /** What a rehearsal depends on: phases that differ in nothing else take equally long. */
  private record Cast(
      List<ClusterPlan> clusters, double estimatedRate, double localRate, double timeSeconds) {
    static Cast of(PhasePlan step) {
      return new Cast(
          step.clusters(),
          step.total().estimatedRate(),
          step.localRate(),
          step.total().timeSeconds());
    }
  }

  /** The phases with what rehearsals promise, side by side: people wait for them. */
  private static List<PhasePlan> promised(
      Inputs<FarmApp> inputs, FarmPlan plan, Predicate<PhasePlan> isTried) {
    var different = new LinkedHashMap<Cast, PhasePlan>();
    plan.steps().stream()
        .filter(isTried)
        .forEach(step -> different.putIfAbsent(Cast.of(step), step));
    var spans = new ConcurrentHashMap<Cast, Span>();
    List.copyOf(different.entrySet()).parallelStream()
        .forEach(each -> spans.put(each.getKey(), seconds(inputs, plan, each.getValue())));
    var steps = new ArrayList<PhasePlan>();
    for (var step : plan.steps()) {
      @Nullable Span span = isTried.test(step) ? spans.get(Cast.of(step)) : null;
      steps.add(span == null ? step : step.promising(span));
    }
    return steps;
  }

  private static boolean isForTime(FarmPlan plan) {
    return plan.steps().size() > 1
        && plan.steps().getFirst().phase() == PhasePlan.Phase.LOCAL
        && (plan.objective() == Objective.EFFICIENT || plan.objective() == Objective.FASTEST);
  }

  private static Span seconds(Inputs<FarmApp> inputs, FarmPlan plan, PhasePlan step) {
    if (plan.tasks() > MOST_TASKS) {
      double half = rehearsal(inputs, MOST_TASKS / 2, plan, step).run(null).makespan();
      double all = rehearsal(inputs, MOST_TASKS, plan, step).run(null).makespan();
      double each = (all - half) / (MOST_TASKS - MOST_TASKS / 2);
      return Span.of(all + each * (plan.tasks() - MOST_TASKS));
    }
    var rehearsal = rehearsal(inputs, plan.tasks(), plan, step);
    double usual = rehearsal.run(null).makespan();
    double least = usual;
    double most = usual;
    if (plan.tasks() < FEW * step.total().workers()) {
      // Who asks first is chance, and so is who is a little faster.
      long chances = Math.clamp(TASKS_OF_CHANCES / plan.tasks(), FEWEST_CHANCES, MOST_CHANCES);
      for (int seed = 1; seed <= chances; seed++) {
        double seconds = rehearsal.byChance(seed).makespan();
        least = Math.min(least, seconds);
        most = Math.max(most, seconds);
      }
    }
    return new Span(usual, least, most);
  }

  private static Rehearsal rehearsal(
      Inputs<FarmApp> inputs, long tasks, FarmPlan plan, PhasePlan step) {
    var app = inputs.app().withTasks(tasks);
    return new Rehearsal(inputs.grid(), app, plan, step, RehearsalSettings.DEFAULT);
  }
}
