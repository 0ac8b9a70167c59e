package io.strait.stencil.file;

import io.strait.kind.file.FileFormat;
import io.strait.kind.file.Inputs;
import io.strait.kind.file.PlanFile;
import io.strait.kind.file.Span;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import io.strait.stencil.file.StencilPlan.StrategyPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * A stencil's plan as a tree and as a file: the JSON of {@code plan}, and what {@code -o} writes.
 */
public final class StencilPlanFile {
  /** How files of {@code kind: stencil} are read and written. */
  public static final FileFormat<StencilApp, StencilPlan> FORMAT =
      new FileFormat<>(
          "stencil",
          StencilFile::read,
          StencilFile::inputs,
          StencilFile::tree,
          StencilPlanFile::read,
          StencilPlanFile::section);

  private final Document document;

  private StencilPlanFile(Document document) {
    this.document = document;
  }

  /** The JSON of {@code plan}. */
  public static Tree json(StencilPlan plan) {
    return head(plan)
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
        .putIfPresent("least_iteration_s", plan.isSure() ? null : plan.span().least())
        .putIfPresent("most_iteration_s", plan.isSure() ? null : plan.span().most())
        .put("memory_bytes", plan.memoryBytes())
        .put("rank_memory_bytes", plan.rankMemoryBytes())
        .put("redundant", plan.redundant())
        .put("bound_by", plan.boundBy());
  }

  /** The section of a plan file. */
  static Tree section(StencilPlan plan) {
    return head(plan)
        .put("strategies", plan.strategies().stream().map(StencilPlanFile::strategy).toList())
        .put("notes", plan.notes());
  }

  private static Tree head(StencilPlan plan) {
    return new Tree()
        .put("best", plan.best().word())
        .put("processors", List.of(plan.processorRows(), plan.processorColumns()))
        .put("iterations", plan.iterations());
  }

  /** Reads what {@link #section} wrote. */
  static StencilPlan read(Inputs<StencilApp> inputs, Document document, Node section) {
    return new StencilPlanFile(document).plan(section);
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
        (int) Fields.whole(document, processors.get(0), "processors", 1, Integer.MAX_VALUE),
        (int) Fields.whole(document, processors.get(1), "processors", 1, Integer.MAX_VALUE),
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
            "least_iteration_s",
            "most_iteration_s",
            "memory_bytes",
            "rank_memory_bytes",
            "redundant",
            "bound_by");
    return new StrategyPlan(
        strategy(fields, "name"),
        (int) fields.whole("band", 0, Integer.MAX_VALUE),
        Span.read(document, fields, "iteration_s", "least_iteration_s", "most_iteration_s"),
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
