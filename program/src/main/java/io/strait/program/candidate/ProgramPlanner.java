package io.strait.program.candidate;

import io.strait.model.Grid;
import io.strait.model.PlanException;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramPlan;
import io.strait.program.file.ProgramPlan.Candidate;
import io.strait.program.file.ProgramPlan.CurvePoint;
import io.strait.program.plan.Evaluation;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Machine;
import io.strait.program.plan.Placement;
import io.strait.program.plan.Slices;
import io.strait.program.schedule.Schedule;
import io.strait.program.schedule.Scheduler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plans a program: what it does where it is, on one machine of each other type, on any number of
 * machines, with one more network card where the network decides, and with larger messages. All of
 * these are rehearsed as far as that does not take long.
 */
public final class ProgramPlanner {
  private static final int MOST_POINTS = 24;

  private final ProgramApp app;
  private final Flow flow;
  private final Aim aim;
  private final Rehearsals rehearsals = new Rehearsals();
  private final List<Candidate> candidates = new ArrayList<>();
  private final List<CurvePoint> curve = new ArrayList<>();

  private ProgramPlanner(Grid grid, ProgramApp app, Aim aim) {
    this.app = app;
    this.flow = new Flow(grid, app);
    this.aim = aim;
  }

  /**
   * @throws PlanException if nothing fits
   */
  public static ProgramPlan plan(Grid grid, ProgramApp app, Aim aim) {
    return new ProgramPlanner(grid, app, aim).plan();
  }

  private ProgramPlan plan() {
    serial();
    var fastest = curve();
    more(fastest);
    Saturation.beyond(flow, fastest, rehearsals, curve);
    // The program as it was measured, then few machines before many, then what would be bought.
    candidates.sort(
        Comparator.comparing((Candidate each) -> !each.isSerial())
            .thenComparing(each -> !each.isSerial() && !each.isHere())
            .thenComparingInt(each -> each.hosts().size()));
    var best = aim.best(candidates);
    var notes = new Notes(flow).of(best, rehearsals.skipped());
    return new ProgramPlan(app.unit(), best.name(), candidates, curve, notes);
  }

  /** The program as it was measured, here and on one machine of every other group. */
  private void serial() {
    var reference = flow.reference();
    candidates.add(serial(ProgramPlan.STAY, reference));
    var seen = new HashSet<>(List.of(reference.group()));
    for (var machine : flow.machines()) {
      if (machine.mayWork()
          && seen.add(machine.group())
          && (machine.cpuSpeed() != reference.cpuSpeed()
              || machine.peripheralSpeed() != reference.peripheralSpeed())) {
        candidates.add(serial("one-" + machine.group(), machine));
      }
    }
  }

  private Candidate serial(String name, Machine machine) {
    var at = new int[app.calculations().size()];
    Arrays.fill(at, machine.index());
    var placement = Placement.whole(at);
    var evaluation = Evaluation.inSlices(flow, placement, Slices.levels(flow));
    return rehearsals.of(
        flow,
        Candidates.of(
            name,
            flow,
            new Schedule(placement, List.of(), evaluation, evaluation.rate(), true),
            true));
  }

  /** The best on every number of machines; returns the fastest. */
  private Candidate curve() {
    var all = flow.workers();
    int least = Scheduler.enough(flow, all);
    var steps =
        new Curve(flow, all, rehearsals).steps(Saturation.counts(least, all.size(), MOST_POINTS));
    @Nullable Candidate last = null;
    for (var step : steps) {
      var candidate = step.candidate();
      curve.add(Saturation.point(curve, step.machines(), true, candidate));
      if (!candidate.equals(last)
          && (candidate.hosts().size() > 1 || app.calculations().size() > 1)) {
        offer(candidate);
      }
      last = candidate;
    }
    return steps.getLast().candidate();
  }

  /** Offers a candidate unless one on as many machines is there that is as fast. */
  private void offer(Candidate candidate) {
    for (int i = 0; i < candidates.size(); i++) {
      if (candidates.get(i).name().equals(candidate.name())) {
        if (Curve.isFaster(candidate, candidates.get(i))) {
          candidates.set(i, candidate);
        }
        return;
      }
    }
    candidates.add(candidate);
  }

  /** What else would help the fastest: a network card more, larger messages. */
  private void more(Candidate fastest) {
    var placement = Candidates.placement(flow, fastest);
    var used = placement.machines();
    int card = Evaluation.of(flow, placement).card();
    if (card >= 0) {
      other("-card", flow.withCard(card), used, placement);
    }
    @Nullable ProgramApp messages = WhatIf.largerMessages(app);
    if (messages != null) {
      other("-messages", flow.with(messages), flow.workers(), placement);
    }
  }

  private void other(String suffix, Flow other, List<Integer> machines, Placement start) {
    var schedule = Scheduler.best(other, machines, machines.size(), start);
    var name = Candidates.name(schedule.placement().machines().size()) + suffix;
    candidates.add(
        Candidates.elsewhere(rehearsals.of(other, Candidates.of(name, other, schedule, false))));
  }
}
