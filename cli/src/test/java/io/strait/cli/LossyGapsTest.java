package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.model.law.TcpLaw;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Gaps that lose packets carry what TCP gets through them, in plans and rehearsals of stencils,
 * realignments and programs too. Over two gaps in a row a packet may be lost on either.
 */
final class LossyGapsTest {
  private static final double CARRIED = TcpLaw.rate(0.08, 1 - 0.98 * 0.98);

  @TempDir Path folder;

  private CommandLineRun simulate(String loss, String app) throws IOException {
    var grid =
        """
        grid: row
        home: a
        clusters:
          a: {hosts: [{name: m, rate: {s: 1e9/s}, speed: 1 Gflop/s}]}
          b: {hosts: [{name: front, role: master}]}
          c: {hosts: [{name: x, rate: {s: 1e9/s}, speed: 1 Gflop/s}]}
        links: [{between: [a, b, c], bandwidth: 50 MB/s, latency: 20 ms, loss: %s, duplex: full}]
        """
            .formatted(loss);
    var gridFile = Files.writeString(folder.resolve("grid.yaml"), grid);
    var appFile = Files.writeString(folder.resolve("app.yaml"), app);
    var run =
        CommandLineRun.of("simulate", gridFile.toString(), appFile.toString(), "--format", "json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    var plan = CommandLineRun.of("plan", gridFile.toString(), appFile.toString());
    assertThat(plan.out().contains("TCP is slower than the network: a loss of 2% at 20.0 ms"))
        .isEqualTo(!loss.equals("0%"));
    return run;
  }

  /** Two ranks exchange half of their 2 MB. */
  @Test
  void aRealignment() throws IOException {
    var app =
        """
        app: r
        kind: realign
        array: {shape: [500000], element: 8 B}
        source: {distribution: [block]}
        target: {distribution: [cyclic]}
        """;
    double seconds = 1e6 / CARRIED + 0.04;
    var json = simulate("2%", app).json();
    assertThat(json.get("time_s").asDouble()).isCloseTo(seconds, within(0.01 * seconds));
    assertThat(json.get("simulated_time_s").asDouble()).isCloseTo(seconds, within(0.01 * seconds));
    assertThat(simulate("0%", app).json().get("time_s").asDouble()).isLessThan(0.1);
  }

  /** What one more iteration takes is the border of 80 kB, which nothing hides. */
  @Test
  void aStencil() throws IOException {
    var app =
        """
        app: s
        kind: stencil
        domain: [40, 10000]
        type: double
        stencil: 5-point
        iterations: 20
        strategy: sync
        """;
    double lossy = 0.04 + 80_000 / CARRIED;
    var strategy = simulate("2%", app).json().get("strategies").get(0);
    double wait = TcpLaw.resending(0.08) * (1 - Math.pow(0.98, 2 * 2 * 56));
    assertThat(simulate("2%", app).json().get("notes").toString())
        .contains(" to %.0f ms, by how much".formatted(1000 * (lossy + wait)));
    assertThat(strategy.get("iteration_s").asDouble()).isCloseTo(lossy, within(0.01 * lossy));
    assertThat(strategy.get("simulated_iteration_s").asDouble())
        .isCloseTo(lossy, within(0.01 * lossy));
    assertThat(simulate("0%", app).json().get("strategies").get(0).get("iteration_s").asDouble())
        .isLessThan(0.05);
  }

  /** A loss inside a cluster is in the promise too: as a span, since chance decides. */
  @Test
  void aStencilWhoseLanLosesPackets() throws IOException {
    var grid =
        """
        grid: one
        home: a
        clusters:
          a:
            lan: {bandwidth: 100 MB/s, latency: 1 ms, loss: 5%}
            hosts: [{name: x, count: 2, rate: {s: 1e9/s}}]
        """;
    var app =
        """
        app: s
        kind: stencil
        domain: [40, 100]
        type: double
        stencil: 5-point
        iterations: 20
        strategy: sync
        """;
    var gridFile = Files.writeString(folder.resolve("grid.yaml"), grid);
    var appFile = Files.writeString(folder.resolve("app.yaml"), app);
    var run =
        CommandLineRun.of("plan", gridFile.toString(), appFile.toString(), "--format", "json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.json().get("notes").toString()).contains("TCP sends lost packets again after");
    var strategy = run.json().get("strategies").get(0);
    double usual = strategy.get("iteration_s").asDouble();
    // One packet in each direction.
    double wait = TcpLaw.resending(0.002) * (1 - 0.95 * 0.95);
    assertThat(strategy.get("most_iteration_s").asDouble())
        .isCloseTo(usual + wait, within(0.05 * wait));
  }

  /** Half of the work elsewhere would double the rate, but its 4 MB do not get there in time. */
  @Test
  void aProgram() throws IOException {
    var app =
        """
        app: p
        kind: program
        measured-on: m
        units: 100
        overlap: threads
        calculations: {one: {time: 1 s}, two: {time: 1 s}}
        data: [{from: one, to: two, volume: 4 MB}]
        """;
    for (var rate : new String[] {"rate", "simulated_rate"}) {
      assertThat(simulate("0%", app).json().get(rate).asDouble()).isCloseTo(1, within(0.05));
      assertThat(simulate("2%", app).json().get(rate).asDouble()).isCloseTo(0.5, within(0.01));
    }
  }
}
