package io.strait.stencil.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilFile;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.Strategy;
import org.junit.jupiter.api.Test;

/** Ranks that exchange borders of 160 bytes. */
class RealNetworkTest {
  private static final StencilApp APP =
      StencilFile.read(
          Document.parse(
              "app.yaml",
              """
              app: s
              kind: stencil
              domain: [60, 20]
              type: double
              iterations: 2000
              strategy: sync
              """));

  private static StencilPlan plan(String bandwidth) {
    var grid =
        GridFile.read(
            Document.parse(
                "grid.yaml",
                """
                grid: g
                clusters:
                  a: {hosts: [{name: a, rate: 1e9/s}]}
                  b: {hosts: [{name: b, rate: 1e9/s}]}
                links:
                  - {between: [a, b], latency: 1 ms, bandwidth: %s, duplex: full}
                """
                    .formatted(bandwidth)));
    return StencilPlanner.plan(grid, APP);
  }

  @Test
  void headersCountOnASlowLine() {
    var plan = plan("2 kB/s");
    var sync = plan.of(Strategy.SYNC);
    assertThat(sync.iterationSeconds()).isCloseTo(0.001 + 176 / 2e3, within(1e-4));
    assertThat(sync.span().most() - sync.iterationSeconds()).isCloseTo(170 / 2e3, within(1e-3));
    assertThat(plan.notes()).anyMatch(note -> note.contains("their headers count"));
  }

  /** Three ranks have four messages of 176 bytes: all together take 4 times as long as one. */
  @Test
  void shortMessagesTakeTurnsOnAHub() {
    var grid =
        GridFile.read(
            Document.parse(
                "grid.yaml",
                """
                grid: g
                clusters:
                  a:
                    lan: {bandwidth: 100 kB/s, latency: 1 ms, duplex: half}
                    hosts: [{name: a, count: 3, rate: 1e9/s}]
                """));
    var sync = StencilPlanner.plan(grid, APP).of(Strategy.SYNC);
    assertThat(sync.iterationSeconds()).isCloseTo(0.001 + 4 * 176 / 100e3, within(1e-4));
    assertThat(sync.iterationSeconds() - sync.span().least())
        .isCloseTo(sync.iterationSeconds() / 2, within(1e-4));
  }

  /** The clusters b and c are 1 ms apart, and each 10 ms from home. */
  @Test
  void clustersMeetAtHome() {
    var grid =
        GridFile.read(
            Document.parse(
                "grid.yaml",
                """
                grid: g
                home: a
                clusters:
                  a: {hosts: [{name: a, rate: 1e9/s}]}
                  b: {hosts: [{name: b, rate: 1e9/s}]}
                  c: {hosts: [{name: c, rate: 1e9/s}]}
                links:
                  - {between: [a, b], latency: 10 ms}
                  - {between: [a, c], latency: 10 ms}
                  - {between: [b, c], latency: 1 ms}
                """));
    var plan = StencilPlanner.plan(grid, APP);
    var sync = plan.of(Strategy.SYNC);
    assertThat(sync.iterationSeconds()).isCloseTo(0.010, within(1e-4));
    assertThat(sync.span().most()).isCloseTo(0.010 + 0.019, within(1e-3));
    assertThat(plan.notes()).anyMatch(note -> note.contains("pass home"));
  }

  @Test
  void onAFastOneNobodyMentionsThem() {
    var plan = plan("20 MB/s");
    assertThat(plan.of(Strategy.SYNC).isSure()).isTrue();
    assertThat(plan.notes()).noneMatch(note -> note.contains("headers"));
  }
}
