package io.strait.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.kind.option.Options;
import io.strait.model.UsageException;
import io.strait.model.text.Document;
import io.strait.program.file.ProgramFile;
import io.strait.program.plan.Evaluation;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Placement;
import io.strait.program.plan.Slices;
import io.strait.view.Console;
import io.strait.view.Style;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The options of a rehearsal. */
class ProgramRehearsalTest {
  private final StringWriter said = new StringWriter();
  private final Console console =
      new Console(new PrintWriter(new StringWriter()), new PrintWriter(said), false, null);

  private static Options options(String... pairs) {
    var given = new HashMap<String, List<String>>();
    for (int i = 0; i < pairs.length; i += 2) {
      given.put(pairs[i], List.of(pairs[i + 1]));
    }
    return new Options(Map.copyOf(given));
  }

  @Test
  void files(@TempDir Path folder) throws IOException {
    var inputs =
        ProgramFile.inputs(
            Document.parse(
                "grid.yaml",
                """
                grid: lab
                clusters:
                  here:
                    lan: {bandwidth: 10 MB/s, latency: 1 ms}
                    hosts: [{name: pc, count: 2}]
                """),
            Document.parse(
                "app.yaml",
                """
                app: pipe
                kind: program
                units: 12
                overlap: threads
                calculations:
                  read: {time: 50 ms}
                  write: {time: 60 ms}
                data: [{from: read, to: write, volume: 100 kB}]
                """));
    var flow = new Flow(inputs.grid(), inputs.app());
    var placement = Placement.whole(0, 1);
    var trace = folder.resolve("t.json");
    var plot = folder.resolve("t.svg");
    var options = options("--trace", trace.toString(), "--plot", plot.toString(), "--ahead", "3");
    var answer =
        new ProgramRehearsal(options, console)
            .simulate(inputs, flow, placement, Slices.levels(flow), Evaluation.of(flow, placement));
    assertThat(answer.text(new Style(false)))
        .startsWith("16.7 units/s simulated, 16.7 by the laws, a precision of 100.0 %")
        .contains("at most 3 under way");
    assertThat(said.toString()).contains("wrote " + trace, "wrote " + plot);
    assertThat(Files.readString(trace)).contains("read on pc1");
    assertThat(Files.readString(plot)).contains("12");
  }

  @Test
  void refusals() {
    assertThatThrownBy(() -> new ProgramRehearsal(options("--ahead", "0"), console))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--ahead 0 is out of range, expected 1 to 10000");
    assertThatThrownBy(() -> new ProgramRehearsal(options("--plot", "a.txt"), console))
        .hasMessageContaining("a.txt");
  }
}
