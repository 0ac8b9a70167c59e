package io.strait.bench.serve;

import io.strait.bench.Command;
import io.strait.kind.run.ControlClient;
import io.strait.kind.run.RunFolder;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A run of a million tasks that do nothing, on ten thousand workers of ten clusters. The master is
 * {@code strait run} in a process of its own; gateways and workers are real ones that share another
 * ({@link Crowd}): ten thousand processes, or threads, are too much for a small machine.
 */
final class MillionTasks implements AutoCloseable {
  static final int TASKS = 1_000_000;
  static final int WORKERS = 10_000;
  static final int CLUSTERS = 10;
  private static final int LONGEST_SECONDS = 400;

  private static final Pattern FINISHED = Pattern.compile("\"finished\"\\s*:\\s*(\\d+)");

  private final Path folder;
  private final String name;
  private final OurProcess master;
  private final OurProcess.@Nullable Serving pages;
  private final OurProcess crowd;
  private final double before;
  private long finished;

  /**
   * What a run took.
   *
   * @param cpu microseconds of the master's process for each task, from the first worker's coming
   * @param rate tasks per second from the first result to the last
   */
  record Cost(double cpu, double rate) {}

  private MillionTasks(
      Path folder, String name, OurProcess master, OurProcess.@Nullable Serving pages)
      throws IOException {
    this.folder = folder;
    this.name = name;
    this.master = master;
    this.pages = pages;
    this.before = master.cpu();
    this.crowd =
        OurProcess.start(
            List.of("-XX:+UseSerialGC", "-Xmx2g"),
            Crowd.class,
            folder.resolve(name + ".crowd"),
            Files.readString(folder.resolve(name + ".port")),
            folder.resolve(name + ".spools").toString());
  }

  static String cluster(int number) {
    return "c" + number;
  }

  /** Writes the grid and the app of all runs to a folder. */
  static void write(Path folder, int hosts, int tasks) throws IOException {
    var clusters = new StringBuilder();
    var links = new StringBuilder();
    clusters.append("  home: {hosts: [{name: m, role: master}]}\n");
    for (int c = 0; c < CLUSTERS; c++) {
      clusters.append(
          "  %1$s: {hosts: [{name: %1$s-, count: %2$d, rate: 20/s}]}\n"
              .formatted(cluster(c), hosts / CLUSTERS));
      links.append(
          "  - {between: [home, %s], bandwidth: %d MB/s, latency: 10 ms}\n"
              .formatted(cluster(c), 50 + 10 * c));
    }
    Files.writeString(
        folder.resolve("grid.yaml"),
        "grid: many\nhome: home\nclusters:\n%slinks:\n%s".formatted(clusters, links));
    Files.writeString(
        folder.resolve("app.yaml"),
        """
        app: nothing
        kind: farm
        tasks: %d
        input: 4 B
        output: 8 B
        reduce: sum long
        run: {class: '%s'}
        """
            .formatted(tasks, Crowd.TASKS));
  }

  /**
   * Starts a run; it begins to work at once.
   *
   * @param folder where its files are, and its own folder will be
   * @param isServed whether the process that runs it shows it
   */
  static MillionTasks start(Path folder, String name, boolean isServed)
      throws IOException, InterruptedException {
    int port;
    try (var socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    Files.writeString(folder.resolve(name + ".port"), Integer.toString(port));
    var runs = Files.createDirectories(folder.resolve("runs"));
    var args =
        new ArrayList<>(
            List.of(
                "run",
                folder.toString(),
                "--folder",
                runs.resolve(name).toString(),
                "--workers",
                "none",
                "--objective",
                "fastest",
                "--listen",
                "127.0.0.1:" + port,
                "--plaintext",
                "--quiet"));
    OurProcess.@Nullable Serving pages = null;
    OurProcess master;
    if (isServed) {
      args.add("--serve");
      pages = OurProcess.serving(args);
      master = pages.process();
    } else {
      master = OurProcess.strait(folder.resolve(name + ".said"), args);
    }
    while (master.isAlive() && !Files.exists(runs.resolve(name).resolve("control.json"))) {
      Thread.sleep(50);
    }
    return new MillionTasks(folder, name, master, pages);
  }

  String name() {
    return name;
  }

  /** The pages of a run that shows itself. */
  OurProcess.Serving pages() {
    if (pages == null) {
      throw new IllegalStateException("not served");
    }
    return pages;
  }

  /**
   * How far the run is, and what its master has used.
   *
   * @param seconds since any time
   */
  record Sample(double seconds, long tasks, double cpu) {}

  /** Asks the master; what it said before if it has ended. */
  Sample sample() throws IOException {
    double cpu = master.cpu();
    double seconds = 1e-9 * System.nanoTime();
    try {
      @Nullable String answer =
          ControlClient.ask(RunFolder.open(folder.resolve("runs").resolve(name)), "status");
      var found = FINISHED.matcher(String.valueOf(answer));
      finished = found.find() ? Long.parseLong(found.group(1)) : finished;
    } catch (ControlClient.Unreachable e) {
      finished = TASKS;
    }
    return new Sample(seconds, finished, cpu);
  }

  private Path events() {
    return folder.resolve("runs").resolve(name).resolve("events.tsv");
  }

  boolean isOn() {
    return master.isAlive();
  }

  /** Waits for its end. */
  Cost end() throws IOException, InterruptedException {
    if (!master.ends(LONGEST_SECONDS)) {
      throw new IOException(
          "run %s did not end well: %s"
              .formatted(name, Files.readString(folder.resolve(name + ".said"))));
    }
    double cpu = master.cpu() - before;
    long first = -1;
    long last = 0;
    long done = 0;
    long none = 0;
    try (var lines = Files.lines(events())) {
      for (var line : (Iterable<String>) lines.filter(each -> each.startsWith("f"))::iterator) {
        var cells = line.split("\t", -1);
        done = Long.parseLong(cells[2]);
        if (first < 0 && done > 0) {
          first = Long.parseLong(cells[1]);
          none = done;
        }
        last = Long.parseLong(cells[1]);
      }
    }
    if (done != TASKS) {
      throw new IOException("run %s ended after %d tasks".formatted(name, done));
    }
    return new Cost(1e6 * cpu / TASKS, 1e3 * (done - none) / Math.max(1, last - first));
  }

  @Override
  public void close() {
    crowd.close();
    master.close();
    Command.call(List.of("rm", "-rf", folder.resolve(name + ".spools").toString()));
  }
}
