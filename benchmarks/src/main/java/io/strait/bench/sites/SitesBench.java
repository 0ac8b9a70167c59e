package io.strait.bench.sites;

import io.strait.bench.Command;
import io.strait.bench.TextTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Farms on two real Slurm clusters behind gaps of 50 ms: how long it takes from Enter to the first
 * task, and how busy workers are with tasks of 1 s and 10 s, beside arrays of {@code sbatch} of the
 * same tasks in the same Slurm. As root, because the clusters are namespaces of this machine.
 */
public final class SitesBench {
  /** Two sites, two nodes each, four cores each. */
  private static final int SLOTS = 16;

  private static final List<String> SITES = List.of("east", "west");

  private final Path folder;
  private final Path sites;

  private SitesBench(Path folder) {
    this.folder = folder;
    this.sites = folder.resolve("lab-sites");
  }

  public static void main(String[] args) throws Exception {
    Locale.setDefault(Locale.ROOT);
    var bench = new SitesBench(Files.createTempDirectory("strait-sites"));
    try {
      if (bench.sites("up").status() != 0) {
        System.err.println("bench: the sites did not come up; expected root on Debian");
        System.exit(1);
      }
      bench.starts();
      bench.utilisation();
    } finally {
      bench.sites("down");
      Command.call(List.of("rm", "-rf", bench.folder.toString()));
    }
  }

  private Command.Output sites(String order, String... more) {
    var command = new ArrayList<>(List.of("tools/sites", order, sites.toString()));
    command.addAll(List.of(more));
    return Command.call(command);
  }

  /**
   * A farm at the sites.
   *
   * @param name of its folder
   * @param pilots in all
   */
  private RunTimes run(String name, int pilots, int tasks, double seconds) throws IOException {
    var place = Files.createDirectories(folder.resolve(name));
    int here = Math.ceilDiv(pilots, 2);
    var clusters = new StringBuilder();
    var links = new StringBuilder();
    for (var site : SITES) {
      int count = site.equals(SITES.getFirst()) ? here : pilots - here;
      if (count > 0) {
        clusters.append(
            "  %s:\n    start: {ssh: %s-login, slurm: {partition: batch}}\n    hosts: [{name: %s-, count: %d, rate: %s/s}]\n"
                .formatted(site, site, site, count, 1 / seconds));
        links.append(
            "  - {between: [home, %s], bandwidth: 20 MB/s, latency: 50 ms, duplex: full}\n"
                .formatted(site));
      }
    }
    Files.writeString(
        place.resolve("grid.yaml"),
        "grid: sites\nhome: home\nclusters:\n  home: {hosts: [{name: laptop, role: master}]}\n%slinks:\n%s"
            .formatted(clusters, links));
    Files.writeString(
        place.resolve("app.yaml"),
        """
        app: sleep
        kind: farm
        tasks: %d
        input: 10 B
        output: 10 B
        reduce: concat
        run: {command: "sleep %s && echo {id}"}
        """
            .formatted(tasks, seconds));
    var run = place.resolve("run");
    long began = System.currentTimeMillis();
    var output =
        sites(
            "at",
            "laptop",
            Path.of("strait").toAbsolutePath().toString(),
            "run",
            place.toString(),
            "--folder",
            run.toString(),
            "--objective",
            "fastest",
            "--quiet");
    if (output.status() != 0) {
      throw new IllegalStateException("%s ended with code %d".formatted(name, output.status()));
    }
    return RunTimes.read(run, began);
  }

  private void starts() throws IOException {
    var table =
        new TextTable(
            "from Enter to the first task",
            "s",
            "start, plan",
            "ssh",
            "Strait, gateway",
            "queue",
            "worker");
    table.add(row("1 pilot, Strait not installed yet", run("cold", 1, 4, 0.2)));
    table.add(row("1 pilot", run("one", 1, 4, 0.2)));
    table.add(row("100 pilots on %d cores".formatted(SLOTS), run("hundred", 100, 400, 0.2)));
    System.out.println(table);
  }

  private static String[] row(String what, RunTimes times) {
    return new String[] {
      what,
      "%.1f".formatted(times.firstTask()),
      "%.1f".formatted(times.began()),
      "%.1f".formatted(times.connected() - times.began()),
      "%.1f".formatted(times.joined() - times.connected()),
      "%.1f".formatted(times.running() - times.joined()),
      "%.1f".formatted(times.firstTask() - times.running())
    };
  }

  private void utilisation() throws IOException {
    var table =
        new TextTable(
            "tasks", "of", "with", "s", "of the time busy", "from the first task to the last");
    for (double seconds : new double[] {1, 10}) {
      int tasks = SLOTS * (seconds < 5 ? 25 : 5);
      double busy = tasks * seconds / SLOTS;
      var ours = run("sleep" + seconds, SLOTS, tasks, seconds);
      table.add(
          "%d".formatted(tasks),
          "%.0f s".formatted(seconds),
          "strait run",
          "%.1f".formatted(ours.end()),
          "%.0f %%".formatted(100 * busy / ours.end()),
          "%.0f %%".formatted(100 * busy / (ours.end() - ours.firstTask())));
      double alone = arrays(tasks, seconds);
      table.add(
          "%d".formatted(tasks),
          "%.0f s".formatted(seconds),
          "sbatch --array",
          "%.1f".formatted(alone),
          "%.0f %%".formatted(100 * busy / alone),
          "");
    }
    System.out.println(table);
  }

  /** An array of jobs at each site; the seconds until none is left. */
  private double arrays(int tasks, double seconds) {
    long began = System.nanoTime();
    for (var site : SITES) {
      sites(
          "at",
          site + "-login",
          "sbatch",
          "--array=0-%d".formatted(tasks / SITES.size() - 1),
          "--output=/dev/null",
          "--chdir=/tmp",
          "--wrap=sleep %s".formatted(seconds));
    }
    for (var site : SITES) {
      while (!sites("at", site + "-login", "squeue", "-h").text().isBlank()) {
        try {
          Thread.sleep(100);
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    return 1e-9 * (System.nanoTime() - began);
  }
}
