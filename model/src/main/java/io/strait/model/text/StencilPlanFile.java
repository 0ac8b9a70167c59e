package io.strait.model.text;

import io.strait.model.Grid;
import io.strait.model.StencilApp;
import io.strait.model.StencilPlan;
import io.strait.model.StencilPlan.StrategyPlan;
import io.strait.model.Strategy;
import java.util.ArrayList;

/**
 * A stencil's plan as a tree and as a file: the JSON of {@code plan}, and what {@code -o} writes.
 */
public final class StencilPlanFile {
  private final Document document;

  private StencilPlanFile(Document document) {
    this.document = document;
  }

  /** What a plan file holds. */
  public record Content(Inputs inputs, StencilApp app, StencilPlan plan) {}

  /** The JSON of {@code plan}. */
  public static Tree json(StencilPlan plan) {
    return new Tree()
        .put("best", plan.best().word())
        .put("processors", processors(plan))
        .put("iterations", plan.iterations())
        .put("iteration_s", plan.result().iterationSeconds())
        .put("time_s", plan.result().timeSeconds())
        .put("strategies", plan.strategies().stream().map(StencilPlanFile::strategy).toList())
        .put("notes", plan.notes());
  }

  /** One strategy of the plan. */
  public static Tree strategy(StrategyPlan plan) {
    return new Tree()
        .put("name", plan.strategy().word())
        .put("band", plan.band())
        .put("iteration_s", plan.iterationSeconds())
        .put("time_s", plan.timeSeconds())
        .put("memory_bytes", plan.memoryBytes())
        .put("rank_memory_bytes", plan.rankMemoryBytes())
        .put("redundant", plan.redundant())
        .put("bound_by", plan.boundBy());
  }

  /** The plan file: the grid and the app that it was made for, and the plan. */
  public static Tree file(Grid grid, StencilApp app, StencilPlan plan) {
    return new Tree()
        .put("plan", app.name() + "-on-" + grid.name())
        .put("grid", GridTree.of(grid))
        .put("app", GridTree.of(app))
        .put(
            "stencil",
            new Tree()
                .put("best", plan.best().word())
                .put("processors", processors(plan))
                .put("iterations", plan.iterations())
                .put(
                    "strategies",
                    plan.strategies().stream().map(StencilPlanFile::strategy).toList())
                .put("notes", plan.notes()));
  }

  private static Object processors(StencilPlan plan) {
    return java.util.List.of(plan.processorRows(), plan.processorColumns());
  }

  /** Reads what {@link #file} wrote. */
  public static Content read(Document document) {
    var fields =
        Fields.of(document, document.root(), "the plan file", "plan", "grid", "app", "stencil");
    var app = fields.required("app");
    var inputs =
        Inputs.read(
            new Document(document.source(), fields.required("grid")),
            new Document(document.source(), app));
    if (!(inputs.app() instanceof StencilApp stencil)) {
      throw document.error(app, "the plan's app is no stencil, expected kind: stencil");
    }
    return new Content(
        inputs, stencil, new StencilPlanFile(document).plan(fields.required("stencil")));
  }

  private StencilPlan plan(Node node) {
    var fields =
        Fields.of(
            document, node, "stencil", "best", "processors", "iterations", "strategies", "notes");
    var processors = Fields.items(document, fields.required("processors"), "processors");
    if (processors.size() != 2) {
      throw document.error(
          fields.required("processors"),
          "processors has %d numbers, expected [rows, columns]".formatted(processors.size()));
    }
    var plans = new ArrayList<StrategyPlan>();
    for (var item : Fields.items(document, fields.required("strategies"), "strategies")) {
      plans.add(strategy(item));
    }
    var best = strategy(fields, "best");
    if (plans.stream().noneMatch(plan -> plan.strategy() == best)) {
      throw document.error(
          fields.required("best"),
          "best is '%s', expected one of the strategies below".formatted(best.word()));
    }
    return new StencilPlan(
        best,
        StencilFile.whole(document, processors.get(0), "processors", Integer.MAX_VALUE),
        StencilFile.whole(document, processors.get(1), "processors", Integer.MAX_VALUE),
        (int) fields.whole("iterations", 1, Integer.MAX_VALUE),
        plans,
        PlanFile.texts(document, fields, "notes"));
  }

  private StrategyPlan strategy(Node node) {
    var fields =
        Fields.of(
            document,
            node,
            "a strategy",
            "name",
            "band",
            "iteration_s",
            "time_s",
            "memory_bytes",
            "rank_memory_bytes",
            "redundant",
            "bound_by");
    return new StrategyPlan(
        strategy(fields, "name"),
        (int) fields.whole("band", 0, Integer.MAX_VALUE),
        PlanFile.number(document, fields, "iteration_s"),
        PlanFile.number(document, fields, "time_s"),
        fields.whole("memory_bytes", 0, Long.MAX_VALUE),
        fields.whole("rank_memory_bytes", 0, Long.MAX_VALUE),
        PlanFile.number(document, fields, "redundant"),
        Fields.text(document, fields.required("bound_by"), "bound_by"));
  }

  private Strategy strategy(Fields fields, String key) {
    return StencilFile.strategy(document, fields.required(key), key);
  }
}
