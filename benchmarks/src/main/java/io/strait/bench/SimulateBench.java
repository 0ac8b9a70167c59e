package io.strait.bench;

import static java.util.Objects.requireNonNull;

import io.strait.bench.BenchFarm.Load;
import io.strait.bench.SimGridPeer.Mode;
import io.strait.farm.simulate.FarmModel;
import io.strait.farm.simulate.FarmOutcome;
import io.strait.farm.simulate.FarmSimulation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Simulating farms, beside SimGrid: tasks per second of CPU time on one core, the building of the
 * model or platform included. Ours runs in a warm JVM; what a fresh one takes in all is shown, too.
 * Makespans must agree. Then what traces cost, makespans known from elsewhere, and farms of up to
 * 100,000 workers and 10,000,000 tasks.
 *
 * <p>{@code ./bench simulate SECONDS} lets the peer run longer than it may by default.
 */
public final class SimulateBench {
  private static final int[] WORKERS = {16, 100, 1_000, 10_000};
  private static final int[] TASKS = {1_000, 10_000, 100_000, 1_000_000};
  private static final int CLUSTERS = 10;

  private static final int[] SCALE_WORKERS = {1_000, 10_000, 100_000};
  private static final int[] SCALE_TASKS = {100_000, 1_000_000, 10_000_000};
  private static final int WORKERS_PER_CLUSTER = 100;

  /** From so many tasks on there are goals. */
  private static final int MANY_TASKS = 100_000;

  private static final double GOAL_RATIO = 10;
  private static final double GOAL_RATE = 2e6;
  private static final double GOAL_TRACES = 2;
  private static final double GOAL_MEMORY = 4L << 30;
  private static final double AGREE = 1e-6;
  private static final int DEFAULT_PEER_SECONDS = 20;

  private final @Nullable SimGridPeer peer;
  private final int peerSeconds;
  private final List<String> summary = new ArrayList<>();
  private final Map<String, Double> rates = new HashMap<>();
  private final TextTable table =
      new TextTable(
          "load",
          "workers",
          "tasks",
          "ours /s",
          "spread",
          "SimGrid /s",
          "mode",
          "ratio",
          "fresh JVM",
          "its RSS",
          "SimGrid RSS",
          "makespan s",
          "SimGrid");
  private boolean agree = true;

  private SimulateBench(@Nullable SimGridPeer peer, int peerSeconds) {
    this.peer = peer;
    this.peerSeconds = peerSeconds;
  }

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    if (args.length > 1) {
      fresh(args);
      return;
    }
    var peer = SimGridPeer.find();
    if (peer == null) {
      System.err.println("simulate: SimGrid is missing and cannot be installed: ours alone");
    }
    new SimulateBench(peer, args.length == 1 ? Integer.parseInt(args[0]) : DEFAULT_PEER_SECONDS)
        .run();
  }

  private void run() {
    warmUp();
    for (var load : Load.values()) {
      for (int workers : WORKERS) {
        cells(load, workers);
      }
    }
    System.out.printf(
        """
        Farms of %d clusters, no gateways, prefetch 1, hosts, tasks and gaps all different.
        light: 10 kB each way and 100 s of computing per task; heavy: 1 MB each way and 10 s
        /s: simulated tasks per second of CPU time, on one core, building the farm included; ours of
        this thread in a warm JVM, best run, spread = median over best; SimGrid of the process
        without the loading of libraries, the faster of two ways to write the program (contexts: %s)
        fresh JVM: CPU time of a process that does this one cell, start and compiler included
        <: SimGrid was stopped after %d s of CPU time; in parentheses: it was not run, the rate is
        that of the row above, the time follows from it
        """,
        CLUSTERS, peer == null ? "-" : peer.factory(), peerSeconds);
    System.out.println(table);
    known();
    traces();
    scale();
    flat();
    summary.forEach(System.out::println);
    if (!agree) {
      System.err.println("simulate: makespans differ, see the tables");
      System.exit(1);
    }
  }

  private void warmUp() {
    System.err.println("simulate: warming up ...");
    for (int i = 0; i < 3; i++) {
      for (var load : Load.values()) {
        for (int workers : WORKERS) {
          Stopwatch.measureCpu(
              1, 100, 0.1, () -> FarmSimulation.run(model(load, workers, 20_000)).makespan());
        }
      }
    }
  }

  private static FarmModel model(Load load, int workers, int tasks) {
    return BenchFarm.model(load, workers, CLUSTERS, tasks, false);
  }

  /** All numbers of tasks for a load and a number of workers. */
  private void cells(Load load, int workers) {
    Comparison last = null;
    for (int tasks : TASKS) {
      System.err.printf("simulate: %s, %,d workers, %,d tasks ...%n", load, workers, tasks);
      var ours =
          Stopwatch.measureCpu(
              3, 1000, 0.6, () -> FarmSimulation.run(model(load, workers, tasks)).makespan());
      var fresh = Fresh.start(load, workers, CLUSTERS, tasks, false);
      last = compare(load, workers, tasks, last);
      double rate = tasks / ours.best();
      rates.put(load + " " + workers + " " + tasks, rate);
      var run = last.run;
      boolean same = run == null || isSame(ours.result(), run.makespan());
      agree &= same && isSame(ours.result(), fresh.makespan);
      table.add(
          load.toString(),
          "%,d".formatted(workers),
          "%,d".formatted(tasks),
          rate(rate),
          "%.0f %%".formatted(100 * ours.spread()),
          last.rate(tasks),
          last.mode == null ? "-" : last.mode.name().toLowerCase(Locale.ROOT),
          last.ratio(rate),
          Stopwatch.text(fresh.cpuSeconds),
          Memory.text(fresh.resident),
          run == null ? "-" : "%,.0f MiB".formatted(run.megabytes()),
          "%.6f".formatted(ours.result()),
          run == null ? "-" : same ? "agrees" : "DIFFERS: " + run.makespan());
      if (tasks >= MANY_TASKS) {
        summary.add(
            "simulate %s-%d-workers-%d-tasks: ours %s tasks/s, peer %s%s, ratio %s (goal %.0f)"
                .formatted(
                    load,
                    workers,
                    tasks,
                    rate(rate),
                    last.rate(tasks),
                    last.skipped ? " not run" : " tasks/s",
                    last.ratio(rate),
                    GOAL_RATIO));
      }
    }
  }

  /**
   * Runs the peer: both modes while that is quick, then the faster one; not at all where the run
   * before, with a tenth of the tasks, says that it takes too long.
   */
  private Comparison compare(Load load, int workers, int tasks, @Nullable Comparison before) {
    if (peer == null) {
      return new Comparison(null, null, Double.NaN, false, false);
    }
    double expected = before == null ? 0 : tasks / before.tasksPerSecond;
    if (before != null && (before.skipped || expected > 1.5 * peerSeconds)) {
      return new Comparison(null, null, before.tasksPerSecond, before.stopped, true);
    }
    var modes =
        before == null || before.mode == null || expected < 2
            ? List.of(Mode.values())
            : List.of(before.mode);
    var arguments = BenchFarm.arguments(load, workers, CLUSTERS, tasks);
    var best =
        IntStream.range(0, expected < 0.5 ? 3 : 1)
            .boxed()
            .flatMap(i -> modes.stream())
            .map(mode -> peer.run(mode, arguments, peerSeconds))
            .filter(Objects::nonNull)
            .min(Comparator.comparingDouble(SimGridPeer.Run::seconds));
    return best.map(run -> new Comparison(run, run.mode(), tasks / run.seconds(), false, false))
        .orElseGet(
            () ->
                new Comparison(null, modes.getFirst(), (double) tasks / peerSeconds, true, false));
  }

  /**
   * What the peer made of a cell.
   *
   * @param tasksPerSecond its rate, a bound where it was stopped, that of the cell before where it
   *     was skipped
   */
  private record Comparison(
      SimGridPeer.@Nullable Run run,
      @Nullable Mode mode,
      double tasksPerSecond,
      boolean stopped,
      boolean skipped) {

    String rate(int tasks) {
      if (Double.isNaN(tasksPerSecond)) {
        return "missing";
      }
      String text = (stopped ? "< " : "") + SimulateBench.rate(tasksPerSecond);
      return skipped
          ? "(%s: %s%s)"
              .formatted(text, stopped ? "> " : "", Stopwatch.text(tasks / tasksPerSecond))
          : text;
    }

    String ratio(double ours) {
      if (Double.isNaN(tasksPerSecond)) {
        return "-";
      }
      return (skipped ? "about " : "")
          + (stopped ? "> " : "")
          + Stopwatch.digits(ours / tasksPerSecond);
    }
  }

  private void known() {
    var known = new TextTable("farm", "ours s", "known s", "SimGrid s", "tasks per cluster", "");
    for (var farm : BenchFarm.known()) {
      var outcome = FarmSimulation.run(farm.model());
      var run = peer == null ? null : peer.run(Mode.SLOTS, farm.arguments(), peerSeconds);
      boolean same =
          isSame(outcome.makespan(), farm.makespan())
              && (run == null || isSame(outcome.makespan(), run.makespan()))
              && (farm.tasks().length == 0
                  || Arrays.equals(farm.tasks(), farm.perCluster(outcome.tasksOf())));
      agree &= same;
      known.add(
          farm.name(),
          "%.6f".formatted(outcome.makespan()),
          "%.6f".formatted(farm.makespan()),
          run == null ? "-" : "%.6f".formatted(run.makespan()),
          Arrays.toString(farm.perCluster(outcome.tasksOf())),
          same ? "agree" : "DIFFER");
    }
    System.out.println(known);
  }

  /** A run with and without a trace in a file. */
  private void traces() {
    System.err.println("simulate: traces ...");
    var model = model(Load.LIGHT, 1_000, 1_000_000);
    try {
      var path = Files.createTempFile("strait-bench", ".trace");
      try {
        Supplier<FarmOutcome> traced =
            () -> {
              try (var trace = new TraceFile(path)) {
                return FarmSimulation.run(model, trace);
              }
            };
        var with = Stopwatch.measureCpu(5, 20, 2, traced);
        var without = Stopwatch.measureCpu(5, 20, 1, () -> FarmSimulation.run(model));
        agree &= isSame(with.result().makespan(), without.result().makespan());
        summary.add(
            "simulate traces-to-a-file-of-%d-MiB: ours %s, peer %s (ours without), ratio %s (goal below %.0f)"
                .formatted(
                    Files.size(path) >> 20,
                    Stopwatch.text(with.best()),
                    Stopwatch.text(without.best()),
                    Stopwatch.digits(with.best() / without.best()),
                    GOAL_TRACES));
      } finally {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void scale() {
    var scale =
        new TextTable(
            "gateways", "workers", "clusters", "tasks", "CPU time", "ns per task", "events");
    for (boolean gateways : new boolean[] {false, true}) {
      for (int workers : SCALE_WORKERS) {
        int clusters = workers / WORKERS_PER_CLUSTER;
        double first = 0;
        double last = 0;
        for (int tasks : SCALE_TASKS) {
          System.err.printf(
              "simulate: scale, %,d workers, %,d tasks%s ...%n",
              workers, tasks, gateways ? ", gateways" : "");
          var measured =
              Stopwatch.measureCpu(
                  1,
                  10,
                  0.6,
                  () ->
                      FarmSimulation.run(
                          BenchFarm.model(Load.LIGHT, workers, clusters, tasks, gateways)));
          first = first == 0 ? measured.best() : first;
          last = measured.best();
          scale.add(
              gateways ? "yes" : "no",
              "%,d".formatted(workers),
              "%,d".formatted(clusters),
              "%,d".formatted(tasks),
              Stopwatch.text(measured.best()),
              "%.0f".formatted(measured.best() / tasks * 1e9),
              "%,d".formatted(measured.result().events()));
        }
        double times = (double) SCALE_TASKS[SCALE_TASKS.length - 1] / SCALE_TASKS[0];
        summary.add(
            "simulate growth-%d-workers%s: ours %s times the time for %.0f times the tasks, peer -, ratio %s (goal about 1 or below)"
                .formatted(
                    workers,
                    gateways ? "-gateways" : "",
                    Stopwatch.digits(last / first),
                    times,
                    Stopwatch.digits(last / first / times)));
      }
      int most = SCALE_WORKERS[SCALE_WORKERS.length - 1];
      int mostTasks = SCALE_TASKS[SCALE_TASKS.length - 1];
      var fresh = Fresh.start(Load.LIGHT, most, most / WORKERS_PER_CLUSTER, mostTasks, gateways);
      summary.add(
          "simulate scale-%d-workers-%d-tasks%s: ours %s of CPU and %s in a fresh JVM, peer -, ratio %s (goal minutes, ratio below 1 of 4 GiB)"
              .formatted(
                  most,
                  mostTasks,
                  gateways ? "-gateways" : "",
                  Stopwatch.text(fresh.cpuSeconds),
                  Memory.text(fresh.resident),
                  Stopwatch.digits(fresh.resident / GOAL_MEMORY)));
    }
    System.out.println(scale);
  }

  /** Whether more workers make it slower. */
  private void flat() {
    int tasks = TASKS[TASKS.length - 1];
    for (var load : Load.values()) {
      double few = requireNonNull(rates.get(load + " " + WORKERS[0] + " " + tasks));
      int most = WORKERS[WORKERS.length - 1];
      double many = requireNonNull(rates.get(load + " " + most + " " + tasks));
      summary.add(
          "simulate %s-flat: ours %s tasks/s with %d workers, peer %s with %d (ours), ratio %s (goal 0.8, and %s at both ends)"
              .formatted(
                  load,
                  rate(many),
                  most,
                  rate(few),
                  WORKERS[0],
                  Stopwatch.digits(many / few),
                  rate(GOAL_RATE)));
    }
  }

  /** What one cell takes in a JVM of its own. */
  private record Fresh(double makespan, double cpuSeconds, long resident) {
    static Fresh start(Load load, int workers, int clusters, int tasks, boolean gateways) {
      var output =
          Command.call(
              List.of(
                  ProcessHandle.current().info().command().orElse("java"),
                  "-Xmx4g",
                  "-XX:+UseSerialGC",
                  "-cp",
                  System.getProperty("java.class.path"),
                  SimulateBench.class.getName(),
                  load.name(),
                  "" + workers,
                  "" + clusters,
                  "" + tasks,
                  "" + gateways));
      if (output.status() != 0) {
        throw new IllegalStateException("a fresh JVM failed with status " + output.status());
      }
      var words = output.text().strip().split(" ", -1);
      return new Fresh(
          Double.parseDouble(words[0]), Double.parseDouble(words[1]), Long.parseLong(words[2]));
    }
  }

  /** Runs one cell and prints what {@link Fresh} reads. */
  private static void fresh(String[] args) {
    var model =
        BenchFarm.model(
            Load.valueOf(args[0]),
            Integer.parseInt(args[1]),
            Integer.parseInt(args[2]),
            Integer.parseInt(args[3]),
            Boolean.parseBoolean(args[4]));
    double makespan = FarmSimulation.run(model).makespan();
    double cpu =
        ProcessHandle.current().info().totalCpuDuration().map(d -> d.toNanos() / 1e9).orElse(-1.0);
    System.out.println(makespan + " " + cpu + " " + Memory.peakResidentBytes());
  }

  private static boolean isSame(double a, double b) {
    return Math.abs(a - b) <= AGREE * Math.abs(b);
  }

  private static String rate(double perSecond) {
    return "%,.0f k".formatted(perSecond / 1e3);
  }
}
