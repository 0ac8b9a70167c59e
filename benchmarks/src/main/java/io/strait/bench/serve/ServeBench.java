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
 * What watching costs. Runs of a million tasks, unwatched and watched in turn ({@link Turns}); a
 * plan whose sliders move; and the dashboard of Dask. What is compared is CPU time of the process
 * that leads, because the time on the clock depends on what else these few cores do; both are
 * shown.
 *
 * <p>{@code ./bench serve [run] [plan] [dask]} measures only what is named.
 */
public final class ServeBench {
  private static final int RUNS = 2;
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

  /** A row of the table, which is told at once: the whole takes a quarter of an hour. */
  private void row(String what, String is, String goal) {
    say(what + ": " + is);
    table.add(what, is, goal);
  }

  private static void say(String what) {
    System.err.println("serve: " + what);
  }

  private void runs() throws IOException, InterruptedException {
    MillionTasks.write(folder, MillionTasks.WORKERS, MillionTasks.TASKS);
    Files.createDirectories(folder.resolve("runs"));
    var turns = new Turns();
    var serving = OurProcess.serving(List.of("serve", folder.resolve("runs").toString()));
    try (var server = serving.process()) {
      var pages = Pages.enter(serving);
      for (int i = 1; i <= RUNS; i++) {
        inTurns("turns-" + i, pages, server, turns);
      }
      double before = server.cpu();
      watched("watched", pages);
      row("CPU of strait serve for one run", "%.1f s".formatted(server.cpu() - before), "");
      var memory = Memory.Resident.of(server.pid());
      row(
          "memory of strait serve after %d runs of 1,000,000 tasks".formatted(RUNS + 1),
          "%s, at most %s".formatted(Memory.text(memory.now()), Memory.text(memory.peak())),
          "bounded");
    }
    row("CPU of the master for a task, unwatched over watched", turns.cpu().toString(), "0.98");
    row(
        "rate on the clock, watched over unwatched; all share %d cores"
            .formatted(Runtime.getRuntime().availableProcessors()),
        turns.rate().toString(),
        "");
    ratios.add(
        "serve: unwatched %.2f us of the master for a task, ratio %.3f (goal 0.98)"
            .formatted(turns.unwatchedMicros(), turns.cpu().median()));
    browsed();
    var served = served();
    row(
        "CPU of the master for a task with run --serve, pages in it",
        "%.1f µs; unwatched %.1f µs".formatted(served.cpu(), turns.unwatchedMicros()),
        "");
  }

  /** A run whose viewers see something in every second turn alone. */
  private void inTurns(String name, Pages pages, OurProcess server, Turns turns)
      throws IOException, InterruptedException {
    try (var run = MillionTasks.start(folder, name, false);
        var _ = new Viewers(pages, name, VIEWERS)) {
      turns.follow(run, server);
      var cost = run.end();
      say(
          "%s: %.2f µs of CPU a task, %,.0f tasks/s, so far %s, rate %s"
              .formatted(name, cost.cpu(), cost.rate(), turns.cpu(), turns.rate()));
    }
  }

  /** A run with viewers, and one of them that reads nothing. */
  private void watched(String name, Pages pages) throws IOException, InterruptedException {
    try (var run = MillionTasks.start(folder, name, false)) {
      var viewers = new Viewers(pages, name, VIEWERS);
      try (viewers) {
        var stuck = viewers.stuck();
        var cost = run.end();
        viewers.awaitOver();
        say(
            "%s: %.2f µs of CPU a task, %,.0f tasks/s, %,.0f bytes/s a viewer"
                .formatted(name, cost.cpu(), cost.rate(), viewers.rate()));
        row(
            "bytes per second of each of %d viewers".formatted(VIEWERS),
            "%,.0f".formatted(viewers.rate()),
            "");
        row("a viewer that reads nothing", stuck.toString(), "10 to 20 s, others go on");
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
        row("longest task of the page's main thread, opening it", opening.toString(), "");
        row("longest task of the page's main thread, then", blocked.toString(), "50 ms");
        say("the page says: " + chromium.text("#headline"));
      }
    }
  }

  private void plans() throws IOException, InterruptedException {
    var times = WhatIf.measure(folder);
    for (int i = 0; i < times.length; i++) {
      var what =
          List.of("while a slider moves", "rehearsed, when it rests", "rehearsed, all at once")
              .get(i);
      row(
          "a plan of %,d hosts %s: median, 95 %%, CPU".formatted(WhatIf.HOSTS, what),
          times[i].toString(),
          i < 2 ? "50 ms" : "");
      ratios.add(
          "serve plan %s: median %.1f ms (goal %s)"
              .formatted(
                  what, times[i].millis()[times[i].millis().length / 2], i < 2 ? "50" : "none"));
    }
  }

  private void dask() throws IOException, InterruptedException {
    @Nullable Chromium chromium = Chromium.open();
    if (chromium == null) {
      say("no Chromium here, Dask is left out");
      return;
    }
    try (chromium) {
      DaskPeer.measure(folder, chromium, table, ratios);
    }
  }
}
