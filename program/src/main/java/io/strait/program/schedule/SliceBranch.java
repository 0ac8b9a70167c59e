package io.strait.program.schedule;

import io.strait.program.file.DataFlow;
import java.util.Arrays;

/**
 * Branch and bound in time slices. What a machine does in all slices is a bound, and so is the
 * longest chain where slices are free; when all is placed, {@link SliceChoice} finds the best
 * slices.
 */
final class SliceBranch extends Branch {
  private final SliceState sliced;
  private final Bounds bounds;
  private final int[] order;
  private final boolean isFree;
  private final SliceChoice choice;

  /** The seconds of chains up to the end of each calculation. */
  private final double[] ends;

  /** The most that each machine does in a second of a calculation's least seconds. */
  private final double[] speed;

  private final double[] left;
  private final double[] transfer = new double[2];

  /**
   * @param state all in one slice, or the given slices
   * @param isFree whether slices are free
   */
  SliceBranch(
      Problem problem,
      SliceState state,
      Bounds bounds,
      boolean isFree,
      Best best,
      int most,
      double cutoff,
      long limit) {
    super(problem, state, best, most, cutoff, limit);
    this.sliced = state;
    this.bounds = bounds;
    this.isFree = isFree;
    this.order = DataFlow.order(problem.flow.app()).stream().mapToInt(Integer::intValue).toArray();
    this.choice = new SliceChoice(problem, isFree ? order : new int[0]);
    this.ends = new double[problem.calculations];
    this.speed = bounds.speeds();
    this.left = new double[order.length + 1];
    for (int i = order.length - 1; i >= 0; i--) {
      left[i] = left[i + 1] + bounds.least[order[i]];
    }
  }

  void run() {
    search(0, 0);
  }

  private void search(int depth, double chain) {
    if (!goesOn(1)) {
      return;
    }
    if (depth == order.length) {
      leaf();
      return;
    }
    int c = order[depth];
    spread(
        c,
        () -> {
          double longest = isFree ? Math.max(chain, chain(c)) : 0;
          if (bound(depth + 1, longest) < useless()) {
            search(depth + 1, longest);
          }
        });
  }

  private void leaf() {
    if (!isFree) {
      if (best.offer(state)) {
        found();
      }
      return;
    }
    double free = 1 - timed();
    double unit = choice.solve(state, useless() * free);
    goesOn(choice.steps());
    if (best.isBetter(unit / free, state.used())) {
      best.take(state, unit / free, choice.slices());
      found();
    }
  }

  private double timed() {
    double timed = 0;
    for (int m = 0; m < problem.machines; m++) {
      timed = Math.max(timed, sliced.timed(m));
    }
    return timed;
  }

  private double bound(int depth, double chain) {
    double timed = timed();
    if (timed >= 1) {
      return Double.POSITIVE_INFINITY;
    }
    double most = Math.max(chain, isFree ? 0 : sliced.seconds() * (1 - timed));
    double work = left[depth];
    double speeds = 0;
    double fresh = 0;
    for (int m = 0; m < problem.machines; m++) {
      if (state.parts[m] > 0) {
        double busy = sliced.busy(m);
        most = Math.max(most, busy);
        work += busy * speed[m];
        speeds += speed[m];
      } else {
        fresh = Math.max(fresh, speed[m]);
      }
    }
    speeds += machinesLeft() * fresh;
    return Math.max(most, speeds > 0 ? work / speeds : 0) / (1 - timed);
  }

  /** The chain through a calculation that has just been placed. */
  private double chain(int c) {
    double begin = 0;
    for (int edge : problem.inputs[c]) {
      if (!problem.edgeLate[edge]) {
        begin = Math.max(begin, ends[problem.from[edge]] + wait(edge));
      }
    }
    double seconds = 0;
    for (int i = 0; i < state.on[c].length; i++) {
      seconds = Math.max(seconds, problem.seconds[c][state.on[c][i]] * state.share[c][i]);
    }
    ends[c] = begin + (problem.late[c] ? 0 : seconds * problem.perUnit[c]);
    return ends[c] + bounds.tail[c];
  }

  /** The least seconds between the calculations of data. */
  private double wait(int edge) {
    int from = problem.from[edge];
    int to = problem.to[edge];
    double most = 0;
    double latency = 0;
    for (int i = 0; i < state.on[from].length; i++) {
      for (int j = 0; j < state.on[to].length; j++) {
        int a = state.on[from][i];
        int b = state.on[to][j];
        int way = problem.ways.between(a, b);
        if (a != b && problem.ways.isThere(way)) {
          problem.ways.transfer(edge, a, state.share[from][i], b, state.share[to][j], transfer);
          latency = Math.max(latency, problem.ways.latency(way));
          if (!problem.late[to]) {
            most = Math.max(most, transfer[0] * problem.machine[b].cardsTime());
          }
        }
      }
    }
    return most * problem.edgePerUnit[edge] + latency;
  }

  @Override
  double[] shares(int calculation, int[] machines) {
    int size = machines.length;
    var free = new double[size];
    var nothing = new double[size];
    Arrays.fill(free, 1);
    var seconds =
        Arrays.stream(machines).mapToDouble(m -> problem.seconds[calculation][m]).toArray();
    return Shares.of(free, nothing, nothing, seconds);
  }
}
