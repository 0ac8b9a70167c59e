package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ranks that a run starts itself: directly in one cluster, by the commands of an engine in another.
 */
@Tag("real")
@Timeout(170)
final class SiteRanksTest {
  private static final String ENGINE =
      """
      {submit: "setsid sh {script} > /dev/null 2>&1 & echo $!", status: "kill -0 {id}", cancel: "kill -TERM -{id}"}\
      """;

  @TempDir Path folder;

  @BeforeEach
  void app() throws IOException {
    Files.writeString(
        folder.resolve("app.yaml"),
        """
        app: heat
        kind: stencil
        domain: [60, 60]
        iterations: 40
        cost-per-cell: 30 ns
        run: {class: io.strait.apps.Heat}
        """);
  }

  private void grid(String engine) throws IOException {
    Files.writeString(
        folder.resolve("grid.yaml"),
        """
        grid: two
        clusters:
          left:
            start: {folder: %s}
            lan: {latency: 0.1 ms}
            hosts: [{name: l, count: 2}]
          right:
            start: {folder: %s, command: %s}
            lan: {latency: 0.1 ms}
            hosts: [{name: r, count: 2}]
        links:
          - {between: [left, right], bandwidth: 2 MB/s, latency: 2 ms}
        """
            .formatted(folder.resolve("at-left"), folder.resolve("at-right"), engine));
  }

  private CommandLineRun run(String name, String... more) {
    var words =
        new java.util.ArrayList<>(
            List.of("run", folder.toString(), "--folder", folder.resolve(name).toString()));
    words.addAll(List.of(more));
    return CommandLineRun.of(words.toArray(String[]::new));
  }

  /** What runs in the folder of the test. */
  private String processes() throws IOException, InterruptedException {
    var ps =
        new ProcessBuilder("pgrep", "-fa", folder.resolve("at-").toString())
            .redirectErrorStream(true)
            .start();
    var text = new String(ps.getInputStream().readAllBytes());
    ps.waitFor();
    return text;
  }

  private List<String> files() throws IOException {
    try (var all = Files.walk(folder)) {
      return all.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void ranksAtSitesComputeTheSame() throws Exception {
    grid(ENGINE);
    var there = run("there");
    assertThat(there.exitCode()).as(there.err()).isZero();
    assertThat(there.err()).contains("left: 2 ranks running").contains("right: 2 ranks running");
    var here = run("here", "--workers", "embedded", "--duration", "1 s");
    assertThat(here.exitCode()).as(here.err()).isZero();
    assertThat(folder.resolve("there/result.raw"))
        .hasSameBinaryContentAs(folder.resolve("here/result.raw"));
    assertThat(processes()).isEmpty();
    assertThat(files()).contains("strait-right.0.log").doesNotContain("token", "worker.key");
  }

  @Test
  void aSiteThatStartsNothingIsNamed() throws Exception {
    grid("{submit: 'echo no room >&2; false {script}', status: 'true {id}', cancel: 'true {id}'}");
    var run = run("there");
    assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
    assertThat(run.err()).contains("right: this machine: ").contains("no room");
    assertThat(processes()).isEmpty();
    assertThat(files()).doesNotContain("token", "worker.key");
  }

  @Test
  void jobsThatEndTooSoonAreTold() throws Exception {
    grid(ENGINE.replace("sh {script}", "sh -c 'echo crash; exit 3 # {script}'"));
    var run = run("there");
    assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
    assertThat(run.err()).contains("right: its job ended");
    assertThat(processes()).isEmpty();
  }
}
