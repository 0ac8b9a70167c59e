package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code strait run} of realignments: threads, real processes, MPI jobs, files. */
@Tag("real")
@Timeout(170)
final class RealignRunCommandTest {
  private static final String GRID =
      """
      grid: two
      clusters:
        left: {lan: {bandwidth: 20 MB/s, latency: 0.1 ms}, hosts: [{name: l, count: 2}]}
        right: {lan: {bandwidth: 20 MB/s, latency: 0.1 ms}, hosts: [{name: r, count: 2}]}
      links:
        - {between: [left, right], bandwidth: 2 MB/s, latency: 2 ms}
      """;

  private static final String APP =
      """
      app: turn
      kind: realign
      array: {shape: [32000], element: 8 B}
      source: {distribution: [block]}
      target: {distribution: [partition(2)]}
      """;

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

  private CommandLineRun strait(String... options) {
    var line = new ArrayList<>(List.of("run", folder.toString(), "--folder", run.toString()));
    line.addAll(List.of(options));
    return CommandLineRun.of(line.toArray(String[]::new));
  }

  private static void good(CommandLineRun ended) {
    assertThat(ended.exitCode()).as(ended.err() + ended.out()).isZero();
  }

  @Test
  void emulatedRunComparesWhatWasPromised() throws IOException {
    app(APP);
    var ended = strait("--time-scale", "1", "--format", "json", "--quiet");
    good(ended);
    var json = ended.json();
    assertThat(json.get("kind").asString()).isEqualTo("realign");
    assertThat(json.get("verified").asBoolean()).isTrue();
    assertThat(json.get("ratio").asDouble()).isPositive();
    var steps = json.get("steps");
    assertThat(steps).hasSize(2);
    for (var step : steps) {
      for (var key : List.of("predicted_s", "simulated_s", "measured_s", "precision")) {
        assertThat(step.get(key).asDouble()).as(key).isPositive();
      }
      assertThat(step.get("interior").asInt() + step.get("external").asInt()).isEqualTo(8);
      assertThat(step.get("ranks")).hasSize(4);
    }
    assertThat(steps.get(0).get("name").asString()).isEqualTo("natural");
    assertThat(steps.get(1).get("external").asInt()).isZero();
    assertThat(steps.get(0).get("external_bytes").asLong()).isPositive();
    assertThat(CommandLineRun.of("status", run.toString()).out()).isEqualTo(ended.out());
    assertThat(run.resolve("plan.yaml")).exists();
    assertThat(run.resolve("control.json")).doesNotExist();
    assertThat(run.resolve("parts")).doesNotExist();
  }

  /** Renumbered, everything is where it is wanted: a step that takes no time is run, too. */
  @Test
  void whatNeedNotMoveTakesNoTime() throws IOException {
    Files.writeString(folder.resolve("grid.yaml"), GRID.replaceAll("count: 2", "count: 1"));
    app(APP.replace("partition(2)", "cyclic(16000)").replace("[block]", "[cyclic(16000)]"));
    var ended = strait("--duration", "200 ms", "--format", "json", "--quiet");
    good(ended);
    assertThat(ended.json().get("verified").asBoolean()).isTrue();
    for (var step : ended.json().get("steps")) {
      assertThat(step.get("external").asInt()).isZero();
      assertThat(step.has("precision")).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({"mpich,memory", "openmpi,files", "none,files"})
  void ranksAreProcesses(String mpi, String data) throws IOException {
    if (!mpi.equals("none")) {
      assumeInstalled("mpirun." + mpi);
    }
    app(APP + "data: " + data + "\nrepetitions: 2\n");
    var ended =
        strait("--workers", "processes", "--mpi", mpi, "--format", "json", "--steps", "natural");
    good(ended);
    assertThat(ended.json().get("ratio").isNull()).isTrue();
    assertThat(ended.json().get("verdict").asString()).contains("this machine's time");
    var step = ended.json().get("steps").get(0);
    assertThat(step.get("verified").asBoolean()).isTrue();
    assertThat(step.get("interior_bytes").asLong() + step.get("external_bytes").asLong())
        .isEqualTo(32000 * 8);
    assertThat(step.get("precision")).isNull();
  }

  /** A numbering that somebody wrote into the plan file is run, with figures of its own. */
  @Test
  void numberingByHandWithStepsFromTheFolder() throws IOException {
    app(APP);
    var file = folder.resolve("plan.yaml");
    assertThat(CommandLineRun.of("plan", folder.toString(), "-o", file.toString()).exitCode())
        .isZero();
    var text = Files.readString(file);
    var natural =
        text.replaceFirst("numberings:\\n  - \\[[0-9, ]*\\]", "numberings:\n  - [0, 1, 2, 3]");
    assertThat(natural).isNotEqualTo(text);
    Files.writeString(file, natural);
    var json = CommandLineRun.of("simulate", file.toString(), "--format", "json").json();
    assertThat(json.get("external").asInt()).isEqualTo(4);
    assertThat(json.get("cost").asDouble()).isEqualTo(json.get("before").get("cost").asDouble());
    assertThat(json.get("optimal").asBoolean()).isFalse();
    assertThat(json.get("notes").get(0).asString()).contains("counted again");

    Files.writeString(folder.resolve("run.yaml"), "steps: [natural]\ntime-scale: 10\n");
    var ended = strait("--format", "json", "--quiet");
    good(ended);
    assertThat(ended.json().get("steps")).hasSize(1);
    assertThat(ended.json().get("steps").get(0).get("name").asString()).isEqualTo("natural");
    assertThat(Files.readString(run.resolve("report.html")))
        .contains("the gap left-right bound it");
  }

  @Test
  void lostRankEndsTheRunAndWhatIsMissingIsSent() throws Exception {
    app(APP.replace("32000", "1600000").replace("partition(2)", "cyclic(100)") + "data: files\n");
    var options =
        new String[] {
          "--time-scale", "1", "--steps", "natural", "--workers", "processes", "--mpi", "none"
        };
    var ended =
        CompletableFuture.supplyAsync(
            () -> strait(options), task -> Thread.ofPlatform().daemon().start(task));
    until(() -> size(run.resolve("parts/arrived-2.log")) >= 32);
    var ranks = ranks();
    assertThat(ranks).hasSize(4);
    ranks.getLast().destroyForcibly();
    var lost = ended.get(30, TimeUnit.SECONDS);
    assertThat(lost.exitCode()).isEqualTo(1);
    assertThat(lost.err()).containsPattern("natural: rank \\d on host [lr]\\d is lost: ");
    assertThat(lost.err()).contains("go on with: strait run --resume " + run);
    until(() -> ranks.stream().noneMatch(ProcessHandle::isAlive));

    var on =
        CommandLineRun.of(
            "run", "--resume", run.toString(), "--format", "json", "--workers", "embedded");
    good(on);
    var step = on.json().get("steps").get(0);
    assertThat(step.get("verified").asBoolean()).isTrue();
    assertThat(step.get("resumed").asBoolean()).isTrue();
    long sent = 0;
    for (var rank : step.get("ranks")) {
      sent += rank.get("sent_bytes").asLong();
    }
    assertThat(sent).isPositive().isLessThan(1_600_000 * 8);
  }

  @Test
  void filesOfTheUserAreMovedOnce() throws IOException {
    app(APP.replace("32000", "64") + "data: {source: 'in/{rank}.raw', target: 'out-{rank}.raw'}\n");
    Files.createDirectories(folder.resolve("in"));
    for (int i = 0; i < 4; i++) {
      var bytes = new byte[16 * 8];
      java.util.Arrays.fill(bytes, (byte) i);
      Files.write(folder.resolve("in/%d.raw".formatted(i)), bytes);
    }
    good(strait("--no-emulation"));
    assertThat(run.resolve("steps")).doesNotExist();
    for (int i = 0; i < 4; i++) {
      var got = Files.readAllBytes(folder.resolve("out-%d.raw".formatted(i)));
      assertThat(got).hasSize(16 * 8);
      for (int k = 0; k < 16; k++) {
        int element = k / 8 * 32 + i * 8 + k % 8;
        assertThat(got[8 * k]).isEqualTo((byte) (element / 16));
      }
    }
    assertThat(Files.readString(run.resolve("summary.json"))).contains("\"verified\" : null");
    app(APP.replace("32000", "64") + "data: {source: 'in/{rank}.raw', target: 'in/{rank}.raw'}\n");
    var both =
        CommandLineRun.of("run", folder.toString(), "--folder", folder.resolve("b").toString());
    assertThat(both.exitCode()).isEqualTo(2);
    assertThat(both.err()).contains("0.raw is source and target, expected two files");
    app(APP.replace("32000", "64") + "data: {source: 'in/{rank}.raw', target: 'out-{rank}.raw'}\n");
    Files.delete(folder.resolve("in/2.raw"));
    var missing =
        CommandLineRun.of("run", folder.toString(), "--folder", folder.resolve("b").toString());
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err())
        .contains("app.yaml:6:")
        .contains("in/2.raw does not exist, expected a file of 128 B");
    assertThat(folder.resolve("b")).doesNotExist();
  }

  @Test
  void mistakesAreSaidBeforeAnythingIsWritten() throws IOException {
    app(APP + "memory: 129 kB\n");
    var little = strait();
    assertThat(little.exitCode()).isEqualTo(2);
    assertThat(little.err())
        .containsPattern("app.yaml:6:9: memory is 129000 B, expected at least \\d+ B");
    app(APP);
    var steps = strait("--steps", "natural,other");
    assertThat(steps.exitCode()).isEqualTo(2);
    assertThat(steps.err()).contains("--steps 'other', expected natural or renumbered");
    Files.writeString(folder.resolve("run.yaml"), "steps: [natural, tuned]\n");
    var phases = strait();
    assertThat(phases.exitCode()).isEqualTo(2);
    assertThat(phases.err())
        .contains("run.yaml:1:18: steps has 'tuned', expected natural or renumbered");
    Files.delete(folder.resolve("run.yaml"));
    var farm = strait("--lease", "3 s");
    assertThat(farm.exitCode()).isEqualTo(2);
    assertThat(farm.err()).contains("--lease is for farms, but app 'turn' is a realignment");
    assertThat(run).doesNotExist();
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }

  /** The ranks of this run that are processes below this one. */
  private List<ProcessHandle> ranks() {
    var plan = "\0rank\0" + run.resolve("plan.yaml") + "\0";
    return ProcessHandle.current()
        .descendants()
        .filter(
            process -> line(process).matches("(?s)[^\0]*/java\0.*") && line(process).contains(plan))
        .toList();
  }

  private static String line(ProcessHandle process) {
    try {
      return Files.readString(
          Path.of("/proc", Long.toString(process.pid()), "cmdline"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // it has ended
    }
  }

  private static void until(BooleanSupplier holds) throws InterruptedException {
    for (int i = 0; i < 2000; i++) {
      if (holds.getAsBoolean()) {
        return;
      }
      Thread.sleep(50);
    }
    throw new AssertionError("it did not happen");
  }

  private static void assumeInstalled(String program) {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program))),
        "no " + program);
  }
}
