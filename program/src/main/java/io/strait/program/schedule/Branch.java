package io.strait.program.schedule;

/**
 * Branch and bound over placements: calculation after calculation on every machine or set of
 * machines, and back as soon as what is placed takes as long as the best placement known. Of the
 * machines of one kind that do nothing yet, only the first is tried.
 */
abstract class Branch {
  /** Split calculations with more machines are not tried in every way. */
  static final int MOST_FOR_SPLIT = 12;

  final Problem problem;
  final State state;
  final Best best;
  private final int most;
  private final boolean isFirstEnough;
  private final double cutoff;
  private final long limit;
  private long nodes;
  private boolean isOver;

  /**
   * @param most machines
   * @param cutoff the seconds of a unit that a placement must be below; infinite to beat the best
   * @param limit the number of placements, whole or in part, to look at
   */
  Branch(Problem problem, State state, Best best, int most, double cutoff, long limit) {
    this.problem = problem;
    this.state = state;
    this.best = best;
    this.most = most;
    this.isFirstEnough = cutoff < Double.POSITIVE_INFINITY;
    this.cutoff = cutoff;
    this.limit = limit;
  }

  /** Whether the search came to its end. */
  final boolean isComplete() {
    return !isOver;
  }

  /** Counts a step and says whether the search may go on. */
  final boolean goesOn(long steps) {
    nodes += steps;
    isOver |= nodes > limit;
    return !isOver;
  }

  /** Ends the search where any placement that is good enough will do. */
  final void found() {
    isOver |= isFirstEnough;
  }

  /** The seconds of a unit that are of no use any more. */
  final double useless() {
    return isFirstEnough ? cutoff : best.seconds() * (1 - 1e-12);
  }

  final int machinesLeft() {
    return most - state.used();
  }

  final int most() {
    return most;
  }

  /** Whether a machine does something already, or is the first of its kind that does not. */
  final boolean isFirst(int machine) {
    if (state.parts[machine] > 0) {
      return true;
    }
    for (int m = 0; m < machine; m++) {
      if (problem.kind[m] == problem.kind[machine] && state.parts[m] == 0) {
        return false;
      }
    }
    return true;
  }

  /** Tries a calculation everywhere. */
  final void spread(int calculation, Runnable next) {
    if (problem.split[calculation]) {
      cut(calculation, next);
      return;
    }
    for (int m : problem.eligible[calculation]) {
      if (isOver) {
        return;
      }
      if ((state.parts[m] > 0 || machinesLeft() > 0) && isFirst(m)) {
        int mark = state.mark();
        int moves = state.movesMark();
        state.place(calculation, m);
        next.run();
        state.undo(mark, moves);
      }
    }
  }

  private void cut(int calculation, Runnable next) {
    int[] all = problem.eligible[calculation];
    for (int set = 1; set < 1 << all.length && !isOver; set++) {
      if (isAllowed(calculation, set, all)) {
        int[] machines = machines(set, all);
        int mark = state.mark();
        int moves = state.movesMark();
        Parts.place(state, calculation, machines, shares(calculation, machines));
        next.run();
        state.undo(mark, moves);
      }
    }
  }

  private static int[] machines(int set, int[] all) {
    var machines = new int[Integer.bitCount(set)];
    for (int i = 0, size = 0; i < all.length; i++) {
      if ((set >> i & 1) == 1) {
        machines[size++] = all[i];
      }
    }
    return machines;
  }

  private boolean isAllowed(int calculation, int set, int[] all) {
    int fresh = 0;
    for (int i = 0; i < all.length; i++) {
      boolean isIn = (set >> i & 1) == 1;
      if (!isIn && problem.mustDo[calculation][all[i]]) {
        return false;
      }
      if (isIn && state.parts[all[i]] == 0) {
        fresh++;
        for (int j = 0; j < i; j++) {
          boolean isSkipped = (set >> j & 1) == 0 && state.parts[all[j]] == 0;
          if (isSkipped && problem.kind[all[j]] == problem.kind[all[i]]) {
            return false;
          }
        }
      }
    }
    return fresh <= machinesLeft();
  }

  /** The shares of the rule. */
  abstract double[] shares(int calculation, int[] machines);
}
