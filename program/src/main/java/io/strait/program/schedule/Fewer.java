package io.strait.program.schedule;

import java.util.Arrays;
import java.util.Comparator;

/** Frees machines as long as that costs no time. */
final class Fewer {
  private final State state;
  private final Problem problem;
  private final Best best;

  Fewer(State state, Best best) {
    this.state = state;
    this.problem = state.problem;
    this.best = best;
  }

  /** Tries machines with few parts first. */
  void run(long work) {
    long end = state.work() + work;
    double limit = state.seconds() * (1 + 1e-12);
    var machines = new Integer[problem.machines];
    Arrays.setAll(machines, m -> m);
    Arrays.sort(machines, Comparator.comparingInt(m -> state.parts[m]));
    for (int machine : machines) {
      if (state.parts[machine] > 0 && state.used() > 1 && state.work() < end) {
        if (isFreed(machine, limit)) {
          state.keep();
        } else {
          state.undo(0, 0);
        }
      }
    }
    best.offer(state);
  }

  private boolean isFreed(int machine, double limit) {
    for (int c = 0; c < problem.calculations; c++) {
      if (state.shareOn(c, machine) > 0 && (state.only(c) < 0 || !isMoved(c, machine, limit))) {
        return false;
      }
    }
    return true;
  }

  private boolean isMoved(int calculation, int from, double limit) {
    for (int m : problem.eligible[calculation]) {
      if (m != from && state.parts[m] > 0 && !problem.mustDo[calculation][from]) {
        int mark = state.mark();
        int moves = state.movesMark();
        state.place(calculation, m);
        if (state.seconds() <= limit) {
          return true;
        }
        state.undo(mark, moves);
      }
    }
    return false;
  }
}
