package io.strait.bench.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs that are watched and unwatched in turn. What a task costs depends more on what else a
 * machine does than on viewers; so turns are short, and all watched ones of a run are compared with
 * all unwatched ones: a master takes tasks in bursts, which a single turn may miss. When unwatched,
 * the server of the pages is stopped by a signal.
 */
final class Turns {
  private static final long TURN_MILLIS = 2_000;

  /** Turns at the beginning in which the master's code is still being compiled. */
  private static final int WARMUPS = 4;

  /** What a run did in all turns of one sort. */
  private static final class Sum {
    private double cpu;
    private double tasks;
    private double seconds;

    double micros() {
      return 1e6 * cpu / tasks;
    }

    double rate() {
      return tasks / seconds;
    }
  }

  private final List<Double> cpu = new ArrayList<>();
  private final List<Double> rate = new ArrayList<>();
  private double unwatchedMicros = Double.NaN;

  /** Lets a run go on to its end, with the server stopped in every second turn. */
  void follow(MillionTasks run, OurProcess server) throws IOException, InterruptedException {
    var unwatched = new Sum();
    var watched = new Sum();
    try {
      var before = run.sample();
      for (int turn = 0; run.isOn(); turn++) {
        boolean isWatched = turn % 2 == 1;
        server.signal(isWatched ? "CONT" : "STOP");
        Thread.sleep(TURN_MILLIS);
        var now = run.sample();
        if (turn >= WARMUPS && run.isOn() && now.tasks() < MillionTasks.TASKS) {
          var sum = isWatched ? watched : unwatched;
          sum.cpu += now.cpu() - before.cpu();
          sum.tasks += now.tasks() - before.tasks();
          sum.seconds += now.seconds() - before.seconds();
        }
        before = now;
      }
    } finally {
      server.signal("CONT");
    }
    if (watched.tasks > 0 && unwatched.tasks > 0) {
      cpu.add(unwatched.micros() / watched.micros());
      rate.add(watched.rate() / unwatched.rate());
      unwatchedMicros = unwatched.micros();
    }
  }

  /** Unwatched over watched: CPU of the master for a task. */
  Spread cpu() {
    return Spread.of(cpu);
  }

  /** Watched over unwatched: tasks per second. */
  Spread rate() {
    return Spread.of(rate);
  }

  /** Microseconds for a task, in the unwatched turns of the last run. */
  double unwatchedMicros() {
    return unwatchedMicros;
  }

  /** Values that should be one, and are not, because a machine is never quiet. */
  record Spread(int count, double least, double median, double most) {
    static Spread of(List<Double> values) {
      var sorted = values.stream().sorted().toList();
      return sorted.isEmpty()
          ? new Spread(0, Double.NaN, Double.NaN, Double.NaN)
          : new Spread(
              sorted.size(), sorted.getFirst(), sorted.get(sorted.size() / 2), sorted.getLast());
    }

    @Override
    public String toString() {
      return "%.3f (%d runs: %.3f to %.3f)".formatted(median, count, least, most);
    }
  }
}
