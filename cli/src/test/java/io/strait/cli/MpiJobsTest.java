package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strait.kind.run.RunFolder;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MPI jobs that somebody starts with {@code mpirun} for a run that is led elsewhere. */
@Tag("real")
@Timeout(170)
final class MpiJobsTest {
  @TempDir Path folder;

  @BeforeEach
  void files() throws IOException {
    Files.writeString(
        folder.resolve("grid.yaml"),
        """
        grid: two
        clusters:
          left: {lan: {bandwidth: 20 MB/s, latency: 0.1 ms}, hosts: [{name: l, count: 2}]}
          right: {lan: {bandwidth: 20 MB/s, latency: 0.1 ms}, hosts: [{name: r, count: 2}]}
        links:
          - {between: [left, right], bandwidth: 2 MB/s, latency: 2 ms}
        """);
    Files.writeString(
        folder.resolve("app.yaml"),
        """
        app: turn
        kind: realign
        array: {shape: [3200], element: 8 B}
        source: {distribution: [block]}
        target: {distribution: [partition(2)]}
        """);
  }

  /** Home hangs up when all is done; the jobs end properly all the same. */
  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich", "openmpi"})
  void jobsEndWithoutAComplaint(String mpi) throws Exception {
    var outcomes = jobs(mpi, 2);
    assertThat(outcomes).allSatisfy(job -> assertThat(job).isEqualTo("0: "));
  }

  /** A job that home refuses ends at once, says why, and nobody waits for the others. */
  @ParameterizedTest
  @ValueSource(strings = {"openmpi"})
  void aJobOfTheWrongSizeSaysSo(String mpi) throws Exception {
    assertThat(ended(start(mpi, 3, "left", "two-natural", 1), "left"))
        .startsWith("2: ")
        .contains("3 processes for cluster 'left', expected 2: one for every rank")
        .doesNotContain("improperly")
        .doesNotContain("without calling");
  }

  private List<String> jobs(String mpi, int size) throws Exception {
    var run = folder.resolve("run");
    int port;
    try (var free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    var master =
        CompletableFuture.supplyAsync(
            () ->
                CommandLineRun.of(
                    "run",
                    folder.toString(),
                    "--folder",
                    run.toString(),
                    "--workers",
                    "none",
                    "--listen",
                    "127.0.0.1:" + port,
                    "--plaintext",
                    "--steps",
                    "natural"),
            task -> Thread.ofPlatform().daemon().start(task));
    TestLab.await("home is there", () -> Files.exists(run.resolve("control.json")));
    var name = RunFolder.open(run).read("run.json").get("name") + "-natural";
    var left = start(mpi, size, "left", name, port);
    var right = start(mpi, size, "right", name, port);
    var outcomes = List.of(ended(left, "left"), ended(right, "right"));
    var home = master.get(60, TimeUnit.SECONDS);
    assertThat(home.exitCode()).as(home.err() + outcomes).isZero();
    return outcomes;
  }

  private Process start(String mpi, int size, String cluster, String name, int port)
      throws IOException {
    var program = Path.of("/usr/bin/mpirun." + mpi);
    assumeTrue(Files.isExecutable(program), () -> "no " + program);
    var plan = folder.resolve("plan.yaml");
    if (!Files.exists(plan)) {
      assertThat(CommandLineRun.of("plan", "" + folder, "-o", "" + plan).exitCode()).isZero();
    }
    var command = new ArrayList<>(List.of(program.toString(), "-np", Integer.toString(size)));
    if (mpi.equals("openmpi")) {
      command.addAll(List.of("--oversubscribe", "--allow-run-as-root"));
    }
    command.addAll(
        TestLab.java(
            Main.class,
            "rank",
            plan.toString(),
            "--cluster",
            cluster,
            "--run",
            name,
            "--parent",
            "127.0.0.1:" + port,
            "--plaintext"));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(cluster + ".log").toFile())
        .start();
  }

  /** How a job ended and what it printed; the tests' class path has a logger that speaks. */
  private String ended(Process job, String cluster) throws Exception {
    try {
      assertThat(job.waitFor(120, TimeUnit.SECONDS))
          .as(() -> "%s is still there and said %s".formatted(cluster, said(cluster)))
          .isTrue();
    } finally {
      job.destroyForcibly();
    }
    return job.exitValue() + ": " + said(cluster);
  }

  private String said(String cluster) {
    try (var lines = Files.lines(folder.resolve(cluster + ".log"))) {
      return lines
          .filter(line -> !line.startsWith("SLF4J") && !line.isBlank())
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      return e.getMessage();
    }
  }
}
