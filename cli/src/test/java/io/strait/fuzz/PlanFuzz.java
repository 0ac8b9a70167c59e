package io.strait.fuzz;

import io.strait.cli.Kinds;
import io.strait.farm.file.FarmFile;
import io.strait.farm.file.FarmPlanFile;
import io.strait.farm.plan.FarmPlanner;
import io.strait.farm.plan.PlanOptions;
import io.strait.kind.Kind;
import io.strait.kind.file.PlanFile;
import io.strait.model.App;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Plan files. */
public final class PlanFuzz {
  private static final String REALIGNMENT =
      """
      plan: move-on-pair
      grid:
        grid: pair
        clusters: {a: {hosts: [{name: a}]}, b: {hosts: [{name: b, count: 2}]}}
        links: [{between: [a, b], cost: 2.5, back: {latency: 1 ms}}]
      app:
        app: move
        kind: realign
        array: {shape: [9], element: 8 B}
        source: {distribution: [block]}
        target: {distribution: [partition(3)]}
      realign:
        method: by hand
        unit: messages
        lower_bound: 0.0
        before: {cost: 1.5, time_s: 0.0, bound_by: nothing, messages: [[1, 2], [2, 4]], bytes: [[8, 16], [16, 32]]}
        after: {cost: null, time_s: 1.0, bound_by: gap a-b, messages: [[1, 2], [2, 4]], bytes: [[8, 16], [16, 32]]}
        numberings: [[0, 2, 1], natural]
        notes: [a note]
      """;

  private PlanFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    try {
      var document = Document.read(Samples.file(input));
      roundTrip(Kinds.ALL.ofPlan(document), document);
    } catch (InputException e) {
      // refused, as it should be
    }
  }

  private static <A extends App, P> void roundTrip(Kind<A, P> kind, Document document) {
    var file = PlanFile.read(document, kind.files());
    var yaml = file.tree(kind.files()).yaml();
    PlanFile<A, P> again;
    try {
      again = PlanFile.read(Document.parse("yaml", yaml), kind.files());
    } catch (InputException e) {
      throw new AssertionError(yaml, e);
    }
    Samples.same(file.plan(), again.plan(), yaml);
    Samples.same(file.inputs().grid(), again.inputs().grid(), yaml);
    Samples.same(file.inputs().app(), again.inputs().app(), yaml);
  }

  static List<byte[]> seeds() {
    var seeds = new ArrayList<byte[]>();
    for (var name : List.of("four-processors", "shared-link", "three-continents")) {
      var folder = Samples.root().resolve("examples").resolve(name);
      var inputs =
          FarmFile.inputs(
              Document.read(folder.resolve("grid.yaml")),
              Document.read(folder.resolve("app.yaml")));
      var plan = FarmPlanner.plan(inputs.grid(), inputs.app(), PlanOptions.DEFAULT);
      var yaml = new PlanFile<>(inputs, plan).tree(FarmPlanFile.FORMAT).yaml();
      seeds.add(yaml.getBytes(StandardCharsets.UTF_8));
    }
    seeds.add(REALIGNMENT.getBytes(StandardCharsets.UTF_8));
    return seeds;
  }

  static List<String> words() {
    return Samples.keys("plan");
  }
}
