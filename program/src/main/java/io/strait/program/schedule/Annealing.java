package io.strait.program.schedule;

import java.util.SplittableRandom;

/**
 * Simulated annealing: random moves of calculations, accepted if the cost falls or does not rise
 * much, less and less. Moves are: one calculation to another machine (often that of a neighbour in
 * the data flow) and, where there are slices, to another slice; two calculations change places; a
 * calculation moves with its neighbours on its machine; a split calculation gets a machine more or
 * less or other shares; a machine's work goes to a machine that does nothing. All randomness comes
 * from a seed, and the length is counted in changes of cells, so that equal problems have equal
 * schedules.
 */
final class Annealing {
  private static final int GROUP = 6;
  private static final int RECOUNT = 4096;

  /** How many of a hundred moves begin at the fullest machine. */
  private static final int FULLEST = 60;

  private final State state;
  private final Problem problem;
  private final boolean[] active;
  private final boolean[] needed;
  private final Best best;
  private final double goal;
  private final SplittableRandom random;
  private int[] machines;
  private final int[] movable;

  /** How many of a hundred moves go to a neighbour's machine. */
  private final int near;

  /** The machines of a move that exchanged them; −1 if the last one did not. */
  private int exchangedFrom = -1;

  private int exchangedTo = -1;

  /** The fullest machine a short while ago. */
  private int full = -1;

  private double bestCost = Double.POSITIVE_INFINITY;

  /**
   * @param active the machines to use
   * @param goal the seconds of a unit at which nothing is left to find
   */
  Annealing(State state, boolean[] active, Best best, double goal, long seed) {
    this.state = state;
    this.problem = state.problem;
    this.active = active.clone();
    this.needed = new Chosen(problem).needed();
    this.best = best;
    this.goal = goal;
    this.random = new SplittableRandom(seed);
    this.machines = Problem.indexes(active);
    var free = new boolean[problem.calculations];
    for (int c = 0; c < free.length; c++) {
      free[c] =
          problem.eligible[c].length > 1 || (state instanceof SliceState sliced && sliced.isFree());
    }
    this.movable = Problem.indexes(free);
    this.near = state instanceof SliceState ? 80 : 33;
  }

  /**
   * @param hot how much the cost may rise at first
   * @param cold likewise at the end
   */
  void run(long work, double hot, double cold) {
    best.offer(state);
    if (movable.length == 0) {
      return;
    }
    bestCost = Double.POSITIVE_INFINITY;
    long begin = state.work();
    double cost = state.cost();
    double warm = hot;
    for (int step = 1; best.seconds() > goal; step++) {
      if (step % 64 == 0) {
        double done = (state.work() - begin) / (double) work;
        if (done >= 1 || step / 64 > work) {
          return;
        }
        full = state.fullest();
        warm = hot * Math.pow(cold / hot, done);
        if (step % RECOUNT == 0) {
          state.recount();
          cost = state.cost();
        }
      }
      boolean moved = move();
      double then = moved ? state.cost() : Double.POSITIVE_INFINITY;
      if (then <= cost || then - cost < -warm * Math.log(random.nextDouble())) {
        cost = then;
        state.keep();
        seen(cost);
      } else {
        state.undo(0, 0);
        if (exchangedFrom >= 0) {
          exchange(exchangedTo, exchangedFrom);
        }
      }
      exchangedFrom = -1;
    }
  }

  /** Begins again from the best, on its machines and as many others as may be used. */
  void restart() {
    if (!best.isThere()) {
      return;
    }
    best.restore(state);
    int size = state.used();
    for (int m = 0; m < active.length; m++) {
      boolean stays = state.parts[m] == 0 && active[m] && size < problem.most;
      size += stays ? 1 : 0;
      active[m] = state.parts[m] > 0 || stays;
    }
    machines = Problem.indexes(active);
  }

  private void seen(double cost) {
    if (cost < bestCost) {
      bestCost = cost;
      best.offer(state);
    }
  }

  private boolean move() {
    int c = calculation();
    int dice = random.nextInt(100);
    if (dice == 0 && machines.length < problem.machines) {
      return replace();
    }
    if (problem.split[c] && dice < 80) {
      return cut(c);
    }
    if (dice < 45) {
      return one(c, target(c));
    }
    if (dice < 85) {
      return swap(c, movable[random.nextInt(movable.length)]);
    }
    return group(c, target(c));
  }

  /** Any calculation, often one of the fullest machine. */
  private int calculation() {
    int at = random.nextInt(movable.length);
    if (state instanceof SliceState sliced) {
      if (random.nextInt(100) < FULLEST) {
        int slice = sliced.slice(movable[at]);
        int longest = sliced.longest(slice);
        for (int i = 0; i < movable.length; i++) {
          int c = movable[(at + i) % movable.length];
          if (sliced.slice(c) == slice && state.only(c) == longest) {
            return c;
          }
        }
      }
    } else if (full >= 0 && random.nextInt(100) < FULLEST) {
      for (int i = 0; i < movable.length; i++) {
        int c = movable[(at + i) % movable.length];
        if (state.only(c) == full) {
          return c;
        }
      }
    }
    return movable[at];
  }

  /** A machine for a calculation. */
  private int target(int calculation) {
    int[] edges = problem.incident[calculation];
    if (edges.length > 0 && random.nextInt(100) < near) {
      int edge = edges[random.nextInt(edges.length)];
      int other = problem.from[edge] == calculation ? problem.to[edge] : problem.from[edge];
      int[] there = state.on[other];
      return there[random.nextInt(there.length)];
    }
    return machines[random.nextInt(machines.length)];
  }

  private boolean one(int c, int to) {
    if (!problem.mayDo[c][to] || hasMust(c)) {
      return false;
    }
    if (state instanceof SliceState sliced && sliced.isFree()) {
      int first = sliced.earliest(c, to);
      int last = sliced.latest(c, to);
      int now = sliced.slice(c);
      if (first > last) {
        return false;
      }
      boolean stays = now >= first && now <= last && random.nextBoolean();
      int slice = stays ? now : first + random.nextInt(last - first + 1);
      if (slice == now && state.only(c) == to) {
        return false;
      }
      sliced.place(c, new int[] {to}, new double[] {1}, slice);
      return true;
    }
    if (state.only(c) == to) {
      return false;
    }
    state.place(c, to);
    return true;
  }

  private boolean hasMust(int calculation) {
    return problem.hasMust[calculation];
  }

  private boolean swap(int c, int d) {
    int a = state.only(c);
    int b = state.only(d);
    if (a < 0 || b < 0 || a == b || !problem.mayDo[c][b] || !problem.mayDo[d][a]) {
      return false;
    }
    if (hasMust(c) || hasMust(d)) {
      return false;
    }
    state.place(c, b);
    state.place(d, a);
    return true;
  }

  private boolean group(int c, int to) {
    int from = state.only(c);
    if (from < 0 || from == to) {
      return false;
    }
    var members = new int[GROUP];
    members[0] = c;
    int size = 1;
    int most = 2 + random.nextInt(GROUP - 1);
    for (int i = 0; i < size; i++) {
      for (int edge : problem.incident[members[i]]) {
        int other = problem.from[edge] == members[i] ? problem.to[edge] : problem.from[edge];
        if (size < most && state.only(other) == from && !contains(members, size, other)) {
          members[size++] = other;
        }
      }
    }
    for (int i = 0; i < size; i++) {
      if (problem.mayDo[members[i]][to] && !hasMust(members[i])) {
        state.place(members[i], to);
      }
    }
    return true;
  }

  private static boolean contains(int[] members, int size, int member) {
    for (int i = 0; i < size; i++) {
      if (members[i] == member) {
        return true;
      }
    }
    return false;
  }

  private boolean cut(int c) {
    int[] set = state.on[c];
    int to = machines[random.nextInt(machines.length)];
    int index = random.nextInt(set.length);
    boolean isNew = problem.mayDo[c][to] && state.shareOn(c, to) == 0;
    switch (random.nextInt(5)) {
      case 0 -> set = isNew ? Parts.with(set, to) : set;
      case 1 ->
          set = set.length > 1 && !problem.mustDo[c][set[index]] ? Parts.without(set, index) : set;
      case 2 ->
          set =
              isNew && !problem.mustDo[c][set[index]]
                  ? Parts.with(Parts.without(set, index), to)
                  : set;
      case 3 -> {
        return shift(c, index);
      }
      default -> {}
    }
    Parts.place(state, c, set, state.balanced(c, set));
    return true;
  }

  private boolean shift(int c, int index) {
    int other = random.nextInt(state.on[c].length);
    if (other == index) {
      return false;
    }
    double step = random.nextDouble() * random.nextDouble() * 0.5 * state.share[c][index];
    var shares = state.share[c].clone();
    shares[index] -= step;
    shares[other] += step;
    state.place(c, state.on[c], shares);
    return true;
  }

  /** Moves all that a machine does to one that does nothing. */
  private boolean replace() {
    int at = random.nextInt(machines.length);
    int from = machines[at];
    int to = random.nextInt(problem.machines);
    if (active[to] || needed[from]) {
      return false;
    }
    for (int c = 0; c < problem.calculations; c++) {
      int[] set = state.on[c];
      for (int i = 0; i < set.length; i++) {
        if (set[i] == from) {
          if (!problem.mayDo[c][to]) {
            return false;
          }
          var changed = set.clone();
          changed[i] = to;
          state.place(c, changed, state.share[c]);
        }
      }
    }
    exchange(from, to);
    exchangedFrom = from;
    exchangedTo = to;
    return true;
  }

  private void exchange(int from, int to) {
    active[from] = false;
    active[to] = true;
    machines = Problem.indexes(active);
  }
}
