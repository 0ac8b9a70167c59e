package io.strait.program.schedule;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Branch and bound where calculations and transfers overlap. Loads only grow, so the fullest
 * resource of what is placed is a bound; so is all work that is due, placed or not, on all machines
 * that may still be used.
 */
final class ThreadBranch extends Branch {
  private final ThreadState threads;
  private final int[] order;
  private final double[] speed;
  private final Integer[] bySpeed;

  /** The work of calculations that are not placed at each depth and that somebody waits for. */
  private final double[] left;

  ThreadBranch(Problem problem, ThreadState state, Best best, int most, double cutoff, long limit) {
    super(problem, state, best, most, cutoff, limit);
    this.threads = state;
    this.speed =
        Arrays.stream(problem.machine)
            .mapToDouble(each -> each.cpuSpeed() * each.available() * each.cores())
            .toArray();
    this.bySpeed = IntStream.range(0, speed.length).boxed().toArray(Integer[]::new);
    Arrays.sort(bySpeed, Comparator.comparingDouble(m -> -speed[m]));
    this.order =
        IntStream.range(0, problem.calculations)
            .boxed()
            .sorted(
                Comparator.comparing((Integer c) -> problem.split[c])
                    .thenComparingDouble(c -> problem.split[c] ? 0 : -work(c)))
            .mapToInt(Integer::intValue)
            .toArray();
    this.left = new double[order.length + 1];
    for (int i = order.length - 1; i >= 0; i--) {
      left[i] = left[i + 1] + work(order[i]);
    }
  }

  private double work(int calculation) {
    return problem.isDue(calculation)
        ? problem.cpu[calculation][0] * speed[0] * problem.perUnit[calculation]
        : 0;
  }

  void run() {
    search(0, 0);
  }

  private void search(int depth, double seconds) {
    if (!goesOn(1)) {
      return;
    }
    if (depth == order.length) {
      if (best.offer(state, seconds)) {
        found();
      }
      return;
    }
    int mark = state.mark();
    spread(
        order[depth],
        () -> {
          double now = threads.seconds(mark, seconds);
          if (now < useless() && average(depth + 1) < useless()) {
            search(depth + 1, now);
          }
        });
  }

  private double average(int depth) {
    double capacity = 0;
    double work = left[depth];
    int fresh = machinesLeft();
    for (int m : bySpeed) {
      if (state.parts[m] > 0 || fresh-- > 0) {
        capacity += speed[m];
        if (threads.isDue(m)) {
          capacity -= threads.timed(m) * speed[m];
          work += threads.busy(m) * speed[m];
        }
      }
    }
    return work == 0 ? 0 : capacity <= 0 ? Double.POSITIVE_INFINITY : work / capacity;
  }

  @Override
  double[] shares(int calculation, int[] machines) {
    int size = machines.length;
    var free = new double[size];
    var busy = new double[size];
    var cpu = new double[size];
    var seconds = new double[size];
    double often = problem.perUnit[calculation] + problem.perSecond[calculation];
    for (int i = 0; i < size; i++) {
      int m = machines[i];
      free[i] = 1;
      for (int c = 0; c < problem.calculations; c++) {
        double load = problem.cpu[c][m] * state.shareOn(c, m);
        busy[i] += load * problem.perUnit[c];
        free[i] -= load * problem.perSecond[c];
      }
      cpu[i] = problem.cpu[calculation][m] * often;
      seconds[i] = problem.seconds[calculation][m] * often;
    }
    return Shares.of(free, busy, cpu, seconds);
  }
}
