package io.strait.program.schedule;

import io.strait.program.plan.Evaluation;
import io.strait.program.plan.Placement;
import java.util.ArrayList;
import java.util.List;

/**
 * Moves whole calculations of a small program among the machines of a placement as long as each
 * unit is done sooner, at no smaller rate and on no more machines.
 */
final class Sooner {
  private static final long MOST = 20_000;

  private final Problem problem;
  private final int[][] on;
  private Placement placement;

  Sooner(Problem problem, Placement placement, int[][] on) {
    this.problem = problem;
    this.placement = placement;
    this.on = on;
  }

  Placement run() {
    var machines = placement.machines();
    long cost =
        (long) problem.calculations
            * machines.size()
            * (problem.calculations + problem.from.length);
    if (cost > MOST) {
      return placement;
    }
    var best = Evaluation.of(problem.flow, placement);
    for (int c = 0; c < problem.calculations; c++) {
      for (int m : problem.eligible[c]) {
        if (on[c].length == 1 && machines.contains(problem.machine[m].index())) {
          var parts = new ArrayList<>(placement.parts());
          parts.set(c, List.of(new Placement.Part(problem.machine[m].index(), 1)));
          var moved = new Placement(parts);
          if (!isPossible(c, m, moved)) {
            continue;
          }
          var evaluation = Evaluation.of(problem.flow, moved);
          if (evaluation.rate() >= best.rate() * (1 - 1e-12)
              && evaluation.unitSeconds() < best.unitSeconds() * (1 - 1e-9)) {
            best = evaluation;
            placement = moved;
          }
        }
      }
    }
    return placement;
  }

  /** Whether data have ways. */
  private boolean isPossible(int calculation, int machine, Placement moved) {
    for (int edge : problem.incident[calculation]) {
      int other = problem.from[edge] == calculation ? problem.to[edge] : problem.from[edge];
      for (var part : moved.parts().get(other)) {
        for (int m = 0; m < problem.machines; m++) {
          if (problem.machine[m].index() == part.machine()
              && !problem.ways.isThere(problem.ways.between(machine, m))) {
            return false;
          }
        }
      }
    }
    return true;
  }
}
