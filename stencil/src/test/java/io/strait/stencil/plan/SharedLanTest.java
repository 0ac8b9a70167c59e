package io.strait.stencil.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.stencil.file.StencilFile;
import io.strait.stencil.file.Strategy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Borders share the LAN that they cross. */
class SharedLanTest {
  /**
   * Hosts in a row exchange columns of 1,000 doubles: one medium carries all messages one after
   * another; behind a switch, a host in the middle sends two. A lab of three hosts took 33.6 ms
   * where a LAN for each message alone would have taken 16.5.
   */
  @ParameterizedTest
  @CsvSource({"2, full, 1", "3, full, 2", "5, full, 2", "2, half, 2", "3, half, 4", "5, half, 8"})
  void anIterationTakesAllMessagesThatShareALine(int hosts, String duplex, int messages) {
    var grid =
        GridFile.read(
            Document.parse(
                "grid.yaml",
                """
                grid: g
                clusters:
                  a:
                    lan: {bandwidth: 1 MB/s, latency: 0 ms, duplex: %s}
                    hosts: [{name: h, count: %d, rate: 1e12/s}]
                """
                    .formatted(duplex, hosts)));
    var app =
        StencilFile.read(
            Document.parse(
                "app.yaml",
                """
                app: s
                kind: stencil
                domain: [1000, 1000]
                iterations: 1000
                stencil: 5-point
                clusters: [[a]]
                processors: [1]
                strategy: lh
                """));
    var plan = StencilPlanner.plan(grid, app);
    var lh =
        plan.strategies().stream()
            .filter(s -> s.strategy() == Strategy.LH)
            .findFirst()
            .orElseThrow();
    assertThat(lh.iterationSeconds()).isCloseTo(8e-3 * messages, within(0.02 * 8e-3 * messages));
  }
}
