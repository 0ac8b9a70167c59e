package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strait.farm.task.Farm;
import io.strait.lab.Needs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs inside labs of their own: real processes, real TCP and TLS, real faults. */
@Tag("real")
class LabRunTest {
  private static final int TASKS = 90;

  @TempDir private Path folder;
  private List<String> before = List.of();

  @BeforeEach
  void farm() throws IOException {
    assumeTrue(Needs.missing() == null, Needs.missing());
    before = TestLab.traces("run-");
    Files.writeString(
        folder.resolve("grid.yaml"),
        """
        grid: two
        home: home
        clusters:
          home:
            lan: {bandwidth: 10 MB/s, latency: 0.2 ms}
            hosts: [{name: master, role: master}, {name: h, rate: 5/s}]
          far:
            lan: {bandwidth: 10 MB/s, latency: 0.2 ms}
            inbound: none
            hosts: [{name: f, rate: 10/s}]
        links:
          - {between: [home, far], bandwidth: 200 kB/s, latency: 20 ms}
        """);
    app("class: io.strait.cli.LabRunTest$One");
  }

  private void app(String code) throws IOException {
    Files.writeString(
        folder.resolve("app.yaml"),
        """
        app: count
        kind: farm
        tasks: %d
        input: 100 B
        output: 8 B
        reduce: sum long
        run: {%s}
        """
            .formatted(TASKS, code));
  }

  /** A task that adds one, so that the sum tells how many were counted. */
  public static final class One implements Farm {
    @Override
    public byte[] compute(int task, byte[] input) {
      return new byte[] {1, 0, 0, 0, 0, 0, 0, 0};
    }
  }

  @AfterEach
  void nothingStays() throws Exception {
    if (Needs.missing() == null) {
      TestLab.await("nothing is left", () -> TestLab.traces("run-").equals(before));
    }
  }

  private Process run(String... more) throws IOException {
    var words = new ArrayList<>(List.of("run", "--lab", "--quiet"));
    words.addAll(List.of(more));
    return TestLab.strait(words.toArray(String[]::new));
  }

  private static String output(Process process) throws Exception {
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return text;
  }

  private static String print(String... words) throws Exception {
    return output(TestLab.strait(words));
  }

  private static void assertCounted(Path run) throws IOException {
    assertThat(Files.readAllBytes(run.resolve("result")))
        .isEqualTo(new byte[] {TASKS, 0, 0, 0, 0, 0, 0, 0});
  }

  /** The far cluster dials out, is cut off, goes on, and delivers; the report tells of the cut. */
  @Test
  void aCutOfTheGapLosesNothingAndIsReported() throws Exception {
    var script =
        Files.writeString(
            folder.resolve("faults.yaml"),
            "faults: [{at: 1 s, cut: home-far, for: 2 s}, {at: 2 s, kill: gateway.far}]\n");
    var run = folder.resolve("run");
    var process =
        run(
            folder.toString(),
            "--faults",
            script.toString(),
            "--lease",
            "3s",
            "--folder",
            "" + run);
    var text = output(process);
    assertThat(process.exitValue()).as(text).isZero();
    assertThat(text).contains("%d of %d tasks done".formatted(TASKS, TASKS));
    assertCounted(run);
    assertThat(Files.readAllLines(run.resolve("incidents.tsv")))
        .map(line -> line.replaceFirst("[^\t]*\t[^\t]*\t", ""))
        .containsExactly(
            "cut\thome-far\tcut home-far for 2 s",
            "kill\tgateway.far\tkill gateway.far",
            "end\thome-far\tcut home-far for 2 s");
    assertThat(Files.readString(run.resolve("report.html")).replace('\u00a0', ' '))
        .contains("Meanwhile: cut home-far for 2 s, kill gateway.far.");
  }

  /** Commands about a run reach its master inside the lab; a lab is there for what is resumed. */
  @Test
  void statusStopAndResumeFollowIntoTheLab() throws Exception {
    var run = folder.resolve("run");
    var quick = folder.resolve("quick");
    // However long the commands below take to start, it is not over before they have.
    app(
        "command: \"[ -e %s ] || sleep 1; printf '%s'\""
            .formatted(quick, "\\\\1" + "\\\\0".repeat(7)));
    var process = run(folder.toString(), "--folder", run.toString());
    TestLab.await("the master is there", () -> Files.exists(run.resolve("control.json")));
    assertThat(print("status", run.toString())).contains("\"state\"");
    assertThat(print("stop", run.toString())).contains("run stops");
    var stopped = output(process);
    assertThat(process.exitValue()).as(stopped).isNotZero();
    assertThat(stopped).contains("--resume");
    TestLab.await("its lab is gone", () -> TestLab.traces("run-").equals(before));
    Files.writeString(quick, "");
    var again = run("--resume", run.toString());
    var text = output(again);
    assertThat(again.exitValue()).as(text).isZero();
    assertCounted(run);
  }
}
