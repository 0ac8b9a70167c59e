package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.task.Farm;
import io.strait.kind.run.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Rehearsals of a small grid with the real run-time, and what they leave behind. */
@Tag("real")
@Timeout(120)
class EmulatedRunTest {
  private static final int TASKS = 60;
  private static final int MOST_COPIES = TASKS / 3;
  private static final String GRID =
      """
      grid: small
      home: near
      clusters:
        near:
          lan: {bandwidth: 10 MB/s, latency: 1 ms}
          hosts: [{name: front, role: master}, {name: n, count: 2, rate: 1/s}]
        far:
          lan: {bandwidth: 10 MB/s, latency: 1 ms}
          hosts: [{name: f, count: 1, rate: 2/s}, {name: g, cores: 2, rate: 2/s}]
      links: [{between: [near, far], bandwidth: 100 kB/s, latency: 50 ms}]
      """;

  /** The square of a task's number, and 1. */
  public static final class Squares implements Farm {
    @Override
    public byte[] compute(int task, byte[] input) {
      return longs((long) task * task, 1);
    }
  }

  private static byte[] longs(long one, long two) {
    return ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putLong(one).putLong(two).array();
  }

  private static byte[] expected() {
    return longs(IntStream.range(0, TASKS).mapToLong(i -> (long) i * i).sum(), TASKS);
  }

  @TempDir private Path folder;
  private Path run;

  @BeforeEach
  void files() throws IOException {
    run = folder.resolve("run");
    Files.writeString(folder.resolve("grid.yaml"), GRID);
    Files.writeString(
        folder.resolve("app.yaml"),
        """
        app: squares
        kind: farm
        tasks: %d
        output: 16 B
        reduce: sum long
        run: {class: %s}
        """
            .formatted(TASKS, Squares.class.getName()));
  }

  private String[] args(String... more) {
    return Stream.concat(
            Stream.of("run", folder.toString(), "--folder", run.toString(), "--format", "json"),
            Stream.of(more))
        .toArray(String[]::new);
  }

  private void assertResult() throws IOException {
    assertThat(Files.readAllBytes(run.resolve("result"))).isEqualTo(expected());
  }

  /** The numbers of all tasks of lines t, in order, and that nobody unknown did them. */
  private static List<Integer> tasks(Path events) throws IOException {
    var nodes = new ArrayList<String>();
    var tasks = new ArrayList<Integer>();
    for (var line : Files.readAllLines(events)) {
      var fields = line.split("\t");
      if (fields[0].equals("n")) {
        nodes.add(fields[1]);
      } else if (fields[0].equals("t")) {
        assertThat(nodes).contains(fields[2]);
        assertThat(fields[5]).isEqualTo("ok");
        tasks.add(Integer.valueOf(fields[3]));
      }
    }
    assertThat(nodes).doesNotHaveDuplicates();
    return tasks.stream().sorted().toList();
  }

  /** Every task has its line; one that was late at the end may have that of a copy, too. */
  private static void assertAllTasks(Path events) throws IOException {
    var tasks = tasks(events);
    assertThat(new TreeSet<>(tasks)).hasSize(TASKS);
    assertThat(tasks).hasSizeLessThan(TASKS + MOST_COPIES);
  }

  private static void assertMeasured(JsonNode json) {
    var total = json.path("total");
    double time = total.path("measured_time_s").asDouble();
    double rate = total.path("measured_rate").asDouble();
    assertThat(time).isPositive();
    assertThat(rate * time).isBetween(TASKS - 1e-6, TASKS + 1e-6);
    assertThat(total.path("measured_speedup").asDouble()).isPositive();
    assertThat(total.path("measured_efficiency").asDouble()).isPositive();
    // Slower than promised on a busy machine, and never much faster.
    assertThat(total.path("precision").isNumber()).isTrue();
    double sum = 0;
    for (var cluster : json.path("clusters")) {
      assertThat(cluster.path("precision").isNumber()).as("%s", cluster).isTrue();
      sum += cluster.path("measured_rate").asDouble();
    }
    assertThat(sum).isBetween(rate * (1 - 1e-9), rate * (1 + 1e-9));
  }

  @ParameterizedTest
  @CsvSource({"embedded", "processes"})
  void everyStepIsRunAndMeasured(String workers) throws IOException {
    var done =
        CommandLineRun.of(args("--workers", workers, "--duration", "2 s", "--steps", "local"));
    assertThat(done.exitCode()).as(done.err()).isZero();
    var json = done.json();
    assertThat(json.path("state").asString()).isEqualTo("done");
    assertThat(json.path("time_scale").asDouble())
        .isEqualTo(
            json.path("promised_time_s").asDouble() / 2, org.assertj.core.data.Offset.offset(1e-9));
    assertThat(json.path("steps")).hasSize(2);
    assertThat(json.path("steps").get(0).path("phase").asString()).isEqualTo("local");
    json.path("steps").forEach(EmulatedRunTest::assertMeasured);
    assertMeasured(json);
    assertResult();
    assertAllTasks(run.resolve("events.tsv"));
    assertAllTasks(run.resolve("steps/local/events.tsv"));
    assertThat(JsonMapper.shared().readTree(Files.readString(run.resolve("summary.json"))))
        .isEqualTo(json);
    var report = CommandLineRun.of("report", run.toString());
    assertThat(report.exitCode()).as(report.err()).isZero();
    assertThat(run.resolve("report.html")).isNotEmptyFile();
    assertStepHasAReport(json.path("steps").get(0));
    // Nothing may be done before its host could have.
    for (var line : Files.readAllLines(run.resolve("events.tsv"))) {
      if (line.startsWith("t\t")) {
        assertThat(Long.parseLong(line.split("\t")[4])).isGreaterThanOrEqualTo(499);
      }
    }
  }

  private void assertStepHasAReport(JsonNode step) {
    var folder = run.resolve("steps/local");
    var report = CommandLineRun.of("report", folder.toString(), "--format", "json");
    assertThat(report.exitCode()).as(report.err()).isZero();
    assertThat(folder.resolve("report.html")).content().contains("run/steps/local");
    var shown = report.json().at("/runs/0");
    assertThat(shown.path("steps")).hasSize(1);
    assertThat(shown.at("/total/measured_rate")).isEqualTo(step.at("/total/measured_rate"));
    // In the local phase only the hosts and the LAN of home matter.
    assertThat(report.json().at("/advice/0/change").asString()).contains("near");
    var both = CommandLineRun.of("report", "" + run, "" + folder, "-o", "" + folder + "/both.html");
    assertThat(both.out()).contains("run/steps/local ");
  }

  @Test
  void hostsOfSeveralCoresComputeSeveralTasks() throws IOException {
    var done = CommandLineRun.of(args("--duration", "2 s"));
    assertThat(done.exitCode()).as(done.err()).isZero();
    // g takes 1 s for a task, f half of that.
    var took = new ArrayList<String>();
    var names = new java.util.HashMap<String, String>();
    for (var line : Files.readAllLines(run.resolve("events.tsv"))) {
      var fields = line.split("\t");
      if (fields[0].equals("n")) {
        names.put(fields[1], fields[4]);
      } else if (fields[0].equals("t") && names.getOrDefault(fields[2], "").equals("g")) {
        took.add(fields[4]);
        assertThat(Long.parseLong(fields[4])).isGreaterThanOrEqualTo(999);
      }
    }
    // A third of all tasks; one at a time it would do a sixth.
    assertThat(took).hasSizeGreaterThan(TASKS / 5);
  }

  @Test
  void withoutEmulationNothingIsCompared() throws IOException {
    Files.writeString(folder.resolve("run.yaml"), "time-scale: 0.001\nsteps: [local]\n");
    var done = CommandLineRun.of(args("--no-emulation"));
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.json().has("precision")).isFalse();
    assertThat(run.resolve("steps/local/summary.json")).exists();
    assertThat(Files.readAllLines(run.resolve("events.tsv")).getFirst())
        .startsWith("strait-events\t1\t60\t1\t");
    assertResult();
  }

  @Test
  void theRunFileSaysHow() throws IOException {
    Files.writeString(
        folder.resolve("run.yaml"), "duration: 1 s\nsteps: [local]\nreference: {local: 1.25}\n");
    var done = CommandLineRun.of(args());
    assertThat(done.exitCode()).as(done.err()).isZero();
    var steps = done.json().path("steps");
    assertThat(steps).hasSize(2);
    assertThat(steps.get(0).path("total").path("reference_speedup").asDouble()).isEqualTo(1.25);
    assertThat(steps.get(1).path("total").has("reference_speedup")).isFalse();
    assertMeasured(done.json());
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void aKilledRunGoesOn(boolean inFirstStep) throws Exception {
    var step = run.resolve("steps/local");
    var of = inFirstStep ? step : run;
    var master = start(args("--duration", "4 s", "--steps", "local"));
    try {
      long limit = System.nanoTime() + 60_000_000_000L;
      while (finished(of) < 5) {
        assertThat(System.nanoTime()).isLessThan(limit);
        Thread.sleep(50);
      }
    } finally {
      master.destroyForcibly().waitFor();
    }
    assertThat(run.resolve("summary.json")).doesNotExist();
    if (inFirstStep) {
      var none = CommandLineRun.of("report", run.toString());
      assertThat(none.err()).contains("has not begun", "such as " + step).hasLineCount(1);
      assertThat(none.exitCode()).isEqualTo(ExitCode.WRONG);
    }
    var measured = inFirstStep ? null : Files.readString(step.resolve("summary.json"));

    var done = CommandLineRun.of("run", "--resume", run.toString(), "--format", "json");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertResult();
    assertThat(Files.readAllBytes(step.resolve("result"))).isEqualTo(expected());
    var steps = done.json().path("steps");
    assertThat(steps).hasSize(2);
    // What was interrupted is not measured, and only that.
    assertThat(steps.get(0).path("total").has("measured_rate")).isEqualTo(!inFirstStep);
    assertThat(steps.get(1).path("total").has("measured_rate")).isEqualTo(inFirstStep);
    if (measured != null) {
      assertThat(step.resolve("summary.json")).hasContent(measured);
      assertMeasured(steps.get(0));
    }
    // Those of the killed master's last moment are lost.
    assertThat(tasks(of.resolve("events.tsv"))).isNotEmpty();
    assertAllTasks((inFirstStep ? run : step).resolve("events.tsv"));
    assertThat(Files.readAllLines(of.resolve("events.tsv")))
        .anyMatch(line -> line.matches("m\t\\d+\tthe master began again"));
    assertReported(run, done.json(), !inFirstStep);
    assertReported(step, steps.get(0), inFirstStep);
    var again = CommandLineRun.of("run", "--resume", run.toString(), "--format", "json");
    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(again.json().path("steps")).isEqualTo(steps);
  }

  /** A report says what the command said, also that nothing was measured. */
  private static void assertReported(Path run, JsonNode told, boolean isResumed) {
    var text = CommandLineRun.of("report", run.toString());
    assertThat(text.exitCode()).as(text.err()).isZero();
    assertThat(text.out().contains("interrupted and resumed: nothing was measured"))
        .as(text.out())
        .isEqualTo(isResumed);
    var report =
        CommandLineRun.of("report", run.toString(), "--format", "json").json().at("/runs/0");
    assertThat(report.path("measured_time_s").isNumber()).isEqualTo(!isResumed);
    for (var key : List.of("measured_rate", "measured_speedup", "precision")) {
      var figure = told.path("total").path(key);
      assertThat(report.path("total").path(key).isNumber()).as(key).isEqualTo(!isResumed);
      assertThat(figure.isNumber()).as(key).isEqualTo(!isResumed);
      if (!isResumed) {
        assertThat(report.path("total").path(key).asDouble()).isEqualTo(figure.asDouble());
      }
    }
    if (told.has("steps")) {
      assertThat(report.path("steps")).hasSameSizeAs(told.path("steps"));
    }
  }

  @Test
  void aStepThatFailsSaysWhatToResume() throws IOException {
    var app = folder.resolve("app.yaml");
    Files.writeString(app, Files.readString(app).replaceAll("run: .*", "run: {command: 'false'}"));
    Files.writeString(app, Files.readString(app).replaceAll("reduce: .*\n", ""));
    var failed =
        CommandLineRun.of(
            "run",
            "" + folder,
            "--folder",
            "" + run,
            "--time-scale",
            "100",
            "--steps",
            "local",
            "--fail-fast");
    assertThat(failed.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(failed.out()).contains("go on with: strait run --resume " + run + "\n");
  }

  private static int finished(Path run) {
    if (!Files.exists(run.resolve("control.json"))) {
      return -1;
    }
    var answer = CommandLineRun.of("status", run.toString());
    return answer.exitCode() == 0 ? answer.json().path("finished").asInt() : -1;
  }

  private Process start(String... args) throws IOException {
    var command = TestLab.java(Main.class, args);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("output").toFile())
        .start();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --time-scale 0                | --time-scale 0.0, expected a number above zero, at most 1e9
          --time-scale -1               | --time-scale -1.0, expected a number above zero
          --time-scale NaN              | is not a number, expected one such as 2.5
          --time-scale 2e9              | expected a number above zero, at most 1e9
          --time-scale fast             | --time-scale
          --duration 5                  | --duration '5', expected a time above zero such as 15 s
          --duration 0s                 | --duration '0s', expected a time above zero
          --duration 1ns                | --duration '1ns' needs a time scale of
          --steps best                  | --steps 'best', expected phases of the plan: local
          --time-scale 5 --duration 1s  | expected one of --time-scale, --duration and --no-emulation
          --time-scale 5 --no-emulation | expected one of --time-scale, --duration and --no-emulation
          --time-scale 5 --workers none --plaintext --listen localhost:0 | expected workers on this machine
          --duration 5s --workers none --plaintext --listen localhost:0  | expected workers on this machine
          """)
  void isRefused(String options, String words) {
    var refused = CommandLineRun.of(args(options.strip().split(" ")));
    assertThat(refused.err()).contains(words).hasLineCount(1);
    assertThat(refused.exitCode()).isEqualTo(ExitCode.WRONG);
    assertThat(refused.out()).isEmpty();
    assertThat(run).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          steps: [local, selected]; objective: fastest | 1:16: steps has 'selected', expected phases of the plan: local, multi
          objective: fastest; duration: 1 ns           | 2:11: duration is 0.001 us, which needs a time scale of
          duration: 2 s; master: nowhere               | 2:9: the master 'nowhere' is not in
          """)
  void aMistakeInTheRunFileIsToldAtItsPlace(String text, String words) throws IOException {
    Files.writeString(folder.resolve("run.yaml"), text.replace("; ", "\n"));
    var refused = CommandLineRun.of(args());
    assertThat(refused.err()).contains("run.yaml:" + words).hasLineCount(1);
    assertThat(refused.exitCode()).isEqualTo(ExitCode.WRONG);
    assertThat(refused.out()).isEmpty();
    assertThat(run).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"--listen", "--metrics", "--serve"})
  void aPortThatSomebodyHasIsRefused(String option) throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      var refused =
          option.equals("--listen")
              ? CommandLineRun.of(args(option, "localhost:" + port, "--plaintext"))
              : CommandLineRun.of(args(option, "" + port));
      assertThat(refused.err()).contains(option, "" + port, "expected a free port").hasLineCount(1);
      assertThat(refused.exitCode()).isEqualTo(ExitCode.WRONG);
      assertThat(run).doesNotExist();
    }
  }

  /** Nobody can compute so fast. */
  @Test
  void whatWasTooFastForThisMachineSaysSo() throws IOException {
    var done = CommandLineRun.of(args("--time-scale", "1e9", "--steps", "local"));
    assertThat(done.exitCode()).as(done.err()).isZero();
    var words = "this machine is too slow for the emulation";
    assertThat(done.err()).contains(words);
    assertThat(done.json().path("warning").asString()).startsWith(words);
    assertThat(run.resolve("report.html")).content().contains("local: " + words);
    var report = CommandLineRun.of("report", run.toString(), "--format", "json").json();
    assertThat(report.at("/runs/0/warnings")).hasSize(2);
    assertThat(report.path("verdict").asString()).endsWith("too slow for what it emulated.");
  }

  @Test
  void hostsOfUnknownSpeedAreNotEmulated() throws IOException {
    var alone = folder.resolve("alone/app.yaml");
    Files.createDirectories(alone.getParent());
    Files.copy(folder.resolve("app.yaml"), alone);
    var refused =
        CommandLineRun.of("run", alone.toString(), "--time-scale", "2", "--folder", "" + run);
    assertThat(refused.err()).contains("expected a grid").hasLineCount(1);
    assertThat(refused.exitCode()).isEqualTo(ExitCode.WRONG);
    assertThat(run).doesNotExist();
  }
}
