package io.strait.program.schedule;

import java.util.Arrays;

/**
 * The seconds of time slices where a machine does one thing at a time, as {@code Slices} counts
 * them: for each slice what each machine computes and transfers, and how often each latency is
 * waited for.
 */
final class SliceState extends State {
  /** How much evenness counts beside the seconds. */
  private static final double SMOOTH = 0.05;

  final int slices;

  /** Whether calculations may change slices and have to wait for each other. */
  private final boolean isFree;

  private final boolean hasLate;
  private final boolean hasTimed;
  private final int machines;
  private final int latencies;
  private final int transfers;
  private final int waits;
  private final int timed;
  private final int due;
  private final int slice;
  private final int lengths;
  private final int norms;
  private final int unit;
  private final int norm;
  private final int bad;
  private final double[] transfer = new double[2];
  private final int[] stamp;
  private int now;
  private int next = -1;

  /**
   * @param levels the slice of each calculation to begin with
   * @param isFree whether calculations may change slices and have to wait for each other
   */
  SliceState(Problem problem, int slices, int[] levels, boolean isFree) {
    super(problem, size(problem, slices));
    this.slices = slices;
    this.isFree = isFree;
    this.machines = problem.machines;
    this.latencies = problem.ways.latencies().length;
    this.transfers = slices * machines;
    this.waits = 2 * slices * machines;
    this.timed = waits + slices * latencies;
    this.due = timed + machines;
    this.slice = due + machines;
    this.lengths = slice + problem.calculations;
    this.norms = lengths + slices;
    this.unit = norms + slices;
    this.norm = unit + 1;
    this.bad = unit + 2;
    this.stamp = new int[slices];
    boolean someLate = false;
    boolean someTimed = false;
    for (int c = 0; c < problem.calculations; c++) {
      someLate |= problem.late[c];
      someTimed |= problem.perSecond[c] > 0;
      cells[slice + c] = levels[c];
    }
    for (double perSecond : problem.edgePerSecond) {
      someTimed |= perSecond > 0;
    }
    this.hasLate = someLate;
    this.hasTimed = someTimed;
  }

  private static int size(Problem problem, int slices) {
    return slices * (2 * problem.machines + problem.ways.latencies().length + 2)
        + 2 * problem.machines
        + problem.calculations
        + 3;
  }

  int slice(int calculation) {
    return (int) cells[slice + calculation];
  }

  boolean isFree() {
    return isFree;
  }

  /** Moves a calculation to machines and a slice. */
  void place(int calculation, int[] machines, double[] shares, int to) {
    next = to;
    place(calculation, machines, shares);
    next = -1;
  }

  @Override
  void settle(int calculation) {
    if (next >= 0) {
      put(slice + calculation, next);
    }
  }

  @Override
  void count(int calculation, int sign) {
    int row = slice(calculation) * machines;
    for (int i = 0; i < on[calculation].length; i++) {
      int m = on[calculation][i];
      double seconds = sign * problem.seconds[calculation][m] * share[calculation][i];
      add(row + m, seconds * problem.perUnit[calculation]);
      add(timed + m, seconds * problem.perSecond[calculation]);
      if (!problem.late[calculation]) {
        add(due + m, sign);
      }
    }
    for (int edge : problem.incident[calculation]) {
      transfers(edge, sign);
    }
  }

  private void transfers(int edge, int sign) {
    int from = problem.from[edge];
    int to = problem.to[edge];
    if (isFree && !problem.edgeLate[edge] && isTooEarly(from, to)) {
      add(bad, sign);
    }
    int at = slice(to);
    for (int i = 0; i < on[from].length; i++) {
      for (int j = 0; j < on[to].length; j++) {
        if (on[from][i] != on[to][j]) {
          transfer(edge, on[from][i], share[from][i], on[to][j], share[to][j], at, sign);
        }
      }
    }
  }

  private boolean isTooEarly(int from, int to) {
    if (on[from].length == 0 || on[to].length == 0 || slice(from) < slice(to)) {
      return false;
    }
    return slice(from) > slice(to) || only(from) < 0 || only(from) != only(to);
  }

  private void transfer(int edge, int a, double sent, int b, double taken, int at, int sign) {
    int way = problem.ways.between(a, b);
    if (!problem.ways.isThere(way)) {
      add(bad, sign);
      return;
    }
    problem.ways.transfer(edge, a, sent, b, taken, transfer);
    end(edge, a, at, sign);
    end(edge, b, at, sign);
    if (!problem.edgeLate[edge]) {
      add(waits + at * latencies + problem.ways.latencyIndex(way), sign);
    }
  }

  private void end(int edge, int m, int at, int sign) {
    double seconds = sign * transfer[0] * problem.machine[m].cardsTime();
    add(transfers + at * machines + m, seconds * problem.edgePerUnit[edge]);
    add(timed + m, seconds * problem.edgePerSecond[edge]);
  }

  @Override
  void derive(int logFrom) {
    now++;
    int end = mark();
    boolean all = false;
    for (int i = logFrom; hasLate && i < end; i++) {
      all |= logged(i) >= due && logged(i) < slice;
    }
    for (int s = 0; all && s < slices; s++) {
      measure(s);
    }
    for (int i = logFrom; !all && i < end; i++) {
      int cell = logged(i);
      int touched =
          cell < transfers
              ? cell / machines
              : cell < waits
                  ? (cell - transfers) / machines
                  : cell < timed ? (cell - waits) / latencies : -1;
      if (touched >= 0 && stamp[touched] != now) {
        stamp[touched] = now;
        measure(touched);
      }
    }
  }

  private void measure(int s) {
    double compute = 0;
    double move = 0;
    double squares = 0;
    for (int m = 0, i = s * machines; m < machines; m++, i++) {
      if (!hasLate || cells[due + m] > 0) {
        double each = cells[i];
        compute = Math.max(compute, each);
        squares += each * each;
        move = Math.max(move, cells[transfers + i]);
      }
    }
    charge(machines / 4);
    for (int l = latencies - 1; l >= 0; l--) {
      if (cells[waits + s * latencies + l] > 0) {
        move += problem.ways.latencies()[l];
        break;
      }
    }
    double even = Math.sqrt(squares);
    add(unit, compute + move - cells[lengths + s]);
    add(norm, even - cells[norms + s]);
    put(lengths + s, compute + move);
    put(norms + s, even);
  }

  @Override
  void recount() {
    now++;
    for (int s = 0; s < slices; s++) {
      measure(s);
    }
    cells[unit] = Arrays.stream(cells, lengths, norms).sum();
    cells[norm] = Arrays.stream(cells, norms, unit).sum();
    keep();
  }

  private double free() {
    double most = 0;
    for (int m = 0; hasTimed && m < machines; m++) {
      if (cells[due + m] > 0) {
        most = Math.max(most, cells[timed + m]);
      }
    }
    return 1 - most;
  }

  @Override
  double seconds() {
    double free = free();
    return cells[bad] > 0 || free <= 0 ? Double.POSITIVE_INFINITY : Math.max(0, cells[unit]) / free;
  }

  @Override
  double cost() {
    double free = free();
    return cells[bad] > 0 || free <= 0
        ? Double.POSITIVE_INFINITY
        : Math.log(Math.max(Double.MIN_NORMAL, cells[unit] + SMOOTH * cells[norm]) / free);
  }

  @Override
  double[] balanced(int calculation, int[] set) {
    int size = set.length;
    var free = new double[size];
    var busy = new double[size];
    var seconds = new double[size];
    int row = slice(calculation) * machines;
    double often = problem.perUnit[calculation] + problem.perSecond[calculation];
    Arrays.fill(free, 1);
    for (int i = 0; i < size; i++) {
      int m = set[i];
      seconds[i] = problem.seconds[calculation][m] * often;
      double own = problem.seconds[calculation][m] * problem.perUnit[calculation];
      busy[i] = Math.max(0, cells[row + m] - own * shareOn(calculation, m));
    }
    return Shares.of(free, busy, seconds, seconds);
  }

  /** What a machine that somebody waits for does in all slices, in seconds of every unit. */
  double busy(int m) {
    double sum = 0;
    if (cells[due + m] > 0) {
      for (int s = 0; s < slices; s++) {
        sum += cells[s * machines + m] + cells[transfers + s * machines + m];
      }
    }
    return sum;
  }

  /** What it does in every second. */
  double timed(int m) {
    return cells[due + m] > 0 ? cells[timed + m] : 0;
  }

  /** The machine that computes longest in a slice. */
  int longest(int s) {
    int longest = 0;
    for (int m = 1; m < machines; m++) {
      if (cells[s * machines + m] > cells[s * machines + longest]) {
        longest = m;
      }
    }
    return longest;
  }

  /** The earliest slice in which a calculation may be on one machine. */
  int earliest(int calculation, int machine) {
    int first = 0;
    for (int edge : problem.inputs[calculation]) {
      int from = problem.from[edge];
      if (!problem.edgeLate[edge] && on[from].length > 0) {
        first = Math.max(first, slice(from) + (only(from) == machine ? 0 : 1));
      }
    }
    return first;
  }

  /** The latest slice in which it may be there. */
  int latest(int calculation, int machine) {
    int last = slices - 1;
    for (int edge : problem.incident[calculation]) {
      int to = problem.to[edge];
      if (to != calculation && !problem.edgeLate[edge] && on[to].length > 0) {
        last = Math.min(last, slice(to) - (only(to) == machine ? 0 : 1));
      }
    }
    return last;
  }
}
