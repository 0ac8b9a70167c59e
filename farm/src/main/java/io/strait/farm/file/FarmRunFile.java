package io.strait.farm.file;

import io.strait.farm.file.PhasePlan.Phase;
import io.strait.kind.file.RunFile;
import io.strait.model.quantity.Fraction;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code run.yaml} says of a farm. Null or empty where it does not say.
 *
 * @param steps phases of the plan that are to be run
 * @param reference speedups that somebody published, to be shown beside ours
 */
public record FarmRunFile(
    @Nullable Fraction efficiency,
    @Nullable String master,
    @Nullable Objective objective,
    List<String> steps,
    Map<Phase, Double> reference) {
  /** The keys that are a farm's own. */
  public static final List<String> KEYS =
      List.of("efficiency", "master", "objective", "steps", "reference");

  public static FarmRunFile of(RunFile run) {
    @Nullable Document document = run.document();
    if (document == null) {
      return new FarmRunFile(null, null, null, List.of(), Map.of());
    }
    var fields = Fields.any(document, document.root(), "the run file");
    @Nullable Fraction efficiency =
        fields.has("efficiency")
            ? fields.positive("efficiency", Fraction::parse, Fraction::ofOne)
            : null;
    if (efficiency != null && efficiency.ofOne() > 1) {
      throw document.error(
          fields.required("efficiency"),
          "efficiency is %s, expected at most 100%%".formatted(efficiency));
    }
    return new FarmRunFile(
        efficiency,
        fields.has("master") ? fields.name("master") : null,
        fields.has("objective") ? fields.choice("objective", Objective.EFFICIENT) : null,
        steps(document, fields),
        reference(document, fields));
  }

  /** What a plan was made with, so that it can be made again. */
  public static RunFile of(FarmPlan plan) {
    return RunFile.of(
        "the plan",
        new Tree()
            .put("efficiency", new Fraction(plan.efficiency()))
            .put("master", plan.master())
            .put("objective", Fields.lower(plan.objective())));
  }

  private static List<String> steps(Document document, Fields fields) {
    var steps = new ArrayList<String>();
    if (fields.has("steps")) {
      for (var item : Fields.items(document, fields.required("steps"), "steps")) {
        steps.add(phase(document, item, Fields.text(document, item, "a step")).word());
      }
    }
    return steps;
  }

  private static Map<Phase, Double> reference(Document document, Fields fields) {
    var values = new EnumMap<Phase, Double>(Phase.class);
    if (fields.has("reference")) {
      var node = fields.required("reference");
      for (var entry : Fields.mapping(document, node, "reference").entries()) {
        values.put(
            phase(document, entry.key(), entry.key().text()),
            RunFile.number(document, entry.value(), "a speedup"));
      }
    }
    return values;
  }

  private static Phase phase(Document document, Node at, String text) {
    for (var phase : Phase.values()) {
      if (phase.word().equals(text)) {
        return phase;
      }
    }
    throw document.error(
        at,
        "'%s' is not a step, expected one of: %s".formatted(text, Fields.names(Phase.values())));
  }
}
