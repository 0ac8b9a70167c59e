package io.strait.fuzz;

import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.Inputs;
import io.strait.model.text.PlanFile;
import io.strait.model.text.PlanTree;
import io.strait.plan.PlanOptions;
import io.strait.plan.Planner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Plan files. */
public final class PlanFuzz {
  private PlanFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    PlanFile.Content content;
    try {
      content = PlanFile.read(Document.read(Samples.file(input)));
    } catch (InputException e) {
      return;
    }
    var yaml = yaml(content);
    var again = PlanFile.read(Document.parse("yaml", yaml));
    Samples.same(content.plan(), again.plan(), yaml);
    Samples.same(content.inputs().grid(), again.inputs().grid(), yaml);
    Samples.same(content.inputs().app(), again.inputs().app(), yaml);
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
    return seeds;
  }

  static List<String> words() {
    return Samples.keys("plan");
  }
}
