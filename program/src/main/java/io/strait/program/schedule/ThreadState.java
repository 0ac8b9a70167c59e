package io.strait.program.schedule;

/**
 * Loads of resources where calculations and transfers overlap, as {@code Loads} counts them: the
 * CPU of each machine, its network card (as a whole, sending, receiving), each gap, and each
 * calculation by itself. A resource has the seconds of every unit, the seconds of every second, and
 * the number of things that somebody waits for.
 */
final class ThreadState extends State {
  /** Cells of a resource. */
  private static final int CELLS = 4;

  private static final int TIMED = 1;
  private static final int DUE = 2;
  private static final int POWER = 3;
  private static final int KINDS = 4;
  private static final double MOST = 1e4;

  private final int gaps;
  private final int alone;
  private final int resources;

  /** Cells that no resource has: the sum of the powers, and data that have no way. */
  private final int sum;

  private final int stuck;
  private final double scale;
  private final double[] transfer = new double[2];
  private final int[] stamp;
  private int now;

  /** How often a load is squared: the more, the less anything but the fullest resource counts. */
  private int squarings = 4;

  /**
   * @param scale seconds of a unit that would be good
   */
  ThreadState(Problem problem, double scale) {
    super(problem, CELLS * resources(problem) + 2);
    this.gaps = KINDS * problem.machines;
    this.alone = gaps + problem.ways.gaps();
    this.resources = resources(problem);
    this.sum = CELLS * resources;
    this.stuck = sum + 1;
    this.scale = scale > 0 && scale < Double.POSITIVE_INFINITY ? scale : 1;
    this.stamp = new int[resources];
  }

  private static int resources(Problem problem) {
    return KINDS * problem.machines + problem.ways.gaps() + problem.calculations;
  }

  /** Makes the cost sharper, and counts it anew. */
  void sharpen(int squarings) {
    this.squarings = squarings;
    double all = 0;
    for (int r = 0; r < resources; r++) {
      cells[CELLS * r + POWER] = power(r);
      all += cells[CELLS * r + POWER];
    }
    cells[sum] = all;
    keep();
  }

  @Override
  void count(int calculation, int sign) {
    double most = 0;
    for (int i = 0; i < on[calculation].length; i++) {
      int m = on[calculation][i];
      double part = share[calculation][i];
      load(
          KINDS * m,
          problem.cpu[calculation][m] * part,
          problem.perUnit[calculation],
          problem.perSecond[calculation],
          problem.late[calculation],
          sign);
      most = Math.max(most, problem.seconds[calculation][m] * part);
    }
    load(
        alone + calculation,
        most,
        problem.perUnit[calculation],
        0,
        problem.late[calculation],
        sign);
    for (int edge : problem.incident[calculation]) {
      transfers(edge, sign);
    }
  }

  private void transfers(int edge, int sign) {
    int[] senders = on[problem.from[edge]];
    int[] takers = on[problem.to[edge]];
    double[] sent = share[problem.from[edge]];
    double[] taken = share[problem.to[edge]];
    for (int i = 0; i < senders.length; i++) {
      for (int j = 0; j < takers.length; j++) {
        if (senders[i] != takers[j]) {
          transfer(edge, senders[i], sent[i], takers[j], taken[j], sign);
        }
      }
    }
  }

  private void transfer(int edge, int from, double sent, int to, double taken, int sign) {
    int way = problem.ways.between(from, to);
    if (!problem.ways.isThere(way)) {
      add(stuck, sign);
      return;
    }
    problem.ways.transfer(edge, from, sent, to, taken, transfer);
    boolean isFull = problem.ways.isFullDuplex(way);
    end(edge, from, isFull ? 2 : 1, sign);
    end(edge, to, isFull ? 3 : 1, sign);
    int[] crossed = problem.ways.gaps(way);
    if (crossed.length > 0) {
      var data = problem.flow.app().data().get(edge);
      double volume = data.volume() * sent * (data.broadcast() ? 1 : taken);
      for (int gap : crossed) {
        edgeLoad(edge, gaps + gap, volume / problem.ways.bandwidth(gap), sign);
      }
    }
  }

  private void end(int edge, int m, int card, int sign) {
    var machine = problem.machine[m];
    edgeLoad(edge, KINDS * m, transfer[1] * machine.cardsCpu() / machine.cores(), sign);
    edgeLoad(edge, KINDS * m + card, transfer[0] * machine.cardsTime(), sign);
  }

  private void edgeLoad(int edge, int resource, double seconds, int sign) {
    load(
        resource,
        seconds,
        problem.edgePerUnit[edge],
        problem.edgePerSecond[edge],
        problem.edgeLate[edge],
        sign);
  }

  private void load(
      int resource, double seconds, double perUnit, double perSecond, boolean late, int sign) {
    int cell = CELLS * resource;
    add(cell, sign * seconds * perUnit);
    add(cell + TIMED, sign * seconds * perSecond);
    if (!late && seconds * perUnit > 0) {
      add(cell + DUE, sign);
    }
  }

  /** The seconds of a unit that a resource allows. */
  private double seconds(int resource) {
    int cell = CELLS * resource;
    if (cells[cell + DUE] <= 0) {
      return 0;
    }
    double free = 1 - cells[cell + TIMED];
    return free <= 0 ? Double.POSITIVE_INFINITY : cells[cell] / free;
  }

  private double power(int resource) {
    double value = Math.min(MOST, seconds(resource) / scale);
    for (int i = 0; i < squarings; i++) {
      value *= value;
    }
    return value;
  }

  @Override
  void derive(int logFrom) {
    now++;
    double change = 0;
    for (int i = logFrom, end = mark(); i < end; i++) {
      int resource = logged(i) / CELLS;
      if (resource < resources && stamp[resource] != now) {
        stamp[resource] = now;
        double power = power(resource);
        change += power - cells[CELLS * resource + POWER];
        put(CELLS * resource + POWER, power);
      }
    }
    add(sum, change);
  }

  /** The seconds that the resources allow whose cells were changed from a place of the log on. */
  double seconds(int logFrom, double otherwise) {
    if (cells[stuck] > 0) {
      return Double.POSITIVE_INFINITY;
    }
    double most = otherwise;
    for (int i = logFrom, end = mark(); i < end; i++) {
      int resource = logged(i) / CELLS;
      if (resource < resources) {
        most = Math.max(most, seconds(resource));
      }
    }
    return most;
  }

  @Override
  double seconds() {
    if (cells[stuck] > 0) {
      return Double.POSITIVE_INFINITY;
    }
    double most = 0;
    for (int r = 0; r < resources; r++) {
      most = Math.max(most, seconds(r));
    }
    return most;
  }

  @Override
  double cost() {
    return cells[stuck] > 0
        ? Double.POSITIVE_INFINITY
        : Math.log(Math.max(cells[sum], Double.MIN_NORMAL));
  }

  @Override
  int fullest() {
    int most = 0;
    for (int r = 1; r < gaps; r++) {
      if (seconds(r) > seconds(most)) {
        most = r;
      }
    }
    return most / KINDS;
  }

  /** The seconds of a unit that a machine allows, with its network cards. */
  double allowed(int m) {
    double most = 0;
    for (int r = KINDS * m; r < KINDS * (m + 1); r++) {
      most = Math.max(most, seconds(r));
    }
    return most;
  }

  /** The seconds of a machine's CPU in every unit. */
  double busy(int m) {
    return cells[CELLS * KINDS * m];
  }

  /** The seconds of a machine's CPU in every second. */
  double timed(int m) {
    return cells[CELLS * KINDS * m + TIMED];
  }

  boolean isDue(int m) {
    return cells[CELLS * KINDS * m + DUE] > 0;
  }

  @Override
  void recount() {
    sharpen(squarings);
  }

  @Override
  double[] balanced(int calculation, int[] set) {
    int size = set.length;
    var free = new double[size];
    var busy = new double[size];
    var cpu = new double[size];
    var seconds = new double[size];
    double often = problem.perUnit[calculation] + problem.perSecond[calculation];
    for (int i = 0; i < size; i++) {
      int m = set[i];
      double own = problem.cpu[calculation][m] * shareOn(calculation, m);
      free[i] = 1 - timed(m) + own * problem.perSecond[calculation];
      busy[i] = Math.max(0, busy(m) - own * problem.perUnit[calculation]);
      cpu[i] = problem.cpu[calculation][m] * often;
      seconds[i] = problem.seconds[calculation][m] * often;
    }
    return Shares.of(free, busy, cpu, seconds);
  }
}
