package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strait.lab.Needs;
import io.strait.model.Duplex;
import io.strait.model.Grid;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code strait measure grid} with real probes: on loopback, and in a lab whose truth is known. */
@Tag("real")
class MeasureGridTest {
  @TempDir private Path folder;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  private Process start(String... words) throws IOException {
    var process = TestLab.strait(words);
    started.add(process);
    return process;
  }

  private static String output(Process process) throws Exception {
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return text;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private Process coordinator(int port, int probes, String... more) throws IOException {
    var words =
        new ArrayList<>(List.of("measure", "grid", "--listen", "localhost:" + port, "--plaintext"));
    words.addAll(List.of("--probes", Integer.toString(probes), "--no-speed"));
    words.addAll(List.of(more));
    return start(words.toArray(String[]::new));
  }

  private Process probe(int port, String name, String... more) throws IOException {
    var words = new ArrayList<>(List.of("probe", "--join", "localhost:" + port, "--plaintext"));
    words.addAll(List.of("--name", name, "--beside-others"));
    words.addAll(List.of(more));
    return start(words.toArray(String[]::new));
  }

  private static Grid read(Path file) {
    return GridFile.read(Document.read(file));
  }

  /** Figures go into a file that is there; what was written by hand stays. */
  @Test
  void twoProbesOnLoopback() throws Exception {
    var file = folder.resolve("grid.yaml");
    Files.writeString(
        file,
        """
        # our machines
        grid: ours
        home: here
        clusters:
          here:
            lan: {bandwidth: 1 MB/s, message-setup: 3 us}   # old
            hosts:
              - {name: one, price: 2/h}
              - {name: two, role: worker}
        """);
    int port = freePort();
    var coordinator = coordinator(port, 2, "-o", file.toString());
    var one = probe(port, "one");
    var two = probe(port, "two");
    var text = output(coordinator);
    assertThat(coordinator.exitValue()).as(text).isZero();
    assertThat(text).contains("schedule: 1 ways in 1 LANs").contains("wrote ");
    assertThat(one.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(one.exitValue()).isZero();
    assertThat(two.waitFor(60, TimeUnit.SECONDS)).isTrue();
    var written = Files.readString(file);
    assertThat(written)
        .contains("# our machines")
        .contains("# old")
        .contains("message-setup: 3 us")
        .contains("price: 2/h")
        .contains("role: worker")
        .contains("# measure grid: bandwidth ");
    var lan = read(file).clusters().getFirst().lan();
    assertThat(lan.bandwidth().bytesPerSecond()).isGreaterThan(10e6);
  }

  /** A probe that disappears is named; what was measured without it is written. */
  @Test
  void aProbeDisappears() throws Exception {
    var file = folder.resolve("grid.yaml");
    int port = freePort();
    var coordinator = coordinator(port, 3, "-o", file.toString());
    probe(port, "a1", "--cluster", "a");
    probe(port, "a2", "--cluster", "a");
    var lost = probe(port, "b1", "--cluster", "b");
    var lines = coordinator.inputReader(StandardCharsets.UTF_8);
    var text = new StringBuilder();
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      text.append(line).append('\n');
      if (line.contains("schedule:")) {
        lost.destroyForcibly();
      }
    }
    assertThat(coordinator.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(coordinator.exitValue()).as(text.toString()).isEqualTo(1);
    assertThat(text.toString()).contains("wrote ");
    assertThat(text.toString().lines().filter(line -> line.startsWith("b1 is gone"))).hasSize(1);
    var grid = read(file);
    assertThat(grid.clusters()).hasSize(2);
    assertThat(grid.clusters().getFirst().lan().bandwidth().isLimited()).isTrue();
    assertThat(Files.readString(file)).contains("# not measured: b1 is gone");
  }

  @Test
  void twoCoordinatorsAndTwoProbesOfOneHost() throws Exception {
    int port = freePort();
    coordinator(port, 2);
    TestLab.await("the port is open", () -> !isFree(port));
    var second = coordinator(port, 2);
    assertThat(output(second)).contains("cannot listen at localhost:" + port);
    assertThat(second.exitValue()).isEqualTo(2);
    var one = start("probe", "--join", "localhost:" + port, "--plaintext", "--name", "x");
    TestLab.await("the first probe has joined", () -> joined(one));
    var two = start("probe", "--join", "localhost:" + port, "--plaintext", "--name", "y");
    assertThat(output(two))
        .contains("this host is being measured already, by the probe with process number");
    assertThat(two.exitValue()).isEqualTo(2);
  }

  /** Ctrl-C in the middle: what was measured is written, what is missing is named, probes end. */
  @Test
  void stoppedInTheMiddle() throws Exception {
    var file = folder.resolve("grid.yaml");
    int port = freePort();
    var coordinator = coordinator(port, 2, "-o", file.toString());
    var one = probe(port, "a1", "--cluster", "a");
    var two = probe(port, "b1", "--cluster", "b");
    var text = new StringBuilder();
    var lines = coordinator.inputReader(StandardCharsets.UTF_8);
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      text.append(line).append('\n');
      if (line.contains(": link a1-b1")) {
        coordinator.toHandle().destroy(); // leaves its output open
      }
    }
    assertThat(coordinator.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(coordinator.exitValue()).as(text.toString()).isEqualTo(1);
    assertThat(text.toString().lines().filter(line -> line.startsWith("not measured: ")))
        .containsExactly(
            "not measured: stopped before it was done",
            "not measured: whether a link joins a and b, and what it carries");
    assertThat(read(file).clusters()).hasSize(2);
    assertThat(one.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(two.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  /** Tasks that fail on one host leave the rest as it is; and addresses may be those of IPv6. */
  @Test
  void anAppThatFailsOverIpv6() throws Exception {
    assumeTrue(
        NetworkInterface.getByInetAddress(InetAddress.getByName("::1")) != null,
        "this machine has no IPv6");
    var app = folder.resolve("app.yaml");
    Files.writeString(
        app,
        """
        app: wrong
        kind: farm
        tasks: 2
        input: 1 kB
        output: 1 kB
        run: {command: "exit 7", result: none.txt}
        """);
    var file = folder.resolve("grid.yaml");
    int port = freePort();
    var coordinator =
        start(
            ("measure grid --listen [::1]:%d --plaintext --probes 2 --no-speed -o %s")
                .formatted(port, file)
                .split(" ", -1));
    for (var name : List.of("one", "two")) {
      start(
          ("probe --join [::1]:%d --plaintext --beside-others --name %s"
                  + (name.equals("one") ? " --app " + app : ""))
              .formatted(port, name)
              .split(" ", -1));
    }
    var text = output(coordinator);
    assertThat(coordinator.exitValue()).as(text).isEqualTo(1);
    assertThat(text.lines().filter(line -> line.startsWith("not measured: ")))
        .as(text)
        .singleElement()
        .asString()
        .startsWith("not measured: one: strait measure app ")
        .contains("7");
    assertThat(read(file).clusters().getFirst().lan().bandwidth().bytesPerSecond())
        .isGreaterThan(1e6);
  }

  private static boolean joined(Process probe) throws IOException {
    var bytes = probe.getInputStream().readNBytes(probe.getInputStream().available());
    return new String(bytes, StandardCharsets.UTF_8).contains("joined a measurement");
  }

  private static boolean isFree(int port) {
    try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /** The circle in small: a hub, a switch and a gap that differs by direction. */
  @Test
  void aLabGivesItsGridFileBack() throws Exception {
    assumeTrue(Needs.missing() == null, Needs.missing());
    var truth = folder.resolve("truth.yaml");
    Files.writeString(
        truth,
        """
        grid: two
        home: home
        clusters:
          home:
            lan: {bandwidth: 1 MB/s, latency: 1 ms}
            hosts: [{name: h, count: 2}]
          far:
            lan: {bandwidth: 1500 kB/s, latency: 1 ms, duplex: full}
            inbound: none
            hosts: [{name: f, count: 2}]
        links:
          - {between: [home, far], bandwidth: 400 kB/s, latency: 20 ms, back: {bandwidth: 200 kB/s}}
        """);
    var file = folder.resolve("measured.yaml");
    var process =
        start("measure", "grid", "--lab", truth.toString(), "--no-speed", "-o", file.toString());
    var text = output(process);
    assertThat(process.exitValue()).as(text).isZero();
    var grid = read(file);
    assertThat(grid.home()).isEqualTo("h");
    assertThat(grid.clusters()).hasSize(2);
    for (var cluster : grid.clusters()) {
      boolean isHome = cluster.name().equals("h");
      double rate = isHome ? 1e6 : 1.5e6;
      assertThat(cluster.hosts()).hasSize(2);
      assertThat(cluster.lan().bandwidth().bytesPerSecond())
          .as(text)
          .isCloseTo(rate, within(0.15 * rate));
      assertThat(cluster.lan().duplex()).as(text).isEqualTo(isHome ? Duplex.HALF : Duplex.FULL);
    }
    var link = grid.links().getFirst();
    boolean isThere = link.between().getFirst().equals("h");
    var back = link.back();
    assertThat(back).as(text).isNotNull();
    double there = link.network().bandwidth().bytesPerSecond();
    double other = back == null ? 0 : back.network().bandwidth().bytesPerSecond();
    assertThat(isThere ? there : other).isCloseTo(400e3, within(60e3));
    assertThat(isThere ? other : there).isCloseTo(200e3, within(30e3));
    assertThat(Durations.seconds(link.network().latency())).isCloseTo(0.02, within(0.005));
  }

  /** Two links share a network that no host of ours is attached to: it has its own bandwidth. */
  @Test
  void aLabWithASharedNetwork() throws Exception {
    assumeTrue(Needs.missing() == null, Needs.missing());
    var truth = folder.resolve("truth.yaml");
    Files.writeString(
        truth,
        """
        grid: shared
        home: a
        clusters:
          a: {hosts: [{name: a1}]}
          b: {hosts: [{name: b1}]}
          c: {hosts: [{name: c1}]}
          x: {hosts: [{name: x1, role: master}]}
        links:
          - {between: [a, x], bandwidth: 420 kB/s, latency: 15 ms, duplex: full}
          - {between: [x, b], bandwidth: 330 kB/s, latency: 10 ms, duplex: full}
          - {between: [x, c], bandwidth: 360 kB/s, latency: 5 ms, duplex: full}
        """);
    var file = folder.resolve("measured.yaml");
    var process =
        start("measure", "grid", "--lab", truth.toString(), "--no-speed", "-o", file.toString());
    var text = output(process);
    assertThat(process.exitValue()).as(text).isZero();
    var shared =
        read(file).links().stream()
            .filter(link -> link.between().contains("a"))
            .findFirst()
            .orElseThrow();
    assertThat(shared.between()).as(text).contains("junction1");
    // The sum of what each flow got at its worst would be a tenth too low.
    assertThat(shared.network().bandwidth().bytesPerSecond())
        .as(text)
        .isCloseTo(420e3, within(30e3));
    assertThat(Files.readString(file))
        .contains("what flows of the links that share it got at once");
  }

  @Test
  void wrongOptions() {
    for (var words :
        List.of(
            List.of("measure", "grid"),
            List.of("measure", "grid", "--listen", "0", "--plaintext", "--probes", "0"),
            List.of("measure", "grid", "--lab", "grid.yaml", "--probes", "2"),
            List.of("measure", "grid", "--listen", "0", "--probes", "2", "--quota"),
            List.of("measure", "grid", "--listen", "0", "--probes", "2"),
            List.of("measure", "grid", "--listen", "0", "--probes", "2", "--name", "a b"),
            List.of("probe", "--join", "localhost:1", "--listen", "2"),
            List.of("probe", "--listen", "2", "--cluster", "x"),
            List.of("probe", "--join", "localhost:1", "--plaintext", "--name", "a b"),
            List.of("probe", "--join", "localhost:1", "--plaintext", "--app", "none.yaml"))) {
      var run = CommandLineRun.of(words.toArray(String[]::new));
      assertThat(run.exitCode()).as(words + run.err()).isEqualTo(2);
      assertThat(run.err().lines()).as(run.err()).hasSize(1);
      assertThat(run.err()).contains("expected");
    }
  }
}
