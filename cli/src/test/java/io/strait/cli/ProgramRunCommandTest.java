package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.launch.Launcher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code strait run} of programs: Java, commands, resident processes, ranks, signals. */
@Tag("real")
@Timeout(120)
final class ProgramRunCommandTest {
  private static final String GRID =
      """
      grid: lab
      clusters:
        lab:
          lan: {bandwidth: 1 MB/s, latency: 1 ms}
          hosts: [{name: pc, count: 3}]
      """;

  private static final String APP =
      """
      app: flow
      kind: program
      units: 12
      overlap: threads
      calculations:
        a: {time: 10 ms%s}
        b: {time: 20 ms%s}
        c: {time: 5 ms%s}
      data:
        - {from: a, to: b, volume: 1 kB}
        - {from: b, to: c, volume: 1 kB}
      place: {a: pc1, b: pc2, c: pc3}
      """;

  private static final String JAVA =
      APP.formatted("", "", "")
          + "run: {class: io.strait.cli.SmallProgram, with: {bytes: 1000, %s}}\n";

  @TempDir Path folder;
  private Path run;

  @BeforeEach
  void grid() throws IOException {
    run = folder.resolve("run");
    Files.writeString(folder.resolve("grid.yaml"), GRID);
  }

  private void app(String text) throws IOException {
    Files.writeString(folder.resolve("app.yaml"), text);
  }

  /** Three calculations in a row, each with a {@code run} of its own. */
  private void codes(String a, String b, String c) throws IOException {
    app(APP.formatted(", run: {" + a + "}", ", run: {" + b + "}", ", run: {" + c + "}"));
  }

  private CommandLineRun strait(String... options) {
    var line = new ArrayList<>(List.of("run", folder.toString(), "--folder", run.toString()));
    line.addAll(List.of(options));
    return CommandLineRun.of(line.toArray(String[]::new));
  }

  private static void good(CommandLineRun ended) {
    assertThat(ended.exitCode()).as(ended.err() + ended.out()).isZero();
  }

  private void assertAllSeen() throws IOException {
    assertThat(run.resolve("seen.txt")).hasContent("0 1 2 3 4 5 6 7 8 9 10 11");
  }

  /** Of machines that nobody measured nothing is promised. */
  @ParameterizedTest
  @ValueSource(strings = "embedded")
  void withoutEmulationNothingIsPromised(String workers) throws IOException {
    app(JAVA.formatted("millis: 1"));
    var ended = strait("--no-emulation", "--workers", workers, "--format", "json", "--quiet");
    good(ended);
    assertThat(ended.json().has("precision")).isFalse();
    assertThat(ended.json().get("rate").isNull()).isTrue();
    assertThat(ended.json().get("measured_rate").asDouble()).isPositive();
    assertThat(ended.json().get("verdict").asString()).contains("promises nothing");
    assertAllSeen();
    assertThat(run.resolve("parts.tsv")).content().contains("a\tpc1\t12\t", "c\tpc3\t12\t");
  }

  @ParameterizedTest
  @ValueSource(strings = {"embedded", "processes"})
  void emulatedRunComparesWhatWasPromised(String workers) throws IOException {
    app(JAVA.formatted("millis: 0"));
    var ended =
        strait(
            "--time-scale",
            "1",
            "--steps",
            workers.equals("embedded") ? "stay,3-machines" : "3-machines",
            "--workers",
            workers,
            "--format",
            "json",
            "--quiet");
    good(ended);
    for (var row : ended.json().get("candidates")) {
      for (var key : List.of("rate", "simulated_rate", "measured_rate", "measured_unit_s")) {
        assertThat(row.get(key).asDouble()).as(key).isPositive();
      }
      // An emulated machine is never faster than it should be. (Its rate may be for a while, when
      // it makes up for a pause of the real one.)
      assertThat(row.get("measured_time_s").asDouble())
          .isGreaterThan(0.9 * row.get("time_s").asDouble());
    }
    assertAllSeen();
    assertThat(CommandLineRun.of("status", run.toString()).out()).isEqualTo(ended.out());
  }

  @Test
  void pipelineOfCommands() throws Exception {
    codes(
        "command: 'printf \"%s {unit}\\n\" pear apple fig'",
        "command: 'sort; sleep 87654 & echo {part} of {parts}'",
        "command: 'cat > " + folder + "/out.{unit}'");
    good(strait("--no-emulation"));
    for (int unit = 0; unit < 12; unit++) {
      assertThat(folder.resolve("out." + unit))
          .hasContent("apple %1$d\nfig %1$d\npear %1$d\n0 of 1\n".formatted(unit));
    }
    assertNothingLeft("sleep 87654");
  }

  /** Shares follow the speeds of hosts, not the number of parts. */
  @Test
  void splitCommandKnowsItsShare() throws Exception {
    Files.writeString(
        folder.resolve("grid.yaml"),
        GRID.replace(
            "[{name: pc, count: 3}]",
            "[{name: pc, count: 2, speed: 1 Gflop/s}, {name: fast, speed: 3 Gflop/s}]"));
    codes(
        "command: 'echo'",
        "command: 'echo {part} {from} {to} $STRAIT_FROM $STRAIT_TO'",
        "command: 'cat > " + folder + "/out.{unit}'");
    var file = folder.resolve("app.yaml");
    Files.writeString(
        file,
        Files.readString(file)
            .replace("units: 12", "units: 1")
            .replace("b: {time: 20 ms", "b: {time: 200 ms, split: true")
            .replace("b: pc2, c: pc3", "b: [pc2, fast], c: pc1"));
    good(strait("--no-emulation"));
    assertThat(folder.resolve("out.0")).hasContent("0 0 0.25 0 0.25\n1 0.25 1 0.25 1\n");
  }

  @Test
  @Tag("long")
  void silentCommandIsNamed() throws Exception {
    codes("command: 'echo {unit}'", "command: 'cat; [ {unit} != 2 ] || sleep 12'", "command: cat");
    var ended = strait("--no-emulation", "--quiet");
    good(ended);
    assertThat(ended.err())
        .containsOnlyOnce("strait: b has not answered for 1")
        .contains(" in unit 2; expected an answer after 20");
  }

  @Test
  void residentProcess() throws Exception {
    Files.writeString(
        folder.resolve("upper.py"),
        """
        import os, struct, sys
        source, sink = sys.stdin.buffer, sys.stdout.buffer
        count = 0
        while head := source.read(8):
            text = source.read(struct.unpack(">Q", head)[0])
            answer = text.upper() + b"%d " % count + os.environ["STRAIT_PARTS"].encode()
            sink.write(struct.pack(">Q", len(answer)) + answer)
            sink.flush()
            count += 1
        open(sys.argv[1], "w").write(str(count))
        """);
    codes(
        "command: 'printf \"unit {unit} \"'",
        "resident: 'python3 %1$s/upper.py %1$s/count'".formatted(folder),
        "command: 'cat > " + folder + "/out.{unit}'");
    good(strait("--no-emulation"));
    for (int unit = 0; unit < 12; unit++) {
      assertThat(folder.resolve("out." + unit)).hasContent("UNIT %1$d %1$d 1".formatted(unit));
    }
    // Its input has ended and it had time to leave.
    assertThat(folder.resolve("count")).hasContent("12");
    assertNothingLeft("upper.py");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          command: 'cat > /dev/null; if [ {unit} -ge 3 ]; then echo ink >&2; exit 7; fi' | b failed in unit 3: the command ended with exit code 7: | it said: ink
          command: no-such-program-76543 | b failed in unit 0: the command ended with exit code 127: no-such-program-76543 | not found
          command: 'sleep 76543', time-limit: 0.3 s | b failed in unit 0: the command did not end within its time limit of 0.3 s: | sleep 76543
          command: 'sleep 76543 & sleep 76543', time-limit: 0.3 s | time limit | sleep 76543
          command: 'kill -9 $$' | b failed in unit 0: the command ended with exit code 137: | kill
          resident: 'echo oh >&2; exit 4' | b failed in unit 0: the process ended in the middle with exit code 4: | it said: oh
          resident: no-such-program-76543 | the process ended in the middle with exit code 127: | not found
          resident: 'echo hello world; sleep 76543' | b failed in unit 0: the process answered with a length of | expected eight bytes
          resident: 'sleep 76543', time-limit: 0.3 s | b failed in unit 0: the process did not answer within the time limit of 0.3 s: | sleep 76543
          resident: 'exec 1>&-; sleep 76543' | b failed in unit 0: the process closed its output in the middle: | sleep 76543
          """)
  void failures(String code, String words, String said) throws Exception {
    codes("command: 'head -c 300000 /dev/zero'", code, "command: cat");
    for (int attempt = 0; attempt < 2; attempt++) {
      var ended =
          attempt == 0
              ? strait("--no-emulation", "--quiet")
              : CommandLineRun.of("run", "--resume", run.toString(), "--quiet");
      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(ended.err().lines().filter(each -> each.startsWith("strait: ")))
          .as(ended.err())
          .singleElement()
          .asString()
          .contains(words, said);
      assertThat(ended.err()).contains("begin again with: strait run --resume " + run);
      assertThat(ended.out()).isEmpty();
      assertNothingLeft("76543");
      assertThat(Thread.getAllStackTraces().keySet())
          .extracting(Thread::getName)
          .doesNotContain("a", "b", "c", "rank 0");
    }
  }

  /** What others do ends too, however long they would take. */
  @Test
  void failureEndsOthers() throws Exception {
    codes(
        "command: 'echo {unit}'",
        "command: 'read n; [ $n -lt 2 ]'",
        "resident: 'head -c 16 > /dev/null; sleep 65432'");
    var ended = strait("--no-emulation", "--quiet");
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err()).contains("b failed in unit 2: the command ended with exit code 1");
    assertNothingLeft("65432");
  }

  @ParameterizedTest
  @ValueSource(strings = "embedded")
  void calculationThatThrows(String workers) throws IOException {
    app(JAVA.formatted("fail: 5"));
    var ended = strait("--no-emulation", "--quiet", "--workers", workers);
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err())
        .contains("b failed in unit 5: java.lang.IllegalStateException: the printer is on fire");
    assertThat(run.resolve("summary.json")).doesNotExist();
  }

  @Test
  void lostRankIsNamed() throws Exception {
    app(JAVA.formatted("millis: 0").replace("units: 12", "units: 5000"));
    var ended = inThread("--time-scale", "1", "--workers", "processes", "--mpi", "none");
    until(() -> isRunning(10));
    var ranks = ranks();
    assertThat(ranks).hasSize(3);
    ranks.getLast().destroyForcibly();
    var lost = ended.get(30, TimeUnit.SECONDS);
    assertThat(lost.exitCode()).isEqualTo(1);
    assertThat(lost.err()).containsPattern("rank \\d on host pc\\d is lost: ");
    assertThat(lost.err()).contains("begin again with: strait run --resume " + run);
    until(() -> ranks.stream().noneMatch(ProcessHandle::isAlive));
  }

  @ParameterizedTest
  @ValueSource(strings = {"embedded", "processes"})
  void signalEndsTheRun(String workers) throws Exception {
    app(JAVA.formatted("millis: 0").replace("units: 12", "units: 5000"));
    var command = new Launcher(Main.class.getName(), null).command();
    command.addAll(List.of("run", folder.toString(), "--folder", run.toString()));
    command.addAll(List.of("--time-scale", "1", "--workers", workers));
    if (workers.equals("processes")) {
      command.addAll(List.of("--mpi", "none"));
    }
    var output = folder.resolve("output");
    var master =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    until(() -> isRunning(5));
    var ranks = master.descendants().toList();
    master.destroy(); // as Ctrl-C does, which a shell may have these processes ignore
    assertThat(master.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(master.exitValue()).isEqualTo(1);
    assertThat(Files.readString(output))
        .contains("3-machines: the run was stopped")
        .contains("begin again with: strait run --resume " + run);
    until(() -> ranks.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(run.resolve("control.json")).doesNotExist();
  }

  @Test
  void statusAndStop() throws Exception {
    app(JAVA.formatted("millis: 0").replace("units: 12", "units: 5000"));
    var ended = inThread("--time-scale", "1");
    until(() -> isRunning(5));
    var status = CommandLineRun.of("status", run.toString()).json();
    assertThat(status.get("state").asString()).isEqualTo("running");
    assertThat(status.get("step").asString()).isEqualTo("3-machines");
    assertThat(CommandLineRun.of("stop", run.toString()).exitCode()).isZero();
    var stopped = ended.get(30, TimeUnit.SECONDS);
    assertThat(stopped.exitCode()).isEqualTo(1);
    assertThat(stopped.err()).contains("3-machines: the run was stopped");
  }

  private boolean isRunning(int finished) {
    if (!Files.exists(run.resolve("control.json"))) {
      return false;
    }
    var status = CommandLineRun.of("status", run.toString());
    return status.exitCode() == 0
        && status.json().has("finished")
        && status.json().get("finished").asInt() >= finished;
  }

  /** The ranks of this run that are processes below this one. */
  private List<ProcessHandle> ranks() {
    var plan = " rank " + run.resolve("plan.yaml") + " ";
    return ProcessHandle.current()
        .descendants()
        .filter(process -> line(process).contains(plan))
        .toList();
  }

  /** Soon no process has these words in its command line. */
  private static void assertNothingLeft(String words) throws InterruptedException {
    until(
        () ->
            ProcessHandle.allProcesses()
                .map(ProgramRunCommandTest::line)
                .noneMatch(line -> line.contains(words)));
  }

  /** The command line of a process; a space ends each word. */
  private static String line(ProcessHandle process) {
    try {
      var file = Path.of("/proc", Long.toString(process.pid()), "cmdline");
      return Files.readString(file, StandardCharsets.ISO_8859_1).replace('\0', ' ');
    } catch (IOException e) {
      return ""; // it has ended
    }
  }

  private CompletableFuture<CommandLineRun> inThread(String... options) {
    return CompletableFuture.supplyAsync(
        () -> strait(options), task -> Thread.ofPlatform().daemon().start(task));
  }

  private static void until(BooleanSupplier holds) throws InterruptedException {
    for (int i = 0; i < 500; i++) {
      if (holds.getAsBoolean()) {
        return;
      }
      Thread.sleep(50);
    }
    throw new AssertionError("it did not happen");
  }
}
