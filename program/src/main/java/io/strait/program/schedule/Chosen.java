package io.strait.program.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Sets of machines that a search may begin with, where it may not use all. */
final class Chosen {
  private final Problem problem;

  /** How fast each machine does everything. */
  private final double[] speed;

  Chosen(Problem problem) {
    this.problem = problem;
    this.speed = new double[problem.machines];
    for (int m = 0; m < speed.length; m++) {
      double all = 0;
      for (int c = 0; c < problem.calculations; c++) {
        all += problem.cost(c)[m] * (problem.perUnit[c] + problem.perSecond[c]);
      }
      speed[m] = all > 0 ? 1 / all : 1;
    }
  }

  /** Machines that a calculation must have. */
  boolean[] needed() {
    var needed = new boolean[problem.machines];
    for (int c = 0; c < problem.calculations; c++) {
      if (problem.eligible[c].length == 1) {
        needed[problem.eligible[c][0]] = true;
      }
      for (int m = 0; m < needed.length; m++) {
        needed[m] |= problem.mustDo[c][m];
      }
    }
    return needed;
  }

  /** All machines; or the fastest ones, and those of as few clusters as possible. */
  List<boolean[]> sets() {
    var sets = new ArrayList<boolean[]>();
    if (problem.most == problem.machines) {
      var all = new boolean[problem.machines];
      Arrays.fill(all, true);
      sets.add(all);
      return sets;
    }
    var fastest = filled(order(speed));
    if (fastest == null) {
      return sets;
    }
    sets.add(fastest);
    var clusters = new HashMap<Integer, Double>();
    var byCluster = new double[problem.machines];
    for (int m = 0; m < byCluster.length; m++) {
      byCluster[m] =
          clusters.computeIfAbsent(problem.machine[m].cluster(), this::fastest) + 1e-9 * speed[m];
    }
    var together = filled(order(byCluster));
    if (together != null && !Arrays.equals(together, fastest)) {
      sets.add(together);
    }
    return sets;
  }

  /** How fast as many machines of a cluster are as may be used. */
  private double fastest(int cluster) {
    var speeds =
        IntStream.range(0, problem.machines)
            .filter(each -> problem.machine[each].cluster() == cluster)
            .mapToDouble(each -> speed[each])
            .sorted()
            .toArray();
    return Arrays.stream(speeds).skip(Math.max(0, speeds.length - problem.most)).sum();
  }

  private int[] order(double[] value) {
    return IntStream.range(0, value.length)
        .boxed()
        .sorted((a, b) -> Double.compare(value[b], value[a]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Machines that are enough for what the app file places, and hardly more than that takes. */
  int enough() {
    return Problem.indexes(covering(order(speed))).length;
  }

  /** What must be there, then one machine for each calculation that has none, then the first. */
  private boolean @Nullable [] filled(int[] order) {
    var set = covering(order);
    int size = Problem.indexes(set).length;
    for (int i = 0; i < order.length && size < problem.most; i++) {
      if (!set[order[i]]) {
        set[order[i]] = true;
        size++;
      }
    }
    return size > problem.most ? null : set;
  }

  private boolean[] covering(int[] order) {
    var set = needed();
    for (int c = 0; c < problem.calculations; c++) {
      boolean has = false;
      for (int m : problem.eligible[c]) {
        has |= set[m];
      }
      for (int i = 0; i < order.length && !has; i++) {
        if (problem.mayDo[c][order[i]]) {
          set[order[i]] = true;
          has = true;
        }
      }
    }
    return set;
  }
}
