package io.strait.program.schedule;

/**
 * The best placement that a search has seen, with the slice of each calculation where there are
 * slices.
 */
final class Best {
  private final boolean hasSlices;
  private double seconds = Double.POSITIVE_INFINITY;
  private int used = Integer.MAX_VALUE;
  private int[][] on = {};
  private double[][] share = {};
  private int[] slice = {};

  Best(boolean hasSlices) {
    this.hasSlices = hasSlices;
  }

  /** Takes a state if it is faster, or as fast on fewer machines. */
  boolean offer(State state) {
    return offer(state, state.seconds());
  }

  boolean offer(State state, double found) {
    if (!isBetter(found, state.used())) {
      return false;
    }
    int[] slices = {};
    if (hasSlices && state instanceof SliceState sliced) {
      slices = new int[state.on.length];
      for (int c = 0; c < slices.length; c++) {
        slices[c] = sliced.slice(c);
      }
    }
    take(state, found, slices);
    return true;
  }

  boolean isBetter(double found, int machines) {
    if (found == Double.POSITIVE_INFINITY) {
      return false;
    }
    double near = 1e-12 * seconds;
    return found < seconds - near
        || seconds == Double.POSITIVE_INFINITY
        || (found <= seconds + near && machines < used);
  }

  void take(State state, double found, int[] slices) {
    seconds = found;
    used = state.used();
    on = state.on.clone();
    share = state.share.clone();
    slice = slices;
  }

  boolean isThere() {
    return on.length > 0;
  }

  double seconds() {
    return seconds;
  }

  int used() {
    return used;
  }

  int[][] on() {
    return on;
  }

  double[][] share() {
    return share;
  }

  int[] slice() {
    return slice;
  }

  /** Puts a state where this is. */
  void restore(State state) {
    for (int c = 0; c < on.length; c++) {
      if (state instanceof SliceState sliced && slice.length > 0) {
        sliced.place(c, on[c], share[c], slice[c]);
      } else {
        state.place(c, on[c], share[c]);
      }
    }
    state.recount();
  }
}
