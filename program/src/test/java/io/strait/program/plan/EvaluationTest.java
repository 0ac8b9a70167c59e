package io.strait.program.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The paper's viewer, from files to figures. */
class EvaluationTest {
  private static final String GRID =
      """
      grid: lab
      clusters:
        lab:
          lan: {bandwidth: 2.1 MB/s, message-setup: 0.55 ms, cpu: 39%%, duplex: full}
          hosts:
            - {name: pc, count: %d, speed: 3.33 Gflop/s}
            - {name: screen, speed: 3.33 Gflop/s, cards: 2, cards-time: 80%%}
            - {name: pro, speed: 8.2 Gflop/s}
      """;

  private static final String APP =
      """
      app: viewer
      kind: program
      measured-on: pc1
      rate: frames
      overlap: %s
      calculations:
        terrain: {time: 200 ms, late: true}
        trace: {time: 600 ms, split: columns}
        display: {time: 40 ms}
      data:
        - {from: terrain, to: trace, volume: 250000 B, message: 1024 B, broadcast: true, every: 1 s, time: 250 ms, cpu: 39%%}
        - {from: trace, to: display, volume: 65536 B%s}
      """;

  private static Flow flow(int tracers, String overlap, String more) {
    return Flows.of(GRID.formatted(tracers + 1), APP.formatted(overlap, more));
  }

  /** Terrain on the first host, tracers on the next ones, the display on the screen. */
  private static Placement spread(Flow flow, int tracers) {
    var trace = new ArrayList<Placement.Part>();
    for (int i = 1; i <= tracers; i++) {
      trace.add(new Placement.Part(i, 1.0 / tracers));
    }
    int screen = Machines.named(flow.machines(), "screen").index();
    return new Placement(
        List.of(
            Collections.singletonList(new Placement.Part(0, 1)),
            trace,
            List.of(new Placement.Part(screen, 1))));
  }

  @ParameterizedTest
  @CsvSource({"6, 200 ms, 2.5", "6, 125 ms, 3.1", "5000, 125 ms, 5.36"})
  void timeSlices(int tracers, String transfer, double frames) {
    // With two cards, a transfer takes 80 % of what is measured with one.
    var flow = flow(tracers, "none", ", time: " + transfer);
    var evaluation = Evaluation.of(flow, spread(flow, tracers));
    assertThat(evaluation.rate()).isCloseTo(frames, within(0.05));
    assertThat(evaluation.slices()).hasSize(2);
  }

  @Test
  void threads() {
    var flow = flow(6, "threads", "");
    var evaluation = Evaluation.of(flow, spread(flow, 6));
    assertThat(evaluation.rate()).isCloseTo(8.83, within(0.01));
    assertThat(evaluation.boundBy()).startsWith("the CPU of pc");
  }

  /** A single machine does one thing after the other, as the program was measured. */
  @Test
  void oneMachine() {
    var flow = flow(6, "none", "");
    int pro = Machines.named(flow.machines(), "pro").index();
    assertThat(Evaluation.of(flow, Placement.whole(0, 0, 0)).unitSeconds())
        .isCloseTo(0.84, within(1e-9));
    assertThat(Evaluation.of(flow, Placement.whole(pro, pro, pro)).unitSeconds())
        .isCloseTo(0.341, within(5e-4));
  }

  /** What crosses a gap passes the LANs at its ends, and the slowest of the three decides. */
  @ParameterizedTest
  @CsvSource({"1 MB/s, 100 MB/s, 1", "100 MB/s, 2 MB/s, 2", "100 MB/s, 100 MB/s, 10"})
  void theNarrowestNetworkBetweenClusters(String here, String there, double frames) {
    var flow =
        Flows.of(
            """
            grid: two
            clusters:
              here: {lan: {bandwidth: %s}, hosts: [{name: a, speed: 1 Gflop/s}]}
              there: {lan: {bandwidth: %s}, hosts: [{name: b, speed: 1 Gflop/s}]}
            links:
              - {between: [here, there], bandwidth: 10 MB/s}
            """
                .formatted(here, there),
            """
            app: two
            kind: program
            overlap: threads
            calculations:
              make: {time: 1 ms}
              take: {time: 1 ms}
            data:
              - {from: make, to: take, volume: 1 MB}
            """);
    assertThat(Evaluation.of(flow, Placement.whole(0, 1)).rate())
        .isCloseTo(frames, within(1e-9 * frames));
  }
}
