package io.strait.bench.program;

import io.strait.bench.Stopwatch;
import io.strait.bench.TextTable;
import io.strait.program.file.Overlap;
import io.strait.program.plan.Evaluation;
import io.strait.program.schedule.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Schedules of programs: how long the search takes and how far it stays from its bound, beside list
 * scheduling. Rates of both come from {@link Evaluation}. Times are CPU times of one thread.
 */
public final class ScheduleBench {
  private static final int[][] SIZES = {
    {8, 4}, {20, 5}, {50, 10}, {100, 25}, {200, 50}, {500, 100}, {1000, 200}
  };
  private static final long SEED = 7;

  private final TextTable table =
      new TextTable(
          "overlap",
          "calculations",
          "hosts",
          "time",
          "rate",
          "gap",
          "exact",
          "peer time",
          "peer rate");
  private final List<String> summary = new ArrayList<>();

  private ScheduleBench() {}

  public static void main(String[] args) {
    var bench = new ScheduleBench();
    for (var overlap : List.of(Overlap.THREADS, Overlap.NONE)) {
      for (int[] size : SIZES) {
        bench.run(overlap, size[0], size[1]);
      }
    }
    System.out.println(
        """
        time: CPU time of the search, best run; gap: how far the rate may be below the best one
        exact: the placement was proven to be best; peer: list scheduling (HEFT)
        """);
    System.out.println(bench.table);
    bench.summary.forEach(System.out::println);
  }

  private void run(Overlap overlap, int calculations, int hosts) {
    var name = overlap.name().toLowerCase(Locale.ROOT);
    System.err.printf("schedule: %s, %d on %d ...%n", name, calculations, hosts);
    var flow = RandomFlows.make(SEED, calculations, hosts, overlap);
    var all = IntStream.range(0, hosts).boxed().toList();
    var ours = Stopwatch.measureCpu(2, 100, 1.0, () -> Scheduler.best(flow, all, hosts));
    var peer = Stopwatch.measureCpu(2, 100, 0.5, () -> new ListSchedule(flow).placement());
    double rate = ours.result().evaluation().rate();
    double peerRate = Evaluation.of(flow, peer.result()).rate();
    table.add(
        name,
        "%,d".formatted(calculations),
        "%,d".formatted(hosts),
        Stopwatch.text(ours.best()),
        "%.4f/s".formatted(rate),
        "%.2f %%".formatted(100 * ours.result().gap()),
        ours.result().isExact() ? "yes" : "no",
        Stopwatch.text(peer.best()),
        "%.4f/s".formatted(peerRate));
    summary.add(
        String.format(
            Locale.ROOT,
            "schedule %s-%dx%d: ours %.4f/s, peer %.4f/s, ratio %.3f (goal 1)",
            name,
            calculations,
            hosts,
            rate,
            peerRate,
            rate / peerRate));
  }
}
