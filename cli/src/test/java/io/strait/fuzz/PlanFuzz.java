package io.strait.fuzz;

import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.Inputs;
import io.strait.model.text.PlanFile;
import io.strait.model.text.PlanTree;
import io.strait.model.text.RealignPlanFile;
import io.strait.plan.PlanOptions;
import io.strait.plan.Planner;
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
    PlanFile.Content content;
    try {
      var document = Document.read(Samples.file(input));
      if (PlanFile.isRealign(document)) {
        realignment(RealignPlanFile.read(document));
        return;
      }
      content = PlanFile.read(document);
    } catch (InputException e) {
      return;
    }
    var yaml = yaml(content);
    var again = PlanFile.read(Document.parse("yaml", yaml));
    Samples.same(content.plan(), again.plan(), yaml);
    Samples.same(content.inputs().grid(), again.inputs().grid(), yaml);
    Samples.same(content.inputs().app(), again.inputs().app(), yaml);
  }

  private static void realignment(RealignPlanFile.Content content) {
    var yaml = RealignPlanFile.file(content.inputs().grid(), content.app(), content.plan()).yaml();
    RealignPlanFile.Content again;
    try {
      again = RealignPlanFile.read(Document.parse("yaml", yaml));
    } catch (InputException e) {
      throw new AssertionError(yaml, e);
    }
    Samples.same(content.plan(), again.plan(), yaml);
    Samples.same(content.inputs().grid(), again.inputs().grid(), yaml);
    Samples.same(content.app(), again.app(), yaml);
  }

  private static String yaml(PlanFile.Content content) {
    return PlanTree.file(content.inputs().grid(), content.inputs().app(), content.plan()).yaml();
  }

  static List<byte[]> seeds() {
    var seeds = new ArrayList<byte[]>();
    for (var name : List.of("four-processors", "shared-link", "three-continents")) {
      var folder = Samples.root().resolve("examples").resolve(name);
      var inputs =
          Inputs.read(
              Document.read(folder.resolve("grid.yaml")),
              Document.read(folder.resolve("app.yaml")));
      var plan = Planner.plan(inputs.grid(), inputs.app(), PlanOptions.DEFAULT);
      seeds.add(yaml(new PlanFile.Content(inputs, plan)).getBytes(StandardCharsets.UTF_8));
    }
    seeds.add(REALIGNMENT.getBytes(StandardCharsets.UTF_8));
    return seeds;
  }

  static List<String> words() {
    return Samples.keys("plan");
  }
}
