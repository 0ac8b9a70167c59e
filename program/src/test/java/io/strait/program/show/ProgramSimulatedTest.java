package io.strait.program.show;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.kind.file.Inputs;
import io.strait.model.text.Document;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramFile;
import io.strait.program.plan.Evaluation;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Placement;
import io.strait.program.plan.Slices;
import io.strait.program.simulate.FlowSimulation;
import io.strait.program.trace.ProgramTrace;
import io.strait.view.Style;
import io.strait.view.gantt.GanttPlot;
import io.strait.view.trace.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people and programs see of a simulated program. */
class ProgramSimulatedTest {
  private static final String GRID =
      """
      grid: lab
      clusters:
        here:
          lan: {bandwidth: 10 MB/s, latency: 1 ms%s}
          hosts: [{name: pc, count: 2}]
        there:
          hosts: [{name: far}]
      links:
        - {between: [here, there], bandwidth: 1 MB/s, latency: 20 ms}
      """;

  private static final String APP =
      """
      app: pipe
      kind: program
      rate: frames
      units: 50
      overlap: %s
      calculations:
        read: {time: 50 ms}
        filter: {time: 80 ms}
        write: {time: 20 ms}
      data:
        - {from: read, to: filter, volume: 100 kB}
        - {from: filter, to: write, volume: 100 kB}
      """;

  private static final Placement PLACEMENT = Placement.whole(0, 1, 2);

  private static Inputs<ProgramApp> inputs(String overlap, String jitter) {
    return ProgramFile.inputs(
        Document.parse("grid.yaml", GRID.formatted(jitter)),
        Document.parse("app.yaml", APP.formatted(overlap)));
  }

  private static ProgramSimulated simulated(String overlap, String jitter, int ahead, int runs) {
    var inputs = inputs(overlap, jitter);
    var flow = new Flow(inputs.grid(), inputs.app());
    return new ProgramSimulated(
        inputs,
        flow,
        PLACEMENT,
        Slices.levels(flow),
        Evaluation.of(flow, PLACEMENT),
        ahead,
        1,
        runs);
  }

  @Test
  void threads() {
    var answer = simulated("threads", "", 4, 1);
    assertThat(answer.text(new Style(false)))
        .isEqualTo(
            """
            9.09 frames/s simulated, 9.09 by the laws, a precision of 100.0 %; bound by the network of pc2.

            lab: pipe, 3 calculations on 3 machines, at most 4 under way on an edge

            figure                  by the laws  simulated  precision
            frames/s                       9.09       9.09    100.0 %
            one unit alone               281 ms     281 ms    100.0 %
            one unit among others             –     789 ms          –
            95 % of units, at most            –     800 ms          –
            all (50)                     5.67 s     5.66 s     99.8 %

            resource               busy
            the network of pc2  100.0 %
            the network of far   90.9 %
            gap here-there       90.9 %
            filter on pc2        72.8 %
            the CPU of pc2       72.8 %
            the CPU of pc1       45.4 %
            read on pc1          45.4 %
            write on far         18.1 %
            the CPU of far       18.1 %
            the network of pc1    9.1 %
            """);
    assertThat(answer.json().json())
        .contains(
            "\"simulated_rate\"",
            "\"simulated_unit_s\"",
            "\"simulated_time_s\"",
            "\"precision\"",
            "\"bound_by\" : \"the network of pc2\"",
            "\"resources\"");
  }

  @Test
  void waiting() {
    assertThat(simulated("threads", "", 1, 1).text(new Style(false)))
        .contains("nothing is busy all the time", "with 1 ahead");
  }

  @Test
  void slices() {
    var text = simulated("none", "", 2, 1).text(new Style(false));
    assertThat(text).contains("a precision of 100.0 %", "in time slices");
  }

  @Test
  void intervals() {
    var answer = simulated("threads", ", jitter: 5 ms", 2, 5);
    assertThat(answer.text(new Style(false))).contains(" ± ");
    assertThat(answer.json().json()).contains("\"simulated_rate_half_width\"");
  }

  @Test
  void pictures(@TempDir Path folder) throws IOException {
    for (var overlap : new String[] {"threads", "none"}) {
      var inputs = inputs(overlap, "");
      var flow = new Flow(inputs.grid(), inputs.app());
      var trace = new ProgramTrace(flow, PLACEMENT);
      var result = new FlowSimulation(flow, PLACEMENT, Slices.levels(flow), 5, 2, 1).run(trace);
      assertThat(trace.recording().count()).isEqualTo(5 * 3 + 5 * 5);
      var json = folder.resolve(overlap + ".json");
      TraceFile.write(json, "strait simulate", trace.recording(), trace.lanes());
      assertThat(Files.readString(json)).contains("filter on pc2", "the network of pc1");
      var picture = folder.resolve(overlap + ".svg");
      var gantt = trace.gantt("pipe on lab", result.seconds());
      GanttPlot.write(picture, gantt, trace.recording(), result.seconds());
      assertThat(Files.readString(picture))
          .contains("filter on pc2", "the network of far")
          .doesNotContain("…");
    }
  }
}
