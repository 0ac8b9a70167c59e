package io.strait.program.schedule;

import io.strait.program.plan.Placement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Takes of the machines that are alike those that come first, in the order of calculations. */
final class Labels {
  private final Problem problem;
  private final int[][] on;
  private final double[][] share;
  private final int[] label;

  Labels(Problem problem, int[][] on, double[][] share) {
    this.problem = problem;
    this.on = on;
    this.share = share;
    this.label = new int[problem.machines];
    Map<Integer, List<Integer>> kinds = new HashMap<>();
    for (int m = 0; m < problem.machines; m++) {
      kinds.computeIfAbsent(problem.kind[m], key -> new ArrayList<>()).add(m);
    }
    Map<Integer, Iterator<Integer>> next = new HashMap<>();
    kinds.forEach((kind, all) -> next.put(kind, all.iterator()));
    var seen = new boolean[problem.machines];
    for (int[] machines : on) {
      for (int m : machines) {
        if (!seen[m]) {
          seen[m] = true;
          var free = next.get(problem.kind[m]);
          label[m] = free == null ? m : free.next();
        }
      }
    }
  }

  Placement placement() {
    var parts = new ArrayList<List<Placement.Part>>();
    for (int c = 0; c < on.length; c++) {
      var list = new ArrayList<Placement.Part>();
      for (int i = 0; i < on[c].length; i++) {
        list.add(new Placement.Part(problem.machine[label[on[c][i]]].index(), share[c][i]));
      }
      list.sort(Comparator.comparingInt(Placement.Part::machine));
      parts.add(list);
    }
    return new Placement(parts);
  }
}
