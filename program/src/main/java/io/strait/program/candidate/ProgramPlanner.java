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
import io.strait.program.plan.Machines;
import io.strait.program.plan.Placement;
import io.strait.program.plan.Slices;
import io.strait.program.schedule.Schedule;
import io.strait.program.schedule.Scheduler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Plans a program: what it does where it is, on one machine of each other type, on any number of
 * machines, with one more network card where the network decides, and with larger messages.
 */
public final class ProgramPlanner {
  /** More machines than this gain less than {@link #WORTH} each and are not used. */
  private static final double WORTH = 1.001;

  private static final int MOST_POINTS = 24;

  private final Grid grid;
  private final ProgramApp app;
  private final Flow flow;
  private final Aim aim;
  private final List<Candidate> candidates = new ArrayList<>();
  private final List<CurvePoint> curve = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private ProgramPlanner(Grid grid, ProgramApp app, Aim aim) {
    this.grid = grid;
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
    @Nullable Schedule fastest = curve();
    if (fastest != null) {
      more(fastest);
    }
    curve.addAll(
        Saturation.beyond(grid, app, fastest == null ? 1 : fastest.placement().machines().size()));
    return new ProgramPlan(app.unit(), aim.best(candidates), candidates, curve, notes);
  }

  /** The program as it was measured, here and on one machine of every other group. */
  private void serial() {
    var reference = flow.reference();
    candidates.add(serial(ProgramPlan.STAY, reference));
    var seen = new HashSet<>(List.of(reference.group()));
    for (var machine : flow.machines()) {
      if (seen.add(machine.group())
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
    return Candidates.of(
        name, flow, new Schedule(placement, List.of(), evaluation, evaluation.rate(), true), true);
  }

  /** The best on every number of machines; returns the fastest. */
  private @Nullable Schedule curve() {
    var all = IntStream.range(0, flow.machines().size()).boxed().toList();
    @Nullable Schedule fastest = null;
    for (int most : Saturation.counts(placed(), all.size(), MOST_POINTS)) {
      var schedule = Scheduler.best(flow, all, most);
      if (fastest == null || schedule.evaluation().rate() > fastest.evaluation().rate() * WORTH) {
        fastest = schedule;
      }
      curve.add(
          new CurvePoint(
              most, true, schedule.evaluation().rate(), schedule.evaluation().boundBy()));
      int used = schedule.placement().machines().size();
      if (used > 1 || app.calculations().size() > 1) {
        offer(schedule, used);
      }
    }
    return fastest;
  }

  /** How many machines there must be, because the app file names them. */
  private int placed() {
    return (int)
        Math.max(
            1,
            app.place().values().stream()
                .flatMap(List::stream)
                .map(host -> Machines.named(flow.machines(), host).index())
                .distinct()
                .count());
  }

  /** Offers a schedule unless one on as many machines is there that is as fast. */
  private void offer(Schedule schedule, int machines) {
    var name = Candidates.name(machines);
    var candidate = Candidates.of(name, flow, schedule, false);
    if (candidates.stream().noneMatch(each -> each.name().equals(name))) {
      candidates.add(candidate);
    }
  }

  /** What else would help the fastest: a network card more, larger messages. */
  private void more(Schedule fastest) {
    var used = fastest.placement().machines();
    var base = Candidates.name(used.size());
    @Nullable Grid cards = WhatIf.card(grid, flow, fastest.evaluation().boundBy());
    if (cards != null) {
      other(base + "-card", cards, app, used);
    }
    @Nullable ProgramApp messages = WhatIf.largerMessages(app);
    if (messages != null) {
      other(base + "-messages", grid, messages, used);
    }
  }

  private void other(String name, Grid otherGrid, ProgramApp otherApp, List<Integer> machines) {
    var other = new Flow(otherGrid, otherApp);
    var found = Candidates.of(name, other, Scheduler.best(other, machines, machines.size()), false);
    candidates.add(
        new Candidate(
            found.name(),
            false,
            false,
            found.parts(),
            found.slices(),
            found.rate(),
            found.unitSeconds(),
            found.timeSeconds(),
            found.rateBound(),
            found.isBest(),
            found.boundBy(),
            found.hosts(),
            found.price()));
  }
}
