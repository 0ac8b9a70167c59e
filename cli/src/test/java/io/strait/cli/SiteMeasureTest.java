package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code strait measure grid GRID} with probes that it starts itself, on this machine. */
@Tag("real")
@Timeout(170)
final class SiteMeasureTest {
  private static final String ENGINE =
      """
      {submit: "setsid sh {script} > /dev/null 2>&1 & echo $!", status: "kill -0 {id}", cancel: "kill -TERM -{id}"}\
      """;

  @TempDir Path folder;

  private Path grid(String west) throws IOException {
    var file = folder.resolve("grid.yaml");
    Files.writeString(
        file,
        """
        grid: three   # ours
        home: home
        clusters:
          home:
            hosts: [{name: desk, role: master}]
          east:
            start: {folder: %s, command: %s}
            hosts: [{name: e, cores: 3, price: 2/h}]
          west:
            start: %s
            hosts: [{name: w, count: 4}]
        links:
          - {between: [home, east], bandwidth: 1 kB/s, latency: 7 s}
          - {between: [west, home], bandwidth: 1 kB/s, latency: 7 s}
        """
            .formatted(folder.resolve("at-east"), ENGINE.strip(), west));
    return file;
  }

  private String[] words(Path grid, String... more) {
    var words =
        new ArrayList<>(List.of("measure", "grid", grid.toString(), "--no-speed", "--once", "-o"));
    words.add(folder.resolve("measured.yaml").toString());
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private CommandLineRun measure(Path grid) {
    return CommandLineRun.of(words(grid));
  }

  private void assertRefused(String why, String... words) throws IOException {
    Refusals.refused(folder, "", List.of(why, "expected"), words);
  }

  private void assertNothingStays() throws Exception {
    var ps =
        new ProcessBuilder("pgrep", "-fa", folder.resolve("at-").toString())
            .redirectErrorStream(true)
            .start();
    assertThat(new String(ps.getInputStream().readAllBytes())).isEmpty();
    ps.waitFor();
    try (var all = Files.walk(folder)) {
      assertThat(all.map(file -> file.getFileName().toString()))
          .contains("strait-east.0.log")
          .doesNotContain("token", "worker.key");
    }
  }

  /** One site by the commands of an engine, one directly; what was written by hand stays. */
  @Test
  void twoSitesOnThisMachine() throws Exception {
    var file = grid("{folder: %s}".formatted(folder.resolve("at-west")));
    var run = measure(file);
    assertThat(run.exitCode()).as(run.err() + run.out()).isZero();
    assertThat(run.err())
        .contains("waiting for probes: 1 at east, 1 at west")
        .contains("east: 1 probe running");
    assertNothingStays();
    var text = Files.readString(folder.resolve("measured.yaml"));
    assertThat(text)
        .contains("grid: three   # ours", "price: 2/h", "cores: 3", ENGINE.strip())
        .contains("# measure grid, gaps: through the SSH connections and relays of runs")
        .contains("desk-e by the way of runs, by TCP");
    var grid = GridFile.read(Document.read(folder.resolve("measured.yaml")));
    assertThat(grid.clusters().stream().limit(3).map(cluster -> cluster.hosts().size()))
        .containsExactly(1, 1, 1);
    assertThat(grid.links())
        .isNotEmpty()
        .allSatisfy(
            link -> {
              assertThat(link.network().bandwidth().bytesPerSecond()).isGreaterThan(1e6);
              assertThat(link.network().latency()).isLessThan(Duration.ofSeconds(1));
            })
        .noneMatch(link -> link.between().containsAll(List.of("east", "west")));
    assertThat(Files.readString(file)).as("the file that was read").contains("latency: 7 s");
  }

  /**
   * A site that cannot be reached is named with the command that shows it, and the rest goes on.
   */
  @Test
  void aSiteThatCannotBeReached() throws Exception {
    var run = measure(grid("{ssh: west.invalid, slurm: {}}"));
    assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
    assertThat(run.err())
        .contains("west: west.invalid cannot be reached: ")
        .contains("ssh west.invalid true' works")
        .contains("wrote ");
    assertNothingStays();
    var grid = GridFile.read(Document.read(folder.resolve("measured.yaml")));
    var east = grid.links().getFirst();
    assertThat(east.between()).containsExactly("home", "east");
    assertThat(east.network().bandwidth().bytesPerSecond()).isGreaterThan(1e6);
    var west = grid.links().getLast();
    assertThat(west.network().bandwidth().bytesPerSecond()).as("as it was").isEqualTo(1e3);
  }

  /** Without any site there is nothing to measure, and nothing is written. */
  @Test
  void aSiteThatStartsNothing() throws Exception {
    var file = folder.resolve("grid.yaml");
    Files.writeString(
        file,
        """
        grid: two
        home: home
        clusters:
          home: {hosts: [{name: desk, role: master}]}
          east:
            start: {folder: %s, command: {submit: 'echo no room >&2; false {script}', status: 'true {id}', cancel: 'true {id}'}}
            hosts: [{name: e}]
        links: [{between: [home, east]}]
        """
            .formatted(folder.resolve("at-east")));
    var run = measure(file);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
    assertThat(run.err())
        .contains("east: this machine: ", "no room")
        .contains("no site has a probe, so there is nothing to measure");
    assertThat(folder.resolve("measured.yaml")).doesNotExist();
  }

  @Test
  void wrongUse() throws Exception {
    var file = grid("{ssh: login}");
    assertRefused("GRID alone", words(file, "--listen", "0"));
    assertRefused("--hosts 0, expected a number from 1", words(file, "--hosts", "0"));
    Files.writeString(file, Files.readString(file).replace("home: home", "home: west"));
    assertRefused("home 'west' is behind ssh, expected a cluster of its own", words(file));
    Files.writeString(file, Files.readString(file).replaceAll("\n *start:.*", ""));
    assertRefused("no cluster but this machine has start, expected start", words(file));
    assertThat(folder.resolve("measured.yaml")).doesNotExist();
  }
}
