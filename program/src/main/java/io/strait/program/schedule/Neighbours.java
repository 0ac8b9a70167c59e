package io.strait.program.schedule;

import io.strait.program.plan.Flow;
import io.strait.program.plan.Placement;
import io.strait.program.plan.Placement.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Placements that differ a little from another: a whole calculation on another machine; a part of a
 * split one that is smaller, larger, gone or elsewhere; a part more.
 */
public final class Neighbours {
  private static final double[] FACTORS = {0, 0.5, 0.75, 0.9, 1.15, 1.5};

  private final Problem problem;
  private final Map<Integer, Integer> numbers = new HashMap<>();
  private final List<Placement> found = new ArrayList<>();
  private final Placement base;

  /** The machines in use, and the first of each kind that is not, where one more may be. */
  private final List<Integer> targets = new ArrayList<>();

  private Neighbours(Flow flow, List<Integer> allowed, int most, Placement base) {
    this.problem = new Problem(flow, allowed, most);
    this.base = base;
    for (int m = 0; m < problem.machines; m++) {
      numbers.put(problem.machine[m].index(), m);
    }
    var used = base.machines();
    var kinds = new boolean[problem.machines];
    for (int m = 0; m < problem.machines; m++) {
      boolean isUsed = used.contains(problem.machine[m].index());
      if (isUsed || (used.size() < problem.most && !kinds[problem.kind[m]])) {
        targets.add(m);
        kinds[problem.kind[m]] |= !isUsed;
      }
    }
  }

  /**
   * All of them on at most so many machines.
   *
   * @param allowed machines by index
   */
  public static List<Placement> of(Flow flow, List<Integer> allowed, int most, Placement base) {
    return new Neighbours(flow, allowed, most, base).all();
  }

  private List<Placement> all() {
    for (int c = 0; c < problem.calculations; c++) {
      var parts = base.parts().get(c);
      for (int m : targets) {
        if (problem.mayDo[c][m] && !problem.hasMust[c] && !(parts.size() == 1 && isOn(parts, m))) {
          offer(c, List.of(new Part(problem.machine[m].index(), 1)));
        }
        if (problem.mayDo[c][m] && problem.split[c] && !isOn(parts, m)) {
          more(c, parts, m);
        }
      }
      for (int i = 0; parts.size() > 1 && i < parts.size(); i++) {
        for (double factor : FACTORS) {
          if (factor > 0 || !isMust(c, parts.get(i))) {
            scaled(c, parts, i, factor);
          }
        }
      }
    }
    return found;
  }

  private boolean isOn(List<Part> parts, int m) {
    return parts.stream().anyMatch(part -> part.machine() == problem.machine[m].index());
  }

  private boolean isMust(int calculation, Part part) {
    Integer number = numbers.get(part.machine());
    return number != null && problem.mustDo[calculation][number];
  }

  /** A part more, of the usual size. */
  private void more(int calculation, List<Part> parts, int m) {
    double share = 1.0 / (parts.size() + 1);
    var list = new ArrayList<Part>();
    parts.forEach(part -> list.add(new Part(part.machine(), part.share() * (1 - share))));
    list.add(new Part(problem.machine[m].index(), share));
    offer(calculation, list);
  }

  private void scaled(int calculation, List<Part> parts, int index, double factor) {
    double share = Math.min(0.99, parts.get(index).share() * factor);
    double rest = (1 - share) / (1 - parts.get(index).share());
    var list = new ArrayList<Part>();
    for (int i = 0; i < parts.size(); i++) {
      double now = i == index ? share : parts.get(i).share() * rest;
      if (now > 0) {
        list.add(new Part(parts.get(i).machine(), now));
      }
    }
    offer(calculation, list);
  }

  private void offer(int calculation, List<Part> parts) {
    var all = new ArrayList<>(base.parts());
    all.set(calculation, parts);
    var placement = new Placement(all);
    if (placement.machines().size() <= problem.most && isPossible(calculation, placement)) {
      found.add(placement);
    }
  }

  /** Whether the data of a calculation have ways. */
  private boolean isPossible(int calculation, Placement placement) {
    for (int edge : problem.incident[calculation]) {
      for (var from : placement.parts().get(problem.from[edge])) {
        for (var to : placement.parts().get(problem.to[edge])) {
          Integer source = numbers.get(from.machine());
          Integer target = numbers.get(to.machine());
          if (source == null
              || target == null
              || !problem.ways.isThere(problem.ways.between(source, target))) {
            return false;
          }
        }
      }
    }
    return true;
  }
}
