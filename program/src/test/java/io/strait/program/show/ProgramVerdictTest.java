package io.strait.program.show;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.kind.file.Inputs;
import io.strait.model.text.Document;
import io.strait.program.candidate.Aim;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramFile;
import io.strait.view.Style;
import org.junit.jupiter.api.Test;

class ProgramVerdictTest {
  private static final double NO_LIMIT = Double.POSITIVE_INFINITY;

  private static final String GRID =
      """
      grid: room
      clusters:
        room:
          lan: {bandwidth: 10 MB/s, latency: 0.1 ms, message-setup: 1 ms, bus: 50 MB/s, duplex: full}
          hosts: [{name: pc, count: 4, speed: 1 Gflop/s, price: 1/h}]
      """;

  private static final String APP =
      """
      app: t
      kind: program
      measured-on: pc
      rate: frames
      units: 20
      overlap: %s
      calculations:
        l: {time: %d ms, late: true, every: 300 ms}
        a: {time: 100 ms, cpu: 80%%}
        b: {time: 300 ms, split: columns}
        c: {time: 50 ms}
      data:
        - {from: l, to: a, volume: 10 kB}
        - {from: a, to: b, volume: 100 kB}
        - {from: b, to: c, volume: 1 MB, message: 10 kB}
      """;

  private static Inputs<ProgramApp> inputs(String overlap, int late) {
    return ProgramFile.inputs(
        Document.parse("grid.yaml", GRID),
        Document.parse("app.yaml", APP.formatted(overlap, late)));
  }

  /** The verdict speaks of the candidate that the table marks. */
  @Test
  void cheapest() {
    var planning = new ProgramPlanning(new Aim(true, NO_LIMIT, NO_LIMIT), null);
    var inputs = inputs("threads", 1);
    var plan = planning.plan(inputs);
    assertThat(plan.best()).isEqualTo("one-machine");
    assertThat(planning.verdict(plan))
        .startsWith("pc1 alone gives ")
        .contains(" times today's", " would give ");
    // A run costs a fraction of a cent, which is not nothing.
    assertThat(planning.text(inputs, plan, new Style(false))).contains("  0.002");
  }

  @Test
  void todayItCannotKeepUp() {
    var planning = new ProgramPlanning(Aim.FASTEST, null);
    var inputs = inputs("threads", 400);
    var plan = planning.plan(inputs);
    assertThat(planning.verdict(plan)).contains(", today it cannot keep up");
    assertThat(planning.text(inputs, plan, new Style(false)))
        .contains("Note: ", "of the time, so it is done less often");
  }

  /** Late work alone on a host does not decide. */
  @Test
  void namesWhatTheLongestHostDoes() {
    var plan = new ProgramPlanning(Aim.FASTEST, null).plan(inputs("none", 290));
    assertThat(plan.result().boundBy()).doesNotContain("l");
  }
}
