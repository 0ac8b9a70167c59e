package io.strait.program.schedule;

import io.strait.program.file.Overlap;
import io.strait.program.plan.Evaluation;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Placement;
import io.strait.program.plan.Slices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The best rate by looking at every placement, and in time slices at every way to cut the data flow
 * into slices: each calculation after those that it waits for, or with them where all are on one
 * machine. {@link Evaluation} says how long a slice takes. Calculations that are split are placed
 * last, in the order of the app, on every set of machines, with the shares of {@link Shares}.
 */
final class Exhaustive {
  private final Flow flow;
  private final List<Integer> allowed;
  private final int most;
  private final boolean isThreaded;
  private final List<Integer> order = new ArrayList<>();
  private final List<List<Placement.Part>> parts = new ArrayList<>();
  private double best;

  private Exhaustive(Flow flow, List<Integer> allowed, int most) {
    this.flow = flow;
    this.allowed = allowed;
    this.most = most;
    this.isThreaded = flow.app().overlap() == Overlap.THREADS;
    for (boolean split : new boolean[] {false, true}) {
      for (int c = 0; c < flow.app().calculations().size(); c++) {
        if (flow.app().calculations().get(c).split() == split) {
          order.add(c);
        }
        if (split) {
          parts.add(List.of());
        }
      }
    }
  }

  static double rate(Flow flow, List<Integer> allowed, int most) {
    var search = new Exhaustive(flow, allowed, most);
    search.place(0);
    return search.best;
  }

  private void place(int depth) {
    if (depth == order.size()) {
      var placement = new Placement(parts);
      if (placement.machines().size() <= most) {
        best = Math.max(best, rate(placement));
      }
      return;
    }
    int c = order.get(depth);
    var calculation = flow.app().calculations().get(c);
    var names = flow.app().place().getOrDefault(calculation.name(), List.of());
    for (int set = 1; set < 1 << allowed.size(); set++) {
      var chosen = new ArrayList<Integer>();
      boolean isRight = calculation.split() || Integer.bitCount(set) == 1;
      for (int i = 0; i < allowed.size(); i++) {
        var machine = flow.machines().get(allowed.get(i));
        boolean isNamed = names.contains(machine.name());
        boolean isIn = (set >> i & 1) == 1;
        isRight &= !isIn || names.isEmpty() || isNamed || names.contains(machine.group());
        isRight &= isIn || !isNamed || !calculation.split();
        if (isIn) {
          chosen.add(allowed.get(i));
        }
      }
      if (isRight) {
        parts.set(
            c,
            chosen.size() == 1
                ? List.of(new Placement.Part(chosen.getFirst(), 1))
                : cut(c, chosen));
        place(depth + 1);
        parts.set(c, List.of());
      }
    }
  }

  private List<Placement.Part> cut(int c, List<Integer> chosen) {
    int size = chosen.size();
    var free = new double[size];
    var busy = new double[size];
    var cpu = new double[size];
    var seconds = new double[size];
    Arrays.fill(free, 1);
    var every = flow.app().calculations().get(c).every();
    double often = every.perUnit() + every.perSecond();
    for (int i = 0; i < size; i++) {
      var machine = flow.machines().get(chosen.get(i));
      var whole = flow.calculation(c, 1, machine);
      seconds[i] = whole.seconds() * often;
      if (isThreaded) {
        cpu[i] = whole.cpuSeconds() / machine.cores() * often;
        for (int other = 0; other < parts.size(); other++) {
          for (var part : parts.get(other)) {
            if (part.machine() == machine.index()) {
              var load = flow.calculation(other, part.share(), machine).cpuSeconds();
              var each = flow.app().calculations().get(other).every();
              busy[i] += load / machine.cores() * each.perUnit();
              free[i] -= load / machine.cores() * each.perSecond();
            }
          }
        }
      }
    }
    var shares = Shares.of(free, busy, cpu, seconds);
    var cut = new ArrayList<Placement.Part>();
    for (int i = 0; i < size; i++) {
      if (shares[i] > 0) {
        cut.add(new Placement.Part(chosen.get(i), shares[i]));
      }
    }
    return cut;
  }

  private double rate(Placement placement) {
    if (isThreaded || !flow.app().slices().isEmpty()) {
      return Evaluation.of(flow, placement).rate();
    }
    int all = (1 << parts.size()) - 1;
    var unit = new double[all + 1];
    var last = new int[all + 1];
    Arrays.fill(unit, Double.POSITIVE_INFINITY);
    unit[0] = 0;
    var costs = new double[all + 1];
    Arrays.fill(costs, Double.NaN);
    for (int done = 0; done < all; done++) {
      int rest = all & ~done;
      for (int slice = rest; unit[done] < Double.POSITIVE_INFINITY && slice > 0; ) {
        if (mayFollow(done, slice, placement)) {
          if (Double.isNaN(costs[slice])) {
            costs[slice] =
                Evaluation.inSlices(flow, placement, List.of(members(slice))).unitSeconds();
          }
          if (unit[done] + costs[slice] < unit[done | slice]) {
            unit[done | slice] = unit[done] + costs[slice];
            last[done | slice] = slice;
          }
        }
        slice = (slice - 1) & rest;
      }
    }
    var levels = new ArrayList<List<Integer>>();
    for (int set = all; set != 0; set &= ~last[set]) {
      levels.addFirst(members(last[set]));
    }
    return Evaluation.inSlices(flow, placement, levels).rate();
  }

  private static List<Integer> members(int slice) {
    var members = new ArrayList<Integer>();
    for (int c = 0; c < 31; c++) {
      if ((slice >> c & 1) == 1) {
        members.add(c);
      }
    }
    return members;
  }

  private boolean mayFollow(int done, int slice, Placement placement) {
    for (int edge = 0; edge < flow.app().data().size(); edge++) {
      int from = flow.from(edge);
      boolean isWaitedFor =
          !flow.app().data().get(edge).late()
              && (slice >> flow.to(edge) & 1) == 1
              && (done >> from & 1) == 0;
      if (isWaitedFor) {
        var senders = placement.parts().get(from);
        var takers = placement.parts().get(flow.to(edge));
        boolean isTogether =
            senders.size() == 1
                && takers.size() == 1
                && senders.getFirst().machine() == takers.getFirst().machine();
        if ((slice >> from & 1) == 0 || !isTogether) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether levels keep to what calculations wait for. */
  static boolean isPossible(Flow flow, Schedule schedule) {
    int done = 0;
    var search = new Exhaustive(flow, List.of(), 0);
    for (var level : schedule.levels()) {
      int slice = 0;
      for (int c : level) {
        slice |= 1 << c;
      }
      if (!search.mayFollow(done, slice, schedule.placement())) {
        return false;
      }
      done |= slice;
    }
    return done == (1 << flow.app().calculations().size()) - 1
        || schedule.levels().equals(Slices.levels(flow));
  }
}
