package io.strait.bench.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One run that is watched and unwatched in turn. What a task costs depends more on what else a
 * machine does than on viewers; so turns are short, and every watched one is compared with the
 * unwatched ones before and after it. In those the server of the pages is stopped by a signal.
 */
final class Turns {
  private static final long TURN_MILLIS = 2_000;

  /** Turns at the beginning in which the master's code is still being compiled. */
  private static final int WARMUPS = 4;

  private final List<Double> cpu = new ArrayList<>();
  private final List<Double> rate = new ArrayList<>();
  private final List<Double> cpuOfPairs = new ArrayList<>();
  private final List<Double> rateOfPairs = new ArrayList<>();

  /** Lets a run go on to its end, with the server stopped in every second turn. */
  void follow(MillionTasks run, OurProcess server) throws IOException, InterruptedException {
    cpu.clear();
    rate.clear();
    try {
      var before = run.sample();
      for (int turn = 0; run.isOn(); turn++) {
        boolean isWatched = turn % 2 == 1;
        server.signal(isWatched ? "CONT" : "STOP");
        Thread.sleep(TURN_MILLIS);
        var now = run.sample();
        if (run.isOn() && now.tasks() < MillionTasks.TASKS) {
          cpu.add(1e6 * (now.cpu() - before.cpu()) / (now.tasks() - before.tasks()));
          rate.add((now.tasks() - before.tasks()) / (now.seconds() - before.seconds()));
        }
        before = now;
      }
    } finally {
      server.signal("CONT");
    }
    for (int turn = WARMUPS + 1; turn + 1 < cpu.size(); turn += 2) {
      cpuOfPairs.add((cpu.get(turn - 1) + cpu.get(turn + 1)) / 2 / cpu.get(turn));
      rateOfPairs.add(2 * rate.get(turn) / (rate.get(turn - 1) + rate.get(turn + 1)));
    }
  }

  /** Unwatched over watched: CPU of the master for a task. */
  Spread cpu() {
    return Spread.of(cpuOfPairs);
  }

  /** Watched over unwatched: tasks per second. */
  Spread rate() {
    return Spread.of(rateOfPairs);
  }

  /** Microseconds for a task, in the middle of the unwatched turns of the last run. */
  double unwatchedMicros() {
    var unwatched = new ArrayList<Double>();
    for (int turn = WARMUPS; turn < cpu.size(); turn += 2) {
      unwatched.add(cpu.get(turn));
    }
    return Spread.of(unwatched).median;
  }

  /** Values that should be one, and are not, because a machine is never quiet. */
  record Spread(int count, double least, double median, double most) {
    static Spread of(List<Double> values) {
      var sorted = values.stream().sorted().toList();
      return sorted.isEmpty()
          ? new Spread(0, Double.NaN, Double.NaN, Double.NaN)
          : new Spread(
              sorted.size(),
              sorted.get(sorted.size() / 4),
              sorted.get(sorted.size() / 2),
              sorted.get(sorted.size() * 3 / 4));
    }

    @Override
    public String toString() {
      return "%.3f (half of %d turns: %.3f to %.3f)".formatted(median, count, least, most);
    }
  }
}
