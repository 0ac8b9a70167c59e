package io.strait.program.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * Places calculations one after the other, each where the cost grows least. The cost counts
 * transfers from and to what is placed already, so that those who exchange much come together.
 */
final class Greedy {
  private final State state;
  private final Problem problem;
  private final boolean[] active;

  Greedy(State state, boolean[] active) {
    this.state = state;
    this.problem = state.problem;
    this.active = active;
  }

  /** Whole calculations in an order, then split ones. */
  void place(List<Integer> order) {
    for (int c : order) {
      if (!problem.split[c]) {
        whole(c);
      }
    }
    for (int c : order) {
      if (problem.split[c]) {
        int[] set = set(c);
        Parts.place(state, c, set, state.balanced(c, set));
        if (!hasMust(c)) {
          better(c);
        }
      }
    }
    state.recount();
  }

  /** Whether one machine for all of a split calculation would be better. */
  private void better(int calculation) {
    double cut = state.cost();
    int[] on = state.on[calculation];
    double[] share = state.share[calculation];
    state.place(calculation, new int[0], new double[0]);
    state.keep();
    whole(calculation);
    if (cut <= state.cost()) {
      state.place(calculation, on, share);
    }
  }

  private boolean hasMust(int calculation) {
    return problem.hasMust[calculation];
  }

  private int[] set(int calculation) {
    var set = new ArrayList<Integer>();
    for (int m : problem.eligible[calculation]) {
      if (active[m]) {
        set.add(m);
      }
    }
    return set.stream().mapToInt(Integer::intValue).toArray();
  }

  private void whole(int calculation) {
    double least = Double.POSITIVE_INFINITY;
    int best = -1;
    var seen = new boolean[problem.machines];
    for (int m : problem.eligible[calculation]) {
      // Of the machines of one kind that do nothing, the first will do.
      boolean isNew = state.parts[m] > 0 || !seen[problem.kind[m]];
      if (active[m] && isNew) {
        seen[problem.kind[m]] |= state.parts[m] == 0;
        int mark = state.mark();
        int moves = state.movesMark();
        state.place(calculation, m);
        double cost = state.cost();
        if (best < 0 || cost < least) {
          least = cost;
          best = m;
        }
        state.undo(mark, moves);
      }
    }
    state.place(calculation, best);
    state.keep();
  }
}
