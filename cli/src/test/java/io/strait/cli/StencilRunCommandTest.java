package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strait.launch.Launcher;
import io.strait.stencil.run.DoubleKernel;
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
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code strait run} of stencils: threads, real processes, MPI jobs, signals. */
@Tag("real")
@Timeout(120)
final class StencilRunCommandTest {
  private static final String HEAT =
      """
      app: heat
      kind: stencil
      domain: [37, 20]
      iterations: 120
      cost-per-cell: 100 ns
      run: {class: io.strait.apps.Heat, with: {edge: top, inside: 3}}
      """;

  /** With the gap as long as in life, an iteration of it takes 5 ms. */
  private static final String LONG = HEAT.replace("120", "600") + "strategy: lh\ncheckpoint: 50\n";

  private static final String LIFE =
      """
      app: life
      kind: stencil
      domain: [41, 30]
      type: int
      stencil: 9-point
      boundary: periodic
      processors: [2]
      iterations: 90
      cost-per-cell: 100 ns
      run: {class: io.strait.apps.Life, with: {seed: 3}}
      """;

  @TempDir Path folder;
  private Path run;

  @BeforeEach
  void grid() throws IOException {
    run = folder.resolve("run");
    Files.writeString(folder.resolve("grid.yaml"), Plates.GRID);
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

  private void assertSameCells(Path raw) throws IOException {
    assertThat(Files.readAllBytes(raw)).isEqualTo(new Plates(folder).run().bytes());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        HEAT,
        HEAT + "type: float\nprocessors: [2]\nboundary: periodic\n",
        LIFE,
        HEAT + "frames: 50\ncheckpoint: 40\nconverge: {tolerance: 0.2, every: 7}\n"
      })
  void everyStrategyInThreads(String text) throws IOException {
    app(text);
    var ended = strait("--no-emulation", "--steps", "sync,lh,lhrp,wavefront,deep-halo");
    good(ended);
    assertThat(ended.out()).contains("result: " + run.resolve("result.raw"));
    assertSameCells(run.resolve("result.raw"));
    try (var steps = Files.list(run.resolve("steps"))) {
      var all = steps.toList();
      assertThat(all).hasSize(4);
      for (var step : all) {
        assertSameCells(step.resolve("result.raw"));
      }
    }
    assertThat(run.resolve("control.json")).doesNotExist();
  }

  /** Wants more memory than there is. */
  public static final class Greedy implements DoubleKernel {
    @Override
    public double start(long x, long y) {
      return 0;
    }

    @Override
    public double next(Around cell) {
      return new byte[Integer.MAX_VALUE].length;
    }
  }

  /** Going on would fail again: the message says what would help. */
  @ParameterizedTest
  @ValueSource(strings = {"embedded", "processes"})
  void withoutMemoryResumingDoesNotHelp(String workers) throws Exception {
    app(HEAT.replace("io.strait.apps.Heat, with: {edge: top, inside: 3}", Greedy.class.getName()));
    var ended =
        strait(
            "--no-emulation",
            "--workers",
            workers,
            "--classpath",
            Path.of(Greedy.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString());
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err())
        .contains("OutOfMemoryError")
        .contains("expected a smaller domain or band, type: float, or more memory, such as")
        .contains("with more memory, begin again with: strait run --resume " + run);
  }

  @Test
  void emulatedRunComparesWhatWasPromised() throws IOException {
    app(HEAT);
    var ended = strait("--time-scale", "1", "--steps", "lh", "--format", "json", "--quiet");
    good(ended);
    assertThat(ended.err()).doesNotContain("run lh").doesNotContain("of 120");
    var rows = ended.json().get("strategies");
    assertThat(rows).hasSize(2);
    for (var row : rows) {
      assertThat(row.get("iterations").asInt()).isEqualTo(120);
      for (var key : List.of("iteration_s", "simulated_iteration_s", "measured_iteration_s")) {
        assertThat(row.get(key).asDouble()).as(key).isPositive();
      }
      assertThat(row.get("precision").asDouble()).isBetween(0.0, 1.0);
    }
    assertSameCells(run.resolve("result.raw"));
    assertThat(CommandLineRun.of("status", run.toString()).out()).isEqualTo(ended.out());
  }

  /** Of a machine that nobody measured nothing is promised. */
  @Test
  void appAloneComparesNothing() throws IOException {
    app(HEAT.replaceAll("cost-per-cell.*\n", ""));
    var file = folder.resolve("app.yaml").toString();
    var ended =
        CommandLineRun.of("run", file, "--folder", run.toString(), "--format", "json", "--quiet");
    good(ended);
    assertThat(ended.json().has("precision")).isFalse();
    assertThat(ended.json().has("iteration_s")).isFalse();
    assertThat(ended.json().get("measured_iteration_s").asDouble()).isPositive();
    app(HEAT);
    assertSameCells(run.resolve("result.raw"));
    var emulated = CommandLineRun.of("run", file, "--duration", "1 s");
    assertThat(emulated.exitCode()).isEqualTo(2);
    assertThat(emulated.err()).contains("an emulation of this machine");
  }

  @Test
  void convergenceAndFramesFromProcesses() throws IOException {
    assumeInstalled("mpirun.mpich");
    app(HEAT + "type: float\nframes: 30\nconverge: {tolerance: 0.3, every: 7}\n");
    var ended =
        strait("--time-scale", "1", "--workers", "processes", "--mpi", "mpich", "--format", "json");
    good(ended);
    var alone = new Plates(folder).run();
    assertThat(alone.done()).isBetween(60, 119);
    assertThat(ended.json().get("strategies").get(0).get("iterations").asInt())
        .isEqualTo(alone.done());
    assertThat(Files.readAllBytes(run.resolve("result.raw"))).isEqualTo(alone.bytes());
    var frame = ImageIO.read(run.resolve("frames/000000060.png").toFile());
    assertThat(frame.getWidth() * 20).isEqualTo(frame.getHeight() * 37);
  }

  /** Two MPI jobs, one on either side of the gap; then two of the other kind. */
  @Test
  void lostRankEndsTheRunAndACheckpointGoesOn() throws Exception {
    assumeInstalled("mpirun.mpich");
    assumeInstalled("mpirun.openmpi");
    app(LIFE.replace("90", "600") + "strategy: lh\ncheckpoint: 50\n");
    var ended = inThread("--time-scale", "1", "--workers", "processes", "--mpi", "mpich");
    until(this::hasCheckpoint);
    var ranks = ranks();
    assertThat(ranks).hasSize(4);
    ranks.getLast().destroyForcibly();
    var lost = ended.get(30, TimeUnit.SECONDS);
    assertThat(lost.exitCode()).isEqualTo(1);
    assertThat(lost.err()).containsPattern("rank \\d on host [lr]\\d is lost: ");
    assertThat(lost.err()).containsPattern("go on from iteration \\d+ with: strait run --resume");
    until(() -> ranks.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(run.resolve("result.raw")).doesNotExist();

    var on =
        CommandLineRun.of(
            "run", "--resume", run.toString(), "--workers", "processes", "--mpi", "openmpi");
    good(on);
    assertThat(on.err()).contains("of them done before");
    assertSameCells(run.resolve("result.raw"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"embedded", "processes"})
  void signalEndsTheRun(String workers) throws Exception {
    app(LONG);
    oneHostEach();
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
    until(this::hasCheckpoint);
    var ranks = master.descendants().toList();
    assertThat(ranks).hasSize(workers.equals("embedded") ? 0 : 2);
    master.destroy(); // as Ctrl-C does, which a shell may have these processes ignore
    assertThat(master.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(master.exitValue()).isEqualTo(1);
    assertThat(Files.readString(output))
        .contains("lh: the run was stopped after iteration")
        .contains("strait run --resume " + run);
    until(() -> ranks.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(run.resolve("control.json")).doesNotExist();

    good(CommandLineRun.of("run", "--resume", run.toString(), "--workers", workers, "--quiet"));
    assertSameCells(run.resolve("result.raw"));
  }

  @Test
  void statusAndStop() throws Exception {
    app(LONG);
    var ended = inThread("--time-scale", "1", "--metrics", "0");
    until(this::hasCheckpoint);
    var status = CommandLineRun.of("status", run.toString()).json();
    assertThat(status.get("state").asString()).isEqualTo("running");
    assertThat(status.get("strategy").asString()).isEqualTo("lh");
    assertThat(status.get("finished").asInt()).isBetween(50, 600);
    var second = CommandLineRun.of("run", "--resume", run.toString());
    assertThat(second.exitCode()).isEqualTo(2);
    assertThat(second.err()).contains("is already running");
    assertThat(CommandLineRun.of("stop", run.toString()).exitCode()).isZero();
    var stopped = ended.get(30, TimeUnit.SECONDS);
    assertThat(stopped.exitCode()).isEqualTo(1);
    assertThat(stopped.err()).contains("lh: the run was stopped after iteration");
    assertThat(CommandLineRun.of("stop", run.toString()).err()).contains("is not running");
  }

  @ParameterizedTest
  @ValueSource(strings = {"embedded", "processes"})
  void notANumberInAConvergenceTest(String workers) throws IOException {
    oneHostEach();
    app(
        """
        app: bad
        kind: stencil
        domain: [16, 8]
        iterations: 100
        cost-per-cell: 100 ns
        converge: {tolerance: 0, every: 5}
        run: {class: io.strait.cli.BadNumbers}
        """);
    var ended = strait("--no-emulation", "--workers", workers);
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err().lines())
        .anyMatch(line -> line.contains("column 7, row 5 is not a number after iteration 25"));
    assertThat(run.resolve("result.raw")).doesNotExist();
  }

  private void oneHostEach() throws IOException {
    Files.writeString(folder.resolve("grid.yaml"), Plates.GRID.replace("count: 2", "count: 1"));
  }

  private boolean hasCheckpoint() {
    try (Stream<Path> files = Files.list(run.resolve("checkpoints"))) {
      return files.anyMatch(file -> file.toString().endsWith("0.raw"));
    } catch (IOException e) {
      return false;
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

  private CompletableFuture<CommandLineRun> inThread(String... options) {
    return CompletableFuture.supplyAsync(
        () -> strait(options), task -> Thread.ofPlatform().daemon().start(task));
  }

  private static void until(BooleanSupplier holds) throws InterruptedException {
    for (int i = 0; i < 1200; i++) {
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
