package io.strait.program.candidate;

import io.strait.program.file.Calculation;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramPlan.Candidate;
import io.strait.program.file.ProgramPlan.CurvePoint;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Placement;
import io.strait.program.schedule.Scheduler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** How the rate goes on with more machines than the grid has, of the type that it has most of. */
final class Saturation {
  private static final int POINTS = 24;
  private static final int MOST = 64;

  /** A curve ends after so many points that gain next to nothing. */
  private static final int FLAT = 4;

  private Saturation() {}

  /** Whole numbers from one to another, all if there are few, else ever wider apart. */
  static List<Integer> counts(int from, int to, int most) {
    if (to - from < most) {
      return IntStream.rangeClosed(from, to).boxed().toList();
    }
    var counts = new TreeSet<Integer>();
    for (int i = 0; i < most; i++) {
      counts.add((int) Math.round(from * Math.pow((double) to / from, (double) i / (most - 1))));
    }
    return List.copyOf(counts);
  }

  /** A point that follows others: what is possible with fewer machines is possible with more. */
  static CurvePoint point(
      List<CurvePoint> before, int machines, boolean here, Candidate candidate) {
    if (!before.isEmpty() && before.getLast().rate() >= candidate.rate()) {
      var last = before.getLast();
      return new CurvePoint(machines, here, last.rate(), last.lawRate(), last.boundBy());
    }
    return new CurvePoint(
        machines, here, candidate.rate(), candidate.lawRate(), candidate.boundBy());
  }

  /** Whether the last points of a curve are all alike. */
  private static boolean isFlat(List<CurvePoint> curve) {
    int size = curve.size();
    return size > FLAT && curve.get(size - 1 - FLAT).rate() * Aim.WORTH >= curve.getLast().rate();
  }

  /** Adds points beyond the grid to a curve; none if calculations cannot be cut. */
  static void beyond(Flow flow, Candidate fastest, Rehearsals rehearsals, List<CurvePoint> curve) {
    int has = flow.workers().size();
    if (fastest.hosts().size() < has || has < 2 || has >= MOST) {
      return;
    }
    var app = flow.app();
    var sizes = new HashMap<String, Integer>();
    flow.workers()
        .forEach(index -> sizes.merge(flow.machines().get(index).group(), 1, Integer::sum));
    var group = sizes.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    if (app.calculations().stream().noneMatch(each -> each.split() && mayBeOn(app, each, group))) {
      return;
    }
    int most = Math.min(MOST, 4 * has);
    var larger = new Flow(WhatIf.more(flow.grid(), group, most - has), app);
    @Nullable Placement start = Candidates.placement(larger, fastest);
    for (int count : counts(has + 1, most, POINTS)) {
      var schedule = Scheduler.best(larger, first(larger, group, most - count), count, start);
      start = schedule.placement();
      var candidate = Candidates.of(Candidates.name(count), larger, schedule, false);
      curve.add(point(curve, count, false, rehearsals.of(larger, candidate)));
      if (isFlat(curve)) {
        return;
      }
    }
  }

  /** All machines but the last of a group. */
  private static List<Integer> first(Flow flow, String group, int without) {
    var all = new ArrayList<>(flow.workers());
    int left = without;
    for (int i = all.size() - 1; i >= 0 && left > 0; i--) {
      if (flow.machines().get(all.get(i)).group().equals(group)) {
        all.remove(/* index */ i);
        left--;
      }
    }
    return all;
  }

  /** Whether a part of a calculation may be on any host of a group. */
  private static boolean mayBeOn(ProgramApp app, Calculation calculation, String group) {
    var hosts = app.place().get(calculation.name());
    return hosts == null || hosts.contains(group);
  }
}
