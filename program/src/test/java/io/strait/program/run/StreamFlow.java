package io.strait.program.run;

import io.strait.model.text.Document;
import io.strait.program.file.ProgramFile;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Placement;
import io.strait.program.simulate.FlowSimulation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A program for tests, every calculation on a host of its own. */
record StreamFlow(Wiring wiring, Placement placement) {
  private static final String GRID =
      """
      grid: lab
      clusters:
        lab:
          lan: {bandwidth: 1 MB/s, latency: 2 ms, cpu: 20%%, duplex: full}
          hosts: [{name: pc, count: %d}]
      """;

  /**
   * @param app all but its name, kind and overlap
   */
  static StreamFlow of(String app) {
    var document = document(app);
    return of(GRID.formatted(ProgramFile.read(document).calculations().size()), document);
  }

  /** Likewise on the hosts of a grid file, in their order. */
  static StreamFlow of(String grid, String app) {
    return of(grid, document(app));
  }

  private static Document document(String app) {
    return Document.parse("app.yaml", "app: p\nkind: program\noverlap: threads\n" + app);
  }

  private static StreamFlow of(String grid, Document app) {
    var inputs = ProgramFile.inputs(Document.parse("grid.yaml", grid), app);
    int count = inputs.app().calculations().size();
    var parts = new ArrayList<List<Placement.Part>>();
    for (int i = 0; i < count; i++) {
      parts.add(List.of(new Placement.Part(i, 1)));
    }
    var placement = new Placement(parts);
    var machines = IntStream.range(0, count).boxed().toList();
    return new StreamFlow(
        new Wiring(new Flow(inputs.grid(), inputs.app()), placement, machines), placement);
  }

  /** How long the simulation says that a run takes. */
  double simulatedSeconds() {
    var flow = wiring.flow();
    return new FlowSimulation(
            flow, placement, List.of(), flow.app().units(), FlowSimulation.AHEAD, 1)
        .run()
        .seconds();
  }
}
