package io.strait.program.schedule;

import java.util.Arrays;

/**
 * A placement whose times follow every change, and that can go back. All numbers stand in one array
 * of cells; a log keeps what they were.
 */
abstract class State {
  private static final int[] NOWHERE = {};
  private static final double[] NOTHING = {};
  private static final double[] ALL = {1};

  final Problem problem;

  /** The machines of each calculation's parts, and their shares. */
  final int[][] on;

  final double[][] share;

  /** The parts that each machine has. */
  final int[] parts;

  private int used;
  final double[] cells;
  private int[] logged = new int[256];
  private double[] was = new double[256];
  private int size;
  private int[] moved = new int[64];
  private int[][] wasOn = new int[64][];
  private double[][] hadShare = new double[64][];
  private int moves;
  private long work;

  State(Problem problem, int cells) {
    this.problem = problem;
    this.on = new int[problem.calculations][];
    this.share = new double[problem.calculations][];
    Arrays.fill(on, NOWHERE);
    Arrays.fill(share, NOTHING);
    this.parts = new int[problem.machines];
    this.cells = new double[cells];
  }

  /** Adds what a calculation costs where it is, or takes it away. */
  abstract void count(int calculation, int sign);

  /** The seconds of a unit at the best rate; infinite if the placement cannot be. */
  abstract double seconds();

  /** What a search makes small: like the logarithm of the seconds, but smooth. */
  abstract double cost();

  /** Numbers that were derived from cells have to follow them. */
  abstract void derive(int logFrom);

  /** Derives all such numbers anew, free of rounding. Forgets how to go back. */
  abstract void recount();

  /** The machine that has most to do; −1 if that says little. */
  int fullest() {
    return -1;
  }

  /** What else changes between taking a calculation away and putting it somewhere. */
  void settle(int calculation) {}

  /** Shares of a calculation on some machines that suit what else these do. */
  abstract double[] balanced(int calculation, int[] set);

  final double shareOn(int calculation, int machine) {
    for (int i = 0; i < on[calculation].length; i++) {
      if (on[calculation][i] == machine) {
        return share[calculation][i];
      }
    }
    return 0;
  }

  final void place(int calculation, int machine) {
    place(calculation, new int[] {machine}, ALL);
  }

  /** Moves a calculation. */
  final void place(int calculation, int[] machines, double[] shares) {
    int from = size;
    log(calculation);
    if (on[calculation].length > 0) {
      count(calculation, -1);
    }
    set(calculation, machines, shares);
    settle(calculation);
    if (machines.length > 0) {
      count(calculation, 1);
    }
    derive(from);
  }

  private void log(int calculation) {
    if (moves == moved.length) {
      moved = Arrays.copyOf(moved, 2 * moves);
      wasOn = Arrays.copyOf(wasOn, 2 * moves);
      hadShare = Arrays.copyOf(hadShare, 2 * moves);
    }
    moved[moves] = calculation;
    wasOn[moves] = on[calculation];
    hadShare[moves++] = share[calculation];
  }

  private void set(int calculation, int[] machines, double[] shares) {
    for (int machine : on[calculation]) {
      if (--parts[machine] == 0) {
        used--;
      }
    }
    on[calculation] = machines;
    share[calculation] = shares;
    for (int machine : machines) {
      if (parts[machine]++ == 0) {
        used++;
      }
    }
  }

  final void add(int cell, double value) {
    if (value != 0) {
      put(cell, cells[cell] + value);
    }
  }

  final void put(int cell, double value) {
    if (size == logged.length) {
      logged = Arrays.copyOf(logged, 2 * size);
      was = Arrays.copyOf(was, 2 * size);
    }
    work++;
    logged[size] = cell;
    was[size++] = cells[cell];
    cells[cell] = value;
  }

  final int logged(int index) {
    return logged[index];
  }

  /** Where the log of cells ends. */
  final int mark() {
    return size;
  }

  /** Where the log of moved calculations ends. */
  final int movesMark() {
    return moves;
  }

  /** Goes back to where both logs had a size. */
  final void undo(int mark, int movesMark) {
    while (size > mark) {
      size--;
      cells[logged[size]] = was[size];
    }
    while (moves > movesMark) {
      moves--;
      set(moved[moves], wasOn[moves], hadShare[moves]);
    }
  }

  /** Forgets how to go back. */
  final void keep() {
    size = 0;
    moves = 0;
  }

  /** The number of machines that do something. */
  final int used() {
    return used;
  }

  final void charge(int steps) {
    work += steps;
  }

  /** The changes of cells so far, which is what a search costs. */
  final long work() {
    return work;
  }

  /** Whether a calculation is on one machine only, and which; −1 if not. */
  final int only(int calculation) {
    return on[calculation].length == 1 ? on[calculation][0] : -1;
  }
}
