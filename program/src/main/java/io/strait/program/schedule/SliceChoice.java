package io.strait.program.schedule;

import java.util.Arrays;

/**
 * The best time slices of a placement, by dynamic programming over the sets of calculations that
 * may be done at some time (order ideals): the least seconds of a set are those of a smaller one
 * and of one slice more. A slice has calculations whose data are there, and those that wait for one
 * of the slice on their own machine. What a machine has left to do bounds the rest.
 */
final class SliceChoice {
  static final int MOST = 12;

  private final Problem problem;
  private final int[] order;

  /** For each calculation in order, those that it waits for. */
  private final int[] before;

  private final double[][] compute;
  private final double[][] transfers;
  private final double[] latency;
  private final int[] only;
  private final double[] seconds;
  private final int[] previous;
  private final double[] left;
  private final double[] computing;
  private final double[] moving;
  private final double[] cost = new double[2];

  /** The least seconds from the beginning of each calculation in order to the end. */
  private final double[] chain;

  private final double[] wait;
  private final int[] place;
  private int[] machines = {};
  private int from;
  private double least;
  private long steps;

  /**
   * @param order calculations, each after those that it waits for
   */
  SliceChoice(Problem problem, int[] order) {
    this.problem = problem;
    this.order = order;
    int n = order.length;
    this.before = new int[n];
    this.compute = new double[n][problem.machines];
    this.transfers = new double[n][problem.machines];
    this.latency = new double[n];
    this.only = new int[n];
    this.seconds = new double[1 << n];
    this.previous = new int[1 << n];
    this.left = new double[problem.machines];
    this.computing = new double[problem.machines];
    this.moving = new double[problem.machines];
    this.chain = new double[n];
    this.wait = new double[problem.from.length];
    this.place = new int[problem.calculations];
    for (int i = 0; i < n; i++) {
      place[order[i]] = i;
      for (int edge : problem.inputs[order[i]]) {
        if (!problem.edgeLate[edge]) {
          before[i] |= 1 << place[problem.from[edge]];
        }
      }
    }
  }

  /** The steps of the last {@link #solve}. */
  long steps() {
    return steps;
  }

  /** The seconds of a unit; infinite if they are not below a limit. */
  double solve(State state, double limit) {
    steps = 0;
    if (!read(state)) {
      return Double.POSITIVE_INFINITY;
    }
    int all = seconds.length - 1;
    Arrays.fill(seconds, Double.POSITIVE_INFINITY);
    seconds[0] = 0;
    least = limit;
    for (int set = 0; set < all; set++) {
      if (seconds[set] < least) {
        begin(set);
      }
    }
    return seconds[all];
  }

  /** What each calculation does on each machine that counts. */
  private boolean read(State state) {
    var due = new boolean[problem.machines];
    for (int c : order) {
      for (int m : state.on[c]) {
        due[m] |= !problem.late[c];
      }
    }
    machines = Problem.indexes(due);
    for (int i = 0; i < order.length; i++) {
      int c = order[i];
      only[i] = state.only(c);
      latency[i] = 0;
      Arrays.fill(compute[i], 0);
      Arrays.fill(transfers[i], 0);
      for (int k = 0; k < state.on[c].length; k++) {
        int m = state.on[c][k];
        compute[i][m] += problem.seconds[c][m] * state.share[c][k] * problem.perUnit[c];
      }
      for (int edge : problem.inputs[c]) {
        if (!transfers(state, edge, i)) {
          return false;
        }
      }
    }
    chains();
    return true;
  }

  private void chains() {
    Arrays.fill(chain, 0);
    for (int i = order.length - 1; i >= 0; i--) {
      double own = 0;
      for (int m : machines) {
        own = Math.max(own, compute[i][m]);
      }
      chain[i] += problem.late[order[i]] ? 0 : own;
      for (int edge : problem.inputs[order[i]]) {
        if (!problem.edgeLate[edge]) {
          int before = place[problem.from[edge]];
          chain[before] = Math.max(chain[before], chain[i] + wait[edge]);
        }
      }
    }
  }

  private boolean transfers(State state, int edge, int i) {
    int sender = problem.from[edge];
    int taker = problem.to[edge];
    double latest = 0;
    double longest = 0;
    for (int k = 0; k < state.on[sender].length; k++) {
      for (int l = 0; l < state.on[taker].length; l++) {
        int a = state.on[sender][k];
        int b = state.on[taker][l];
        if (a == b) {
          continue;
        }
        int way = problem.ways.between(a, b);
        if (!problem.ways.isThere(way)) {
          return false;
        }
        problem.ways.transfer(edge, a, state.share[sender][k], b, state.share[taker][l], cost);
        double each = cost[0] * problem.edgePerUnit[edge];
        transfers[i][a] += each * problem.machine[a].cardsTime();
        transfers[i][b] += each * problem.machine[b].cardsTime();
        if (!problem.edgeLate[edge]) {
          latest = Math.max(latest, problem.ways.latency(way));
        }
        if (!problem.late[taker]) {
          longest = Math.max(longest, each * problem.machine[b].cardsTime());
        }
      }
    }
    latency[i] = Math.max(latency[i], latest);
    wait[edge] = latest + longest;
    return true;
  }

  /** Tries all slices that may follow a set. */
  private void begin(int set) {
    from = set;
    double most = 0;
    for (int m : machines) {
      left[m] = 0;
      computing[m] = 0;
      moving[m] = 0;
      for (int i = 0; i < order.length; i++) {
        left[m] += (set >> i & 1) == 0 ? compute[i][m] + transfers[i][m] : 0;
      }
      most = Math.max(most, left[m]);
    }
    most = Math.max(most, longest(set));
    if (seconds[set] + most < least) {
      grow(0, 0, 0);
    }
  }

  /** The longest chain of what is not in a set. */
  private double longest(int set) {
    double longest = 0;
    for (int i = 0; i < chain.length; i++) {
      if ((set >> i & 1) == 0) {
        longest = Math.max(longest, chain[i]);
      }
    }
    return longest;
  }

  private void grow(int i, int slice, double wait) {
    steps++;
    double computes = 0;
    double moves = 0;
    double rest = 0;
    for (int m : machines) {
      computes = Math.max(computes, computing[m]);
      moves = Math.max(moves, moving[m]);
      rest = Math.max(rest, left[m]);
    }
    double now = seconds[from] + computes + moves + wait;
    if (now >= least) {
      return;
    }
    if (i == order.length) {
      int set = from | slice;
      if (slice != 0 && now < seconds[set] && now + Math.max(rest, longest(set)) < least) {
        seconds[set] = now;
        previous[set] = from;
        if (set == seconds.length - 1) {
          least = now;
        }
      }
      return;
    }
    if ((from >> i & 1) == 0 && isReady(i, slice)) {
      count(i, 1);
      grow(i + 1, slice | 1 << i, Math.max(wait, latency[i]));
      count(i, -1);
    }
    grow(i + 1, slice, wait);
  }

  private void count(int i, int sign) {
    for (int m : machines) {
      computing[m] += sign * compute[i][m];
      moving[m] += sign * transfers[i][m];
      left[m] -= sign * (compute[i][m] + transfers[i][m]);
    }
  }

  private boolean isReady(int i, int slice) {
    int missing = before[i] & ~from;
    if ((missing & ~slice) != 0) {
      return false;
    }
    for (int rest = missing; rest != 0; rest &= rest - 1) {
      if (only[i] < 0 || only[Integer.numberOfTrailingZeros(rest)] != only[i]) {
        return false;
      }
    }
    return true;
  }

  /** The slice of each calculation. */
  int[] slices() {
    var slices = new int[order.length];
    int depth = 0;
    for (int set = seconds.length - 1; set != 0; set = previous[set]) {
      depth++;
    }
    for (int set = seconds.length - 1; set != 0; set = previous[set]) {
      depth--;
      int slice = set & ~previous[set];
      for (int i = 0; i < order.length; i++) {
        if ((slice >> i & 1) == 1) {
          slices[order[i]] = depth;
        }
      }
    }
    return slices;
  }
}
