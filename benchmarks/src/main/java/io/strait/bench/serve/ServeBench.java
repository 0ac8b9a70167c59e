package io.strait.bench.serve;

import io.strait.bench.Command;
import io.strait.bench.Memory;
import io.strait.bench.Processor;
import io.strait.bench.TextTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What watching costs. A run of a million tasks, unwatched and watched in turn; a plan whose
 * sliders move; and the dashboard of Dask. What is compared is CPU time of the process that leads,
 * because the time on the clock depends on what else these few cores do; both are shown.
 *
 * <p>{@code ./bench serve [run] [plan] [dask]} measures only what is named.
 */
public final class ServeBench {
  private static final int PAIRS = 2;
  private static final int VIEWERS = 20;

  private final Path folder;
  private final TextTable table = new TextTable("what", "is", "goal");
  private final List<String> ratios = new ArrayList<>();

  private ServeBench(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    Locale.setDefault(Locale.ROOT);
    var parts = args.length == 0 ? List.of("run", "plan", "dask") : List.of(args);
    var bench = new ServeBench(Files.createTempDirectory("strait-serve"));
    var before = Processor.Ticks.now();
    try {
      if (parts.contains("run")) {
        bench.runs();
      }
      if (parts.contains("plan")) {
        bench.plans();
      }
      if (parts.contains("dask")) {
        bench.dask();
      }
    } finally {
      Command.call(List.of("rm", "-rf", bench.folder.toString()));
    }
    System.out.printf(
        "%d cores, %.0f %% of their time taken by other machines%n%n%s%n",
        Runtime.getRuntime().availableProcessors(),
        100 * before.takenUntil(Processor.Ticks.now()),
        bench.table);
    bench.ratios.forEach(System.out::println);
    System.exit(0);
  }

  private static double median(List<Double> values) {
    var sorted = values.stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }

  private static void say(String what) {
    System.err.println("serve: " + what);
  }

  private void runs() throws IOException, InterruptedException {
    MillionTasks.write(folder, MillionTasks.WORKERS, MillionTasks.TASKS);
    Files.createDirectories(folder.resolve("runs"));
    var alone = new ArrayList<MillionTasks.Cost>();
    var watched = new ArrayList<MillionTasks.Cost>();
    var serving = OurProcess.serving(List.of("serve", folder.resolve("runs").toString()));
    try (var server = serving.process()) {
      var pages = Pages.enter(serving);
      for (int pair = 1; pair <= PAIRS; pair++) {
        // Which of them is first changes, as the machine does.
        if (pair % 2 == 1) {
          alone.add(run("alone-" + pair));
        }
        watched.add(watched("watched-" + pair, pages, pair == 1));
        if (pair % 2 == 0) {
          alone.add(run("alone-" + pair));
        }
      }
      var memory = Memory.Resident.of(server.pid());
      table.add(
          "memory of strait serve after %d runs of 1,000,000 tasks".formatted(PAIRS),
          "%s, at most %s".formatted(Memory.text(memory.now()), Memory.text(memory.peak())),
          "bounded");
      table.add("CPU of strait serve for them", "%.1f s".formatted(server.cpu()), "");
    }
    double cpu = median(alone.stream().map(MillionTasks.Cost::cpu).toList());
    compare("strait serve", cpu, alone, watched);
    browsed();
    compare("run --serve", cpu, alone, List.of(served()));
  }

  private void compare(
      String what, double cpu, List<MillionTasks.Cost> alone, List<MillionTasks.Cost> watched) {
    double with = median(watched.stream().map(MillionTasks.Cost::cpu).toList());
    double rate = median(alone.stream().map(MillionTasks.Cost::rate).toList());
    double rateWith = median(watched.stream().map(MillionTasks.Cost::rate).toList());
    boolean isApart = watched.size() > 1;
    table.add(
        "CPU of the master for a task, unwatched over watched, " + what,
        "%.2f (%.1f µs, %.1f µs)".formatted(cpu / with, cpu, with),
        isApart ? "above 0.98" : "none, the pages are in it");
    table.add(
        "rate on the clock, watched over unwatched, " + what,
        "%.2f (%,.0f/s, %,.0f/s)".formatted(rateWith / rate, rateWith, rate),
        "none, neighbours are in it");
    ratios.add(
        "serve %s: watched %.2f us, unwatched %.2f us, ratio %.3f (goal %s)"
            .formatted(what, with, cpu, cpu / with, isApart ? "0.98" : "none"));
  }

  private MillionTasks.Cost run(String name) throws IOException, InterruptedException {
    try (var run = MillionTasks.start(folder, name, false)) {
      var cost = run.end();
      say("%s: %.2f µs of CPU a task, %,.0f tasks/s".formatted(name, cost.cpu(), cost.rate()));
      return cost;
    }
  }

  /**
   * A run with viewers.
   *
   * @param isOneStuck whether one of them reads nothing
   */
  private MillionTasks.Cost watched(String name, Pages pages, boolean isOneStuck)
      throws IOException, InterruptedException {
    try (var run = MillionTasks.start(folder, name, false)) {
      var viewers = new Viewers(pages, name, VIEWERS);
      try (viewers) {
        var stuck = isOneStuck ? viewers.stuck() : null;
        var cost = run.end();
        viewers.awaitOver();
        say(
            "%s: %.2f µs of CPU a task, %,.0f tasks/s, %,.0f bytes/s a viewer"
                .formatted(name, cost.cpu(), cost.rate(), viewers.rate()));
        if (stuck != null) {
          table.add(
              "bytes per second of each of 20 viewers", "%,.0f".formatted(viewers.rate()), "");
          table.add("a viewer that reads nothing", stuck.toString(), "dropped, others go on");
        }
        return cost;
      }
    }
  }

  private MillionTasks.Cost served() throws IOException, InterruptedException {
    try (var run = MillionTasks.start(folder, "served", true);
        var _ = new Viewers(Pages.enter(run.pages()), "served", VIEWERS)) {
      var cost = run.end();
      say("--serve: %.2f µs of CPU a task, %,.0f tasks/s".formatted(cost.cpu(), cost.rate()));
      return cost;
    }
  }

  /** A browser that watches a run; apart, because it takes most of a core. */
  private void browsed() throws IOException, InterruptedException {
    @Nullable Chromium chromium = Chromium.open();
    if (chromium == null) {
      say("no Chromium here, its page is left out");
      return;
    }
    try (chromium;
        var run = MillionTasks.start(folder, "browsed", false)) {
      var serving = OurProcess.serving(List.of("serve", folder.resolve("runs").toString()));
      try (var _ = serving.process()) {
        var opening = chromium.show(serving.link() + "&to=/run/browsed");
        run.end();
        var blocked = chromium.blocked();
        table.add("longest task of the page's main thread, opening it", opening.toString(), "");
        table.add("longest task of the page's main thread, then", blocked.toString(), "50 ms");
        say("the page says: " + chromium.text("#headline"));
      }
    }
  }

  private void plans() throws IOException, InterruptedException {
    var times = WhatIf.measure(folder);
    for (int i = 0; i < times.length; i++) {
      var what = i == 0 ? "while a slider moves" : "when it rests, rehearsed";
      table.add(
          "a plan of %,d hosts %s: median, 95 %%, CPU".formatted(WhatIf.HOSTS, what),
          times[i].toString(),
          "50 ms");
      ratios.add(
          "serve plan %s: median %.1f ms (goal 50)"
              .formatted(what, times[i].millis()[times[i].millis().length / 2]));
    }
  }

  private void dask() throws IOException, InterruptedException {
    @Nullable Chromium chromium = Chromium.open();
    if (chromium == null) {
      say("no Chromium here, Dask is left out");
      return;
    }
    try (chromium) {
      DaskPeer.measure(chromium, table, ratios);
    }
  }
}
