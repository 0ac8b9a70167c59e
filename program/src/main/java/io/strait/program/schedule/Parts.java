package io.strait.program.schedule;

import java.util.Arrays;

/** Puts a split calculation on machines. */
final class Parts {
  private Parts() {}

  /** Leaves out the machines that get nothing. */
  static void place(State state, int calculation, int[] set, double[] shares) {
    var on = new int[set.length];
    var share = new double[set.length];
    int size = 0;
    for (int i = 0; i < set.length; i++) {
      if (shares[i] > 0) {
        on[size] = set[i];
        share[size++] = shares[i];
      }
    }
    if (size == 0) {
      // Shares that nobody can count: it takes for ever everywhere.
      state.place(calculation, set[0]);
    } else if (size == 1) {
      state.place(calculation, on[0]);
    } else {
      state.place(calculation, Arrays.copyOf(on, size), Arrays.copyOf(share, size));
    }
  }

  /** A machine more. */
  static int[] with(int[] set, int machine) {
    var more = Arrays.copyOf(set, set.length + 1);
    more[set.length] = machine;
    return more;
  }

  /** All but one. */
  static int[] without(int[] set, int index) {
    var fewer = new int[set.length - 1];
    for (int i = 0, j = 0; i < set.length; i++) {
      if (i != index) {
        fewer[j++] = set[i];
      }
    }
    return fewer;
  }

  /**
   * Moves shares between the parts of split calculations as long as that makes a state faster, in
   * ever smaller steps.
   */
  static void polish(State state, Best best, long work) {
    long end = state.work() + work;
    double now = state.seconds();
    for (double step = 0.1; step > 1e-5; step /= 2) {
      for (int c = 0; c < state.on.length; c++) {
        for (int i = 0; i < state.on[c].length; i++) {
          for (int j = 0; j < state.on[c].length && state.work() < end; j++) {
            double share = state.share[c][i];
            if (i != j && share > step) {
              var changed = state.share[c].clone();
              changed[i] -= step;
              changed[j] += step;
              state.place(c, state.on[c], changed);
              state.charge(state.parts.length);
              double then = state.seconds();
              if (then < now * (1 - 1e-9)) {
                now = then;
                state.keep();
              } else {
                state.undo(0, 0);
              }
            }
          }
        }
      }
    }
    best.offer(state);
  }
}
