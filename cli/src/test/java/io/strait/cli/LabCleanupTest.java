package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strait.lab.Lab;
import io.strait.lab.Needs;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing of a lab stays, whatever of it dies; and what cannot be a lab is refused. */
@Tag("real")
class LabCleanupTest {
  private static final String PREFIX = "u" + ProcessHandle.current().pid();
  private static final TestLab LAB = new TestLab(PREFIX + "a");

  @TempDir private Path folder;
  private Path grid = Path.of("");
  private List<String> before = List.of();

  @BeforeEach
  void count() throws IOException {
    assumeTrue(Needs.missing() == null, Needs.missing());
    grid = grid("{name: x, count: 2, speed: 1 Gflop/s}");
    before = TestLab.traces(PREFIX);
  }

  private Path grid(String hosts) throws IOException {
    return Files.writeString(
        folder.resolve("grid.yaml"),
        "grid: g\nhome: a\nclusters: {a: {hosts: [%s]}}\n".formatted(hosts));
  }

  @AfterEach
  void nothingStays() throws Exception {
    if (Needs.missing() == null) {
      LAB.down();
      TestLab.await("nothing is left", () -> TestLab.traces(PREFIX).equals(before));
    }
  }

  @Test
  void twoLabsStandSideBySide() throws Exception {
    var other = new TestLab(PREFIX + "b");
    var run = LAB.up(grid, "--quota");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("unlimited, since the grid gives no bandwidth: LAN a")
        .contains("CPUs: x1 1, x2 1");
    assertThat(other.up(grid, "--time-scale", "20").out()).contains("time scale 20");
    assertThat(LAB.ping("x1", "x2")).isFinite();
    assertThat(other.ping("x1", "x2")).isFinite();
    assertThat(CommandLineRun.of("lab", "status").out()).contains(LAB.name(), other.name());
    assertThat(CommandLineRun.of("lab", "cut", "a").err()).contains("expected --lab with one of: ");
    LAB.mustDo("cut", "a");
    assertThat(LAB.ping("x1", "x2")).isInfinite();
    assertThat(other.ping("x1", "x2")).isFinite();
    assertThat(LAB.down().exitCode()).isZero();
    assertThat(other.ping("x1", "x2")).isFinite();
    assertThat(other.down().exitCode()).isZero();
  }

  @Test
  void aRelayThatIsKilledLeavesNothing() throws Exception {
    assertThat(LAB.up(grid).exitCode()).isZero();
    var sleeping = LAB.start("x1", "sleep", "600");
    TestLab.await("there is a process", () -> LAB.order("status").out().matches("(?s).* 1\\n.*"));
    var relay = Files.readString(Path.of("/run/strait/labs", LAB.name(), "relay"));
    var process = ProcessHandle.of(Long.parseLong(relay.split(" ", -1)[0])).orElseThrow();
    process.destroyForcibly();
    process.onExit().get(60, TimeUnit.SECONDS);
    var status = LAB.order("status");
    assertThat(status.exitCode()).isEqualTo(1);
    assertThat(status.out()).contains("clean up: strait lab down " + LAB.name());
    assertThat(LAB.order("cut", "a").exitCode()).isEqualTo(2);
    assertThat(LAB.order("exec", "x1", "--", "true").err())
        .startsWith("the relay of lab '%s' does not answer".formatted(LAB.name()));
    assertThat(LAB.down().exitCode()).isZero();
    assertThat(sleeping.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void bringingItUpMayBeKilled() throws Exception {
    var process = TestLab.strait("lab", "up", grid.toString(), "--lab", LAB.name());
    TestLab.await("it makes namespaces", this::isBegun);
    process.destroyForcibly();
    process.waitFor();
    assertThat(LAB.down().exitCode()).isZero();
  }

  @Test
  void bringingItUpMayBeInterrupted() throws Exception {
    var process = TestLab.strait("lab", "up", grid.toString(), "--lab", LAB.name());
    TestLab.await("it makes namespaces", this::isBegun);
    process.destroy();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    // Either it was up already, or nothing is left.
    var state = LAB.order("status");
    assertThat(state.exitCode() == 2 || state.out().contains("is up")).as(state.out()).isTrue();
  }

  private boolean isBegun() {
    return Files.exists(Path.of("/run/strait/labs", LAB.name(), "hosts"));
  }

  @Test
  void itEndsWithItsOwner() throws Exception {
    var owner = new ProcessBuilder("sleep", "600").start();
    var lab = Lab.called(LAB.name());
    LabCommand.up(lab, GridFile.read(Document.read(grid)), 1, 1, owner.pid());
    var inside = LAB.start("x1", "sleep", "600");
    assertThat(lab.isUp()).isTrue();
    owner.destroyForcibly();
    TestLab.await("the lab is gone", () -> !lab.isThere());
    assertThat(inside.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whatIsNoLabIsRefused() throws IOException {
    refused("'a/b' is not a valid name for a lab", "--lab", "a/b");
    refused("'%s' is not a valid name".formatted("n".repeat(33)), "--lab", "n".repeat(33));
    refused("--time-scale 0.0, expected a number above zero", "--time-scale", "0");
    grid("{name: x, count: 1001}");
    refused("the grid has 1001 hosts, expected at most 1000 for a lab");
    grid("{name: %s}".formatted("x".repeat(65)));
    refused("host '%s' has a name of 65 characters".formatted("x".repeat(65)));
    grid("{name: gateway.a}");
    refused("host 'gateway.a' has the name of a cluster's gateway");
    grid("{name: 'x y'}");
    refused(grid + ":3:");
    grid("{name: x}");
    refused("no host of the grid has a speed or a rate", "--quota");
  }

  private void refused(String message, String... options) {
    var words = new java.util.ArrayList<>(List.of("lab", "up", grid.toString()));
    if (!List.of(options).contains("--lab")) {
      words.addAll(List.of("--lab", LAB.name()));
    }
    words.addAll(List.of(options));
    var run = CommandLineRun.of(words.toArray(String[]::new));
    assertThat(run.err()).startsWith(message);
    assertThat(run.err()).contains("expected");
    assertThat(run.exitCode()).isEqualTo(2);
  }
}
