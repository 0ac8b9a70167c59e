package io.strait.program.schedule;

import io.strait.program.file.DataFlow;
import java.util.Arrays;
import java.util.List;

/**
 * Seconds of a unit that no placement can beat: the largest of
 *
 * <ul>
 *   <li>all calculations cut at will among the machines ({@link Fractional}), either with what
 *       nobody waits for, or without it and on one machine less, because a machine that only does
 *       what nobody waits for bounds nothing;
 *   <li>the longest calculation on the machine that suits it best, a split one on all machines;
 *   <li>in time slices that are free: the longest chain, and for every set of calculations that
 *       begin late and end early in chains, what comes before them, their work on all machines, and
 *       what comes after;
 *   <li>in given time slices: the sum of what these bounds say for each slice.
 * </ul>
 */
final class Bounds {
  private final Problem problem;

  /** The least seconds of each calculation in every unit; 0 if nobody waits for it. */
  final double[] least;

  /** The least seconds from the end of each calculation to the end of a unit. */
  final double[] tail;

  private final double[] head;

  Bounds(Problem problem) {
    this.problem = problem;
    int n = problem.calculations;
    this.least = new double[n];
    this.head = new double[n];
    this.tail = new double[n];
    for (int c = 0; c < n; c++) {
      least[c] = problem.late[c] ? 0 : alone(c) * problem.perUnit[c];
    }
    List<Integer> order = DataFlow.order(problem.flow.app());
    for (int c : order) {
      for (int edge : problem.inputs[c]) {
        int before = problem.from[edge];
        if (!problem.edgeLate[edge]) {
          head[c] = Math.max(head[c], head[before] + least[before]);
        }
      }
    }
    for (int c : order.reversed()) {
      for (int edge : problem.inputs[c]) {
        int before = problem.from[edge];
        if (!problem.edgeLate[edge]) {
          tail[before] = Math.max(tail[before], tail[c] + least[c]);
        }
      }
    }
  }

  /** The seconds of a calculation that has the machines for itself. */
  private double alone(int calculation) {
    double[] seconds = problem.seconds[calculation];
    var rates = Arrays.stream(problem.eligible[calculation]).mapToDouble(m -> seconds[m]);
    if (!problem.split[calculation]) {
      return rates.min().orElse(0);
    }
    double sum = rates.sorted().limit(problem.most).map(each -> 1 / each).sum();
    return 1 / sum;
  }

  /**
   * @param levels given time slices; empty where the search chooses them, or where there are none
   */
  double seconds(List<List<Integer>> levels) {
    if (!levels.isEmpty()) {
      double sum = 0;
      for (var level : levels) {
        var counted = new boolean[problem.calculations];
        level.forEach(c -> counted[c] = true);
        sum += among(counted);
      }
      return Math.max(sum, fractional(all()));
    }
    double most = Math.max(among(all()), 0);
    return problem.isThreaded ? most : Math.max(most, chains());
  }

  private boolean[] all() {
    var all = new boolean[problem.calculations];
    Arrays.fill(all, true);
    return all;
  }

  private double among(boolean[] counted) {
    double most = fractional(counted);
    for (int c = 0; c < counted.length; c++) {
      most = counted[c] ? Math.max(most, least[c]) : most;
    }
    return most;
  }

  private double fractional(boolean[] counted) {
    var due = counted.clone();
    boolean same = true;
    boolean any = false;
    for (int c = 0; c < due.length; c++) {
      due[c] &= problem.isDue(c);
      same &= due[c] == counted[c];
      any |= due[c];
    }
    if (!any) {
      return 0;
    }
    double with = new Fractional(problem, problem.most, counted).seconds();
    return same ? with : Math.min(with, new Fractional(problem, problem.most - 1, due).seconds());
  }

  /** The longest chain, and sets of calculations between chains. */
  private double chains() {
    int n = problem.calculations;
    double most = 0;
    for (int c = 0; c < n; c++) {
      most = Math.max(most, head[c] + least[c] + tail[c]);
    }
    double perWork = sharedPerWork();
    if (n > 2000 || !(perWork > 0)) {
      return most;
    }
    var byTail = new Integer[n];
    Arrays.setAll(byTail, i -> i);
    Arrays.sort(byTail, (a, b) -> Double.compare(tail[b], tail[a]));
    var heads = Arrays.stream(head).distinct().toArray();
    for (double first : heads) {
      double work = 0;
      for (int c : byTail) {
        if (head[c] >= first && !problem.late[c]) {
          work += least[c];
          most = Math.max(most, first + work * perWork + tail[c]);
        }
      }
    }
    return most;
  }

  /** The most of {@link #least} seconds that each machine does in a second. */
  double[] speeds() {
    var speeds = new double[problem.machines];
    for (int c = 0; c < problem.calculations; c++) {
      if (problem.late[c] || !(least[c] > 0)) {
        continue;
      }
      for (int m = 0; m < speeds.length; m++) {
        double seconds = problem.seconds[c][m] * problem.perUnit[c];
        if (problem.mayDo[c][m]) {
          speeds[m] = Math.max(speeds[m], least[c] / seconds);
        }
      }
    }
    return speeds;
  }

  /** The least seconds of a unit per second of {@link #least} work, all machines busy. */
  private double sharedPerWork() {
    var speeds = speeds();
    Arrays.sort(speeds);
    double sum = 0;
    for (int i = 0; i < problem.most; i++) {
      sum += speeds[speeds.length - 1 - i];
    }
    return sum > 0 ? 1 / sum : 0;
  }
}
