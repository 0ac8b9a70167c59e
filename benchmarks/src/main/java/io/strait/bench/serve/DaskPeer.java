package io.strait.bench.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strait.bench.Command;
import io.strait.bench.TextTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Dask with its dashboard: a scheduler, which serves the dashboard in its own process, and two
 * worker processes. Where Debian does not have it, it is installed beside this benchmark with pip.
 */
final class DaskPeer implements AutoCloseable {
  private static final Path PROGRAM = Path.of("benchmarks/src/main/python/noops.py");
  private static final Path OWN = Path.of("benchmarks/target/serve/python");
  private static final String ANSWER = "answer ";

  /** Few enough for three minutes in all. */
  private static final int MOST_TASKS = 100_000;

  private static final double SECONDS = 25;
  private static final int TRIAL = 5_000;
  private static final int PAIRS = 2;

  private final Process process;
  private final BufferedReader answers;
  private final Writer questions;
  private final String dashboard;

  private DaskPeer(String python) throws IOException {
    process =
        new ProcessBuilder(python, PROGRAM.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    answers = process.inputReader(UTF_8);
    questions = process.outputWriter(UTF_8);
    dashboard = answer();
  }

  /** The Python that has it; null if none can be had. */
  private static @Nullable String python() {
    var own = OWN.resolve("bin/python");
    for (int attempt = 0; attempt < 3; attempt++) {
      for (var python : List.of("python3", own.toString())) {
        if (Command.call(List.of("sh", "-c", "\"$0\" -c 'import distributed, bokeh' 2>&1", python))
                .status()
            == 0) {
          return python;
        }
      }
      if (attempt == 0) {
        Command.install("python3-venv", "python3-distributed", "python3-bokeh");
      } else if (attempt == 1 && !Files.exists(own)) {
        Command.call(List.of("python3", "-m", "venv", OWN.toString()));
        Command.call(
            List.of(OWN.resolve("bin/pip").toString(), "-q", "install", "distributed", "bokeh"));
      }
    }
    return null;
  }

  private String answer() throws IOException {
    for (var line = answers.readLine(); line != null; line = answers.readLine()) {
      if (line.startsWith(ANSWER)) {
        return line.substring(ANSWER.length());
      }
    }
    throw new IOException("Dask ended");
  }

  /**
   * Runs tasks.
   *
   * @param seconds on the clock for a task
   * @param cpu seconds of the scheduler's process for a task
   */
  private record Cost(double seconds, double cpu) {}

  private Cost run(int tasks) throws IOException {
    questions.write(tasks + "\n");
    questions.flush();
    var words = answer().split(" ", -1);
    return new Cost(Double.parseDouble(words[0]) / tasks, Double.parseDouble(words[1]) / tasks);
  }

  /** Measures it without a browser and with one, in turn. */
  static void measure(Chromium chromium, TextTable table, List<String> ratios) throws IOException {
    @Nullable String python = python();
    if (python == null) {
      System.err.println("serve: Dask cannot be installed here and is left out");
      return;
    }
    try (var dask = new DaskPeer(python)) {
      dask.run(TRIAL);
      int tasks = (int) Math.min(MOST_TASKS, SECONDS / dask.run(TRIAL).seconds);
      var alone = new ArrayList<Cost>();
      var watched = new ArrayList<Cost>();
      var opening = new Chromium.Blocked(0, 0);
      var blocked = new Chromium.Blocked(0, 0);
      for (int pair = 0; pair < PAIRS; pair++) {
        chromium.show("about:blank");
        alone.add(dask.run(tasks));
        opening = chromium.show(dask.dashboard);
        watched.add(dask.run(tasks));
        blocked = chromium.blocked();
      }
      double seconds = alone.stream().mapToDouble(Cost::seconds).min().orElse(0);
      double with = watched.stream().mapToDouble(Cost::seconds).min().orElse(0);
      double cpu = alone.stream().mapToDouble(Cost::cpu).min().orElse(0);
      double cpuWith = watched.stream().mapToDouble(Cost::cpu).min().orElse(0);
      table.add(
          "Dask, %,d tasks: CPU of the scheduler for a task, unwatched over watched"
              .formatted(tasks),
          "%.2f (%.0f µs, %.0f µs)".formatted(cpu / cpuWith, 1e6 * cpu, 1e6 * cpuWith),
          "");
      table.add(
          "Dask: rate on the clock, watched over unwatched",
          "%.2f (%,.0f/s, %,.0f/s)".formatted(seconds / with, 1 / with, 1 / seconds),
          "");
      table.add("Dask: longest task of the page's main thread, opening it", "" + opening, "");
      table.add("Dask: longest task of the page's main thread, then", "" + blocked, "");
      ratios.add(
          "serve dask: watched %.1f us, unwatched %.1f us, ratio %.3f (goal none, the peer)"
              .formatted(1e6 * cpuWith, 1e6 * cpu, cpu / cpuWith));
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
  }
}
