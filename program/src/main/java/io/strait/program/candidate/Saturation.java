package io.strait.program.candidate;

import io.strait.model.Grid;
import io.strait.program.file.Calculation;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramPlan.CurvePoint;
import io.strait.program.plan.Flow;
import io.strait.program.schedule.Scheduler;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** How the rate goes on with more machines than the grid has, of the type that it has most of. */
final class Saturation {
  private static final int POINTS = 24;
  private static final int MOST = 64;

  /** A curve ends after so many points that gain less than {@link #WORTH}. */
  private static final int FLAT = 4;

  private static final double WORTH = 1.001;

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
      List<CurvePoint> before, int machines, boolean here, double rate, String boundBy) {
    if (!before.isEmpty() && before.getLast().rate() >= rate) {
      return new CurvePoint(machines, here, before.getLast().rate(), before.getLast().boundBy());
    }
    return new CurvePoint(machines, here, rate, boundBy);
  }

  /** Whether the last points of a curve are all alike. */
  private static boolean isFlat(List<CurvePoint> curve) {
    int size = curve.size();
    return size > FLAT && curve.get(size - 1 - FLAT).rate() * WORTH >= curve.getLast().rate();
  }

  /** Adds points beyond the grid to a curve; none if calculations cannot be cut. */
  static void beyond(Grid grid, ProgramApp app, int used, List<CurvePoint> curve) {
    var flow = new Flow(grid, app);
    int has = flow.workers().size();
    if (used < has || has < 2 || has >= MOST) {
      return;
    }
    var sizes = new HashMap<String, Integer>();
    flow.workers()
        .forEach(index -> sizes.merge(flow.machines().get(index).group(), 1, Integer::sum));
    var group = sizes.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    if (app.calculations().stream().noneMatch(each -> each.split() && mayBeOn(app, each, group))) {
      return;
    }
    for (int count : counts(has + 1, Math.min(MOST, 4 * has), POINTS)) {
      var larger = new Flow(WhatIf.more(grid, group, count - has), app);
      var best = Scheduler.best(larger, larger.workers(), count).evaluation();
      curve.add(point(curve, count, false, best.rate(), best.boundBy()));
      if (isFlat(curve)) {
        return;
      }
    }
  }

  /** Whether a part of a calculation may be on any host of a group. */
  private static boolean mayBeOn(ProgramApp app, Calculation calculation, String group) {
    var hosts = app.place().get(calculation.name());
    return hosts == null || hosts.contains(group);
  }
}
