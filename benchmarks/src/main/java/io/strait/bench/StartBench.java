package io.strait.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * How long short commands take, beside {@code java -version}, which does nothing but start. All of
 * them take turns, so that a machine that others use too is as busy for each.
 */
final class StartBench {
  private static final int ROUNDS = 20;

  /** What strait --version may take. */
  private static final double GOAL_SECONDS = 0.15;

  /** Prints the CPU time of what it ran, which says more than the clock on a busy machine. */
  private static final String TIMED = "\"$@\" >/dev/null 2>&1; times";

  /** The second line that bash prints: of its children, in user and in system mode. */
  private static final Pattern TIMES =
      Pattern.compile("\\n(\\d+)m([\\d.]+)s (\\d+)m([\\d.]+)s\\s*$");

  private static final String APP =
      """
      app: start
      kind: farm
      tasks: 4
      reduce: concat
      run: {command: "printf 12345678"}
      """;

  /**
   * A command that is measured.
   *
   * @param name as the table shows it
   * @param clock seconds that passed
   * @param cpu seconds of CPU time
   */
  private record Case(String name, List<String> command, double[] clock, double[] cpu) {
    Case(String name, int rounds, List<String> command) {
      this(name, command, new double[rounds], new double[rounds]);
    }

    void run(int round) throws IOException {
      var line = new ArrayList<>(List.of("bash", "-c", TIMED, "bash"));
      line.addAll(command);
      long start = System.nanoTime();
      var output = Command.call(line);
      clock[round] = (System.nanoTime() - start) / 1e9;
      var times = TIMES.matcher(output.text());
      if (output.status() != 0 || !times.find()) {
        throw new IOException("%s was not measured: %s".formatted(name, output.text()));
      }
      cpu[round] =
          seconds(times.group(1), times.group(2)) + seconds(times.group(3), times.group(4));
    }

    private static double seconds(String minutes, String seconds) {
      return 60 * Double.parseDouble(minutes) + Double.parseDouble(seconds);
    }

    void sort() {
      Arrays.sort(clock);
      Arrays.sort(cpu);
    }
  }

  private StartBench() {}

  public static void main(String[] args) throws IOException {
    int rounds = args.length == 0 ? ROUNDS : Integer.parseInt(args[0]);
    var strait = Path.of("strait").toAbsolutePath().toString();
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var folder = Files.createTempDirectory("strait-bench");
    var app = Files.writeString(folder.resolve("app.yaml"), APP).toString();
    var ca = folder.resolve("ca").toString();
    var run = folder.resolve("run").toString();
    must(strait, "cert", "init", ca); // builds it too
    must(strait, "run", app, "--folder", run);
    var again = "rm -rf \"$2\" && \"$0\" run \"$1\" --folder \"$2\"";
    var cases =
        List.of(
            new Case("java -version", rounds, List.of(java, "-version")),
            new Case("--version", rounds, List.of(strait, "--version")),
            new Case("--help", rounds, List.of(strait, "--help")),
            new Case("plan", rounds, List.of(strait, "plan", "examples/three-continents")),
            new Case("cert show", rounds, List.of(strait, "cert", "show", ca + "/ca.pem")),
            new Case("status", rounds, List.of(strait, "status", run)),
            new Case(
                "run of 4 tasks",
                rounds,
                List.of("sh", "-c", again, strait, app, folder.resolve("again").toString())));
    for (int round = 0; round < rounds; round++) {
      for (var each : cases) {
        each.run(round);
      }
    }
    cases.forEach(Case::sort);
    var java0 = cases.getFirst();
    var table =
        new TextTable("command", "best", "median", "slowest", "times java", "CPU best", "median");
    for (var each : cases) {
      table.add(
          each.name,
          Stopwatch.text(each.clock[0]),
          Stopwatch.text(each.clock[rounds / 2]),
          Stopwatch.text(each.clock[rounds - 1]),
          Stopwatch.digits(each.clock[0] / java0.clock[0]),
          Stopwatch.text(each.cpu[0]),
          Stopwatch.text(each.cpu[rounds / 2]));
    }
    System.out.printf(Locale.ROOT, "%d rounds%n%s%n", rounds, table);
    double version = cases.get(1).clock[0];
    System.out.printf(
        Locale.ROOT,
        "start version: ours %.3f s, peer %.3f s (java -version), ratio %.2f of 0.15 s (goal at"
            + " most 1)%n",
        version,
        java0.clock[0],
        version / GOAL_SECONDS);
    must("rm", "-rf", folder.toString());
  }

  private static void must(String... command) throws IOException {
    var output = Command.call(List.of(command));
    if (output.status() != 0) {
      throw new IOException("%s ended with %d".formatted(List.of(command), output.status()));
    }
  }
}
