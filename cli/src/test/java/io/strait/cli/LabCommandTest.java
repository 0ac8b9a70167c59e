package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strait.lab.Needs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lab with real namespaces, real TCP and real faults. */
@Tag("real")
class LabCommandTest {
  private static final String GRID =
      """
      grid: tested
      home: east
      clusters:
        east:
          lan: {bandwidth: 10 MB/s, latency: 1 ms}
          hosts: [{name: e, count: 2, speed: 2 Gflop/s}]
        west:
          lan: {bandwidth: 1 Gbit/s, latency: 0.2 ms, duplex: full}
          hosts: [{name: w, speed: 1 Gflop/s}]
        closed:
          inbound: none
          lan: {bandwidth: 1 Gbit/s}
          hosts: [{name: c, speed: 1 Gflop/s}]
      links:
        - {between: [east, west], bandwidth: 1 MB/s, latency: 20 ms}
        - {between: [west, closed], bandwidth: 10 MB/s, latency: 5 ms}
      """;

  private static final TestLab LAB = new TestLab("t" + ProcessHandle.current().pid());
  private static List<String> before = List.of();

  @TempDir private static Path folder;

  @BeforeAll
  static void up() throws IOException {
    assumeTrue(Needs.missing() == null, Needs.missing());
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/ping")), "no ping: install iputils-ping");
    before = TestLab.traces(LAB.name());
    Files.writeString(folder.resolve("grid.yaml"), GRID);
    var run = LAB.up(folder.resolve("grid.yaml"));
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .startsWith("lab %s is up: 4 hosts in 3 clusters, and a gateway".formatted(LAB.name()))
        .doesNotContain("unlimited")
        .contains("strait lab exec --lab %s e1 -- ping -c 3 c".formatted(LAB.name()))
        .contains("strait lab down " + LAB.name());
  }

  @AfterEach
  void heal() {
    LAB.mustDo("heal");
    for (var host : List.of("e1", "e2", "w", "c")) {
      LAB.mustDo("kill", host);
    }
  }

  @AfterAll
  static void down() throws IOException {
    if (Needs.missing() == null) {
      assertThat(LAB.down().out()).isEqualTo("lab %s is down%n".formatted(LAB.name()));
      assertThat(LAB.down().out()).isEqualTo("lab %s was not there%n".formatted(LAB.name()));
      assertThat(TestLab.traces(LAB.name())).isEqualTo(before);
    }
  }

  @Test
  void hostsReachEachOtherAfterTheirLatencies() throws Exception {
    assertThat(LAB.ping("e1", "e2")).isBetween(1.9, 1000.0);
    assertThat(LAB.ping("e1", "w")).isBetween(39.9, 1000.0);
    assertThat(LAB.ping("gateway.east", "gateway.west")).isBetween(39.9, 1000.0);
    assertThat(LAB.ping("c", "e1")).isBetween(49.9, 1000.0);
    assertThat(LAB.print("e1", "hostname").strip()).isEqualTo("e1");
  }

  @Test
  void bytesArriveAtTheGapsRate() throws Exception {
    var server = serve("w");
    assertThat(seconds(send("e1", "w", 1_000_000))).isBetween(0.98, 20.0);
    // The other way a cluster is passed between.
    assertThat(send("c", "w", 10_000)).startsWith("equal");
    server.destroyForcibly();
  }

  @Test
  void aClosedClusterTakesNoConnections() throws Exception {
    var closed = serve("c");
    var open = serve("e2");
    assertThat(send("c", "e2", 1000)).startsWith("equal");
    assertThat(send("e1", "c", 1000)).isEqualTo("no connection\n");
    assertThat(LAB.ping("e2", "c")).isInfinite(); // c has not asked e2
    assertThat(LAB.order("status", "--format", "json").json().get("refused").asLong())
        .isGreaterThanOrEqualTo(2);
    closed.destroyForcibly();
    open.destroyForcibly();
  }

  private static Process serve(String host) throws IOException {
    var process =
        LAB.start(host, TestLab.java(LabPeer.class, "serve", "7000").toArray(String[]::new));
    assertThat(process.inputReader().readLine()).isEqualTo("serving");
    return process;
  }

  private static String send(String from, String to, int bytes) throws Exception {
    return LAB.print(
        from,
        TestLab.java(LabPeer.class, "send", to, "7000", Integer.toString(bytes))
            .toArray(String[]::new));
  }

  private static double seconds(String said) {
    assertThat(said).matches("equal after [0-9.]+ s\n");
    return Double.parseDouble(said.split(" ", -1)[2]);
  }

  @Test
  void whatIsCutIsHealed() throws Exception {
    LAB.mustDo("cut", "east-west");
    assertThat(LAB.ping("e1", "w")).isInfinite();
    assertThat(LAB.ping("c", "w")).isFinite();
    assertThat(LAB.order("status").out()).containsPattern("east>west +cut ");
    LAB.mustDo("heal", "west-east");
    assertThat(LAB.ping("e1", "w")).isFinite();
    LAB.mustDo("cut", "west>east", "--for", "300 ms");
    TestLab.await("it is healed", () -> Double.isFinite(LAB.ping("e1", "w")));
  }

  @Test
  void aNetworkGetsWorse() throws Exception {
    LAB.mustDo("set", "east-west", "latency=100ms");
    LAB.mustDo("set", "east", "latency=3 ms, jitter=1ms");
    assertThat(LAB.ping("e1", "w")).isBetween(199.9, 2000.0);
    LAB.mustDo("heal", "east-west");
    assertThat(LAB.ping("gateway.east", "w")).isLessThan(200);
    LAB.mustDo("set", "east-west", "loss=100%");
    assertThat(LAB.ping("e1", "w")).isInfinite();
  }

  @Test
  void aFrozenHostComesBack() throws Exception {
    var sleeping = LAB.start("w", "sleep", "600");
    TestLab.await("it sleeps", () -> command(sleeping).startsWith("sleep"));
    LAB.mustDo("freeze", "w");
    TestLab.await("it is stopped", () -> state(sleeping) == 'T');
    assertThat(LAB.ping("e1", "w")).isInfinite();
    LAB.mustDo("heal", "w");
    TestLab.await("it goes on", () -> state(sleeping) == 'S');
    assertThat(LAB.ping("e1", "w")).isFinite();
    LAB.mustDo("kill", "w");
    assertThat(sleeping.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(sleeping.exitValue()).isEqualTo(137);
  }

  private static String command(Process process) throws IOException {
    return Files.readString(Path.of("/proc/%d/cmdline".formatted(process.pid())));
  }

  private static char state(Process process) throws IOException {
    var line = Files.readString(Path.of("/proc/%d/stat".formatted(process.pid())));
    return line.charAt(line.lastIndexOf(')') + 2);
  }

  @Test
  void aPartitionKeepsGroupsTogether() throws Exception {
    LAB.mustDo("partition", "east|west,closed");
    assertThat(LAB.ping("e1", "w")).isInfinite();
    assertThat(LAB.ping("c", "w")).isFinite();
    assertThat(LAB.ping("e1", "e2")).isFinite();
    LAB.mustDo("heal", "east-west");
    assertThat(LAB.ping("e1", "w")).isFinite();
  }

  @Test
  void aScriptIsPlayed() throws Exception {
    var script = folder.resolve("night.yaml");
    Files.writeString(
        script,
        """
        faults:
          - {at: 0 s, cut: east-west}
          - {at: 100 ms, cut: east-west, for: 100 ms}
          - {at: 2 s, heal: all}
        """);
    var run = LAB.order("faults", script.toString());
    assertThat(run.out())
        .isEqualTo("lab %s plays 3 faults; all is over after 2 s%n".formatted(LAB.name()));
    Thread.sleep(500);
    // The shorter cut is over, the longer is not.
    assertThat(LAB.order("status").out()).containsPattern("east>west +cut ");
    TestLab.await("it is healed", () -> Double.isFinite(LAB.ping("e1", "w")));

    Files.writeString(script, "faults:\n  - {at: 0 s, cut: east}\n  - {at: 0 s, cut: north}\n");
    var wrong = LAB.order("faults", script.toString());
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err())
        .startsWith(script + ":3:20: the lab has no network 'north', expected one of: east-west");
    assertThat(LAB.order("status").out()).doesNotContainPattern("east +cut ");
  }

  @Test
  void statusTellsNetworksAndHosts() throws Exception {
    var sleeping = LAB.start("e2", "sleep", "600");
    TestLab.await("it sleeps", () -> command(sleeping).startsWith("sleep"));
    LAB.ping("e1", "w");
    var text = LAB.order("status").out();
    assertThat(text)
        .containsPattern("east>west +gap +1 MB/s +20.0 ms")
        .containsPattern("east +LAN +10 MB/s +1.00 ms")
        .containsPattern("e2 +east +10.0.0.2 +1\n")
        .containsPattern("gateway.west +west +10.1.0.2 +0\n");
    var json = LAB.order("status", "--format", "json").json();
    assertThat(json.get("up").asBoolean()).isTrue();
    assertThat(json.get("networks").size()).isEqualTo(7);
    assertThat(json.get("networks").get(3).get("bytes_per_s").asDouble()).isEqualTo(1e6);
    assertThat(json.get("networks").get(3).get("packets").asLong()).isPositive();
    assertThat(json.get("hosts").get(1).get("processes").get(0).asLong()).isEqualTo(sleeping.pid());
    sleeping.destroyForcibly();
  }

  @Test
  void aCommandKeepsItsExitCodeAndItsSignals() throws Exception {
    var exit = TestLab.strait("lab", "exec", "--lab", LAB.name(), "e1", "--", "sh", "-c", "exit 7");
    var missing = TestLab.strait("lab", "exec", "--lab", LAB.name(), "e1", "--", "nosuch");
    var sleep = TestLab.strait("lab", "exec", "--lab", LAB.name(), "e1", "--", "sleep", "600");
    assertThat(exit.waitFor()).isEqualTo(7);
    assertThat(new String(missing.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("nosuch: not found")
        .doesNotContain("Exception");
    assertThat(missing.waitFor()).isEqualTo(127);
    TestLab.await("it sleeps", () -> command(sleep).startsWith("sleep"));
    sleep.destroy();
    assertThat(sleep.waitFor()).isEqualTo(143);
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    var twice = LAB.up(folder.resolve("grid.yaml"));
    assertThat(twice.exitCode()).isEqualTo(2);
    assertThat(twice.err())
        .startsWith("lab '%s' is there already, expected another --lab".formatted(LAB.name()));
    var host = LAB.order("exec", "e9", "--", "true");
    assertThat(host.exitCode()).isEqualTo(2);
    assertThat(host.err())
        .startsWith("lab '%s' has no host 'e9', expected one of: e1, e2, g".formatted(LAB.name()));
    var gap = LAB.order("cut", "east-north");
    assertThat(gap.exitCode()).isEqualTo(2);
    assertThat(gap.err()).startsWith("the lab has no network 'east-north', expected one of: ");
    var change = LAB.order("set", "east", "loss=200%");
    assertThat(change.exitCode()).isEqualTo(2);
    assertThat(LAB.order("status").exitCode()).isZero();
    assertThat(CommandLineRun.of("lab", "cut", "--lab", "nowhere", "a").err())
        .startsWith("there is no lab 'nowhere', expected one of: ");
  }
}
