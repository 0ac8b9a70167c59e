package io.strait.bench.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strait.bench.Command;
import io.strait.bench.TextTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Dask with its dashboard: a scheduler, which serves the dashboard in its own process, and two
 * worker processes. Debian has Dask; pip gets Bokeh, with which it draws, into a folder of the
 * benchmark.
 */
final class DaskPeer implements AutoCloseable {
  private static final Path PROGRAM = Path.of("benchmarks/src/main/python/noops.py");

  /** The one whose modules Debian's packages are. */
  private static final String DEBIAN = "/usr/bin/python3";

  /** Debian has none, and its Dask draws with Bokeh. */
  private static final String BOKEH = "bokeh==3.9.2";

  private static final String ANSWER = "answer ";

  private static final int TASKS = 100_000;
  private static final int TRIAL = 5_000;

  /** The page that opens first, and the one that draws every task. */
  private static final List<String> PAGES = List.of("status", "graph");

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

  /** A Python that has both; null if none can be had, and then it says why. */
  private static @Nullable String python(Path folder) {
    if (Command.call(List.of(DEBIAN, "-c", "import distributed, venv")).status() != 0) {
      Command.install("python3-venv", "python3-distributed");
    }
    var own = folder.resolve("python");
    var python = own.resolve("bin/python").toString();
    for (var command :
        List.of(
            List.of(DEBIAN, "-m", "venv", "--system-site-packages", own.toString()),
            List.of(python, "-m", "pip", "-q", "install", BOKEH),
            List.of(python, "-c", "import distributed, bokeh"))) {
      var result = Command.call(command);
      if (result.status() != 0) {
        System.err.printf(
            "serve: no dashboard of Dask: %s: %s%n", String.join(" ", command), result.text());
        return null;
      }
    }
    return python;
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

  /** What the same tasks cost with a page open. */
  private record Watched(
      Cost cost, Chromium.Blocked opening, Chromium.Blocked then, double bytesPerSecond) {}

  private Watched watched(Chromium chromium, CountingProxy proxy, String page) throws IOException {
    var opening = chromium.show("http://127.0.0.1:%d/%s".formatted(proxy.port(), page));
    proxy.bytes();
    var cost = run(TASKS);
    return new Watched(cost, opening, chromium.blocked(), proxy.bytes() / cost.seconds / TASKS);
  }

  /** Measures it without a browser, and with one that shows a page of the dashboard. */
  static void measure(Path folder, Chromium chromium, TextTable table, List<String> ratios)
      throws IOException {
    @Nullable String python = python(folder);
    if (python == null) {
      return;
    }
    try (var dask = new DaskPeer(python);
        var proxy = new CountingProxy(URI.create(dask.dashboard).getPort())) {
      dask.run(TRIAL);
      chromium.show("about:blank");
      var alone = dask.run(TASKS);
      for (var page : PAGES) {
        var watched = dask.watched(chromium, proxy, page);
        tell(page, alone, watched, table, ratios);
      }
    }
  }

  private static void tell(
      String page, Cost alone, Watched watched, TextTable table, List<String> ratios) {
    var what = "Dask, %,d tasks, /%s: ".formatted(TASKS, page);
    var with = watched.cost;
    table.add(
        what + "CPU of the scheduler for a task, unwatched over watched",
        "%.2f (%.0f µs, %.0f µs)".formatted(alone.cpu / with.cpu, 1e6 * alone.cpu, 1e6 * with.cpu),
        "");
    table.add(
        what + "rate on the clock, watched over unwatched",
        "%.2f (%,.0f/s, %,.0f/s)"
            .formatted(alone.seconds / with.seconds, 1 / with.seconds, 1 / alone.seconds),
        "");
    table.add(what + "bytes per second", "%,.0f".formatted(watched.bytesPerSecond), "");
    table.add(what + "longest task of the main thread, opening it", "" + watched.opening, "");
    table.add(what + "longest task of the main thread, then", "" + watched.then, "");
    ratios.add(
        "serve dask /%s: watched %.1f us, unwatched %.1f us, ratio %.3f (goal none, the peer)"
            .formatted(page, 1e6 * with.cpu, 1e6 * alone.cpu, alone.cpu / with.cpu));
    System.err.printf(
        "serve: %s%.0f µs of CPU a task, %.0f watched; %,.0f tasks/s, %,.0f watched; %,.0f bytes/s;"
            + " %s opening, %s then%n",
        what,
        1e6 * alone.cpu,
        1e6 * with.cpu,
        1 / alone.seconds,
        1 / with.seconds,
        watched.bytesPerSecond,
        watched.opening,
        watched.then);
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
  }
}
