package io.strait.program.schedule;

import io.strait.program.plan.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.TreeMap;

/**
 * Begins where a placement on fewer machines is, and with split calculations cut among machines
 * that do nothing else. Shares are then evened: parts on machines that take longer than others get
 * less, with their transfers counted, which the rule of {@link Shares} does not.
 */
final class Growth {
  private static final int ROUNDS = 24;
  private static final int MOST_JOINED = 12;
  private static final double CLOSE = 1e-6;

  private final Problem problem;
  private final ThreadState state;
  private final Best best;

  Growth(Problem problem, ThreadState state, Best best) {
    this.problem = problem;
    this.state = state;
    this.best = best;
  }

  /** Where a placement is; false if it is on machines that are not allowed. */
  boolean begin(Placement start) {
    var numbers = new HashMap<Integer, Integer>();
    for (int m = 0; m < problem.machines; m++) {
      numbers.put(problem.machine[m].index(), m);
    }
    for (int c = 0; c < problem.calculations; c++) {
      var parts = start.parts().get(c);
      if (!parts.stream().allMatch(part -> numbers.containsKey(part.machine()))) {
        return false;
      }
      state.place(
          c,
          parts.stream().mapToInt(part -> numbers.get(part.machine())).toArray(),
          parts.stream().mapToDouble(Placement.Part::share).toArray());
    }
    state.recount();
    best.offer(state);
    return true;
  }

  /** Tries every calculation on machines that do nothing yet, of every kind. */
  void grow() {
    even();
    for (boolean goesOn = true; goesOn && state.used() < problem.most; ) {
      double before = best.seconds();
      for (int[] idle : idle()) {
        for (int c = 0; c < problem.calculations; c++) {
          if (problem.mayDo[c][idle[0]]) {
            spread(c, Arrays.copyOf(idle, 1));
            if (problem.split[c] && idle.length > 1) {
              spread(c, idle);
            }
          }
        }
      }
      goesOn = best.seconds() < before * (1 - CLOSE);
      best.restore(state);
    }
    for (int c = 0; c < problem.calculations; c++) {
      if (problem.split[c]) {
        join(c);
      }
    }
  }

  /** Tries a split calculation on machines that do something else. */
  private void join(int calculation) {
    int tries = 0;
    for (int m : problem.eligible[calculation]) {
      if (state.parts[m] > 0 && state.shareOn(calculation, m) == 0 && tries++ < MOST_JOINED) {
        spread(calculation, new int[] {m});
        best.restore(state);
      }
    }
  }

  /** A split calculation on some machines more, a whole one on the first. */
  private void spread(int calculation, int[] idle) {
    int[][] on = state.on.clone();
    double[][] share = state.share.clone();
    if (problem.split[calculation]) {
      int[] set = state.on[calculation];
      var more = Arrays.copyOf(set, set.length + idle.length);
      System.arraycopy(idle, 0, more, set.length, idle.length);
      Parts.place(state, calculation, more, state.balanced(calculation, more));
    } else if (!problem.hasMust[calculation]) {
      state.place(calculation, idle[0]);
    }
    state.keep();
    even();
    for (int c = 0; c < on.length; c++) {
      state.place(c, on[c], share[c]);
    }
    state.recount();
  }

  /** Of every kind the machines that do nothing, no more than may be used. */
  private int[][] idle() {
    var kinds = new TreeMap<Integer, List<Integer>>();
    int most = problem.most - state.used();
    for (int m = 0; m < problem.machines; m++) {
      if (state.parts[m] == 0) {
        kinds.computeIfAbsent(problem.kind[m], key -> new ArrayList<>()).add(m);
      }
    }
    return kinds.values().stream()
        .map(each -> each.stream().limit(most).mapToInt(Integer::intValue).toArray())
        .toArray(int[][]::new);
  }

  /** Cuts split calculations among those of some machines that do nothing else. */
  void apart(boolean[] set) {
    for (int c = 0; c < problem.calculations; c++) {
      if (problem.split[c]) {
        int calculation = c;
        int[] free =
            Arrays.stream(problem.eligible[c])
                .filter(m -> set[m] && (isAlone(calculation, m) || problem.mustDo[calculation][m]))
                .toArray();
        if (free.length > 0) {
          Parts.place(state, c, free, state.balanced(c, free));
        }
      }
    }
    state.recount();
    even();
    for (int c = 0; c < problem.calculations; c++) {
      if (problem.split[c]) {
        join(c);
      }
    }
  }

  private boolean isAlone(int calculation, int machine) {
    return state.parts[machine] == (state.shareOn(calculation, machine) > 0 ? 1 : 0);
  }

  /** Evens the shares of all split calculations. */
  void even() {
    best.offer(state);
    for (int c = 0; c < problem.calculations; c++) {
      if (state.on[c].length > 1) {
        even(c);
      }
    }
    best.offer(state);
  }

  private void even(int c) {
    double step = 0.7;
    double now = state.seconds();
    for (int round = 0; round < ROUNDS && step > 0.01; round++) {
      double[] shares = evened(c, step);
      int[] on = state.on[c];
      Parts.place(state, c, on, shares);
      double then = state.seconds();
      if (then < now * (1 - CLOSE)) {
        now = then;
        state.keep();
      } else {
        state.undo(0, 0);
        step /= 2;
      }
    }
    state.recount();
  }

  /** A step towards shares with which all machines of a calculation take equally long. */
  private double[] evened(int c, double step) {
    int[] on = state.on[c];
    var slope = new double[on.length];
    double sum = 0;
    double have = 0;
    for (int i = 0; i < on.length; i++) {
      double own = Math.max(problem.cpu[c][on[i]], 1e-3 * problem.seconds[c][on[i]]);
      double free = Math.max(1e-3, 1 - state.timed(on[i]));
      slope[i] = Math.max(own * problem.perUnit[c] / free, Double.MIN_NORMAL);
      sum += 1 / slope[i];
      have += state.allowed(on[i]) / slope[i];
    }
    double level = have / sum;
    var shares = new double[on.length];
    double all = 0;
    for (int i = 0; i < on.length; i++) {
      double least = problem.mustDo[c][on[i]] ? 1e-4 : 0;
      double share = state.share[c][i] + step * (level - state.allowed(on[i])) / slope[i];
      shares[i] = Math.max(least, share < 1e-4 ? 0 : share);
      all += shares[i];
    }
    for (int i = 0; i < on.length; i++) {
      shares[i] /= all;
    }
    return shares;
  }
}
