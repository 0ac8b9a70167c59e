package io.strait.model.text;

import io.strait.model.ClusterPlan;
import io.strait.model.FarmPlan;
import io.strait.model.Objective;
import io.strait.model.PhasePlan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a plan file that {@link PlanTree#file} wrote: the grid, the app, and the plan made for
 * them.
 */
public final class PlanFile {
  private final Document document;

  private PlanFile(Document document) {
    this.document = document;
  }

  /** What a plan file holds. */
  public record Content(Inputs inputs, FarmPlan plan) {}

  /** Whether the document is a plan rather than a grid or an app. */
  public static boolean isPlan(Document document) {
    return document.root() instanceof Node.Mapping root && root.get("plan") != null;
  }

  /** Whether a plan is for a stencil, and so for {@link StencilPlanFile}. */
  public static boolean isStencil(Document document) {
    return isFor(document, "stencil");
  }

  /** Whether a plan is for a realignment, and so for {@link RealignPlanFile}. */
  public static boolean isRealign(Document document) {
    return isFor(document, "realign");
  }

  private static boolean isFor(Document document, String kind) {
    return isPlan(document)
        && document.root() instanceof Node.Mapping root
        && root.get(kind) != null;
  }

  public static Content read(Document document) {
    if (isStencil(document)) {
      throw document.error(document.root(), "the plan is for a stencil, expected one for a farm");
    }
    if (isRealign(document)) {
      throw document.error(
          document.root(), "the plan is for a realignment, expected one for a farm");
    }
    var fields =
        Fields.of(document, document.root(), "the plan file", "plan", "grid", "app", "farm");
    var inputs =
        Inputs.read(
            new Document(document.source(), fields.required("grid")),
            new Document(document.source(), fields.required("app")));
    return new Content(inputs, new PlanFile(document).plan(fields.required("farm")));
  }

  private FarmPlan plan(Node node) {
    var fields =
        Fields.of(
            document,
            node,
            "farm",
            "master",
            "master_cluster",
            "home",
            "tasks",
            "objective",
            "target_efficiency",
            "steps",
            "notes");
    var steps = new ArrayList<PhasePlan>();
    for (var step : Fields.items(document, fields.required("steps"), "steps")) {
      steps.add(phase(step));
    }
    if (steps.isEmpty()) {
      throw document.error(fields.required("steps"), "steps is empty, expected at least one phase");
    }
    fields.required("objective");
    return new FarmPlan(
        fields.name("master"),
        fields.name("master_cluster"),
        fields.name("home"),
        fields.whole("tasks", 1, Long.MAX_VALUE),
        number(fields, "target_efficiency"),
        fields.choice("objective", Objective.EFFICIENT),
        steps,
        texts(fields, "notes"));
  }

  private PhasePlan phase(Node node) {
    var fields = Fields.of(document, node, "a step", "phase", "total", "clusters", "cut", "gaps");
    fields.required("phase");
    var clusters = new ArrayList<ClusterPlan>();
    for (var item : Fields.items(document, fields.required("clusters"), "clusters")) {
      clusters.add(cluster(item));
    }
    var cut = new ArrayList<PhasePlan.Limit>();
    for (var item : Fields.items(document, fields.required("cut"), "cut")) {
      var limit = Fields.of(document, item, "a limit", "resource", "rate");
      cut.add(new PhasePlan.Limit(text(limit, "resource"), number(limit, "rate")));
    }
    var gaps = new ArrayList<PhasePlan.GapUse>();
    for (var item : Fields.items(document, fields.required("gaps"), "gaps")) {
      var gap = Fields.of(document, item, "a gap", "name", "bytes_per_s", "utilisation");
      gaps.add(
          new PhasePlan.GapUse(
              text(gap, "name"), number(gap, "bytes_per_s"), number(gap, "utilisation")));
    }
    return new PhasePlan(
        fields.choice("phase", PhasePlan.Phase.LOCAL),
        total(fields.required("total")),
        clusters,
        cut,
        gaps);
  }

  private PhasePlan.Total total(Node node) {
    var fields =
        Fields.of(
            document,
            node,
            "total",
            "workers",
            "available_rate",
            "estimated_rate",
            "speedup",
            "efficiency",
            "time_s",
            "cost",
            "bound_by");
    return new PhasePlan.Total(
        (int) fields.whole("workers", 0, Integer.MAX_VALUE),
        number(fields, "available_rate"),
        number(fields, "estimated_rate"),
        number(fields, "speedup"),
        number(fields, "efficiency"),
        number(fields, "time_s"),
        number(fields, "cost"),
        text(fields, "bound_by"));
  }

  private ClusterPlan cluster(Node node) {
    var fields =
        Fields.of(
            document,
            node,
            "a cluster",
            "name",
            "workers",
            "available_rate",
            "max_rate",
            "estimated_rate",
            "speedup",
            "efficiency",
            "aggregate",
            "prefetch",
            "bound_by");
    return new ClusterPlan(
        fields.name("name"),
        workers(fields),
        number(fields, "available_rate"),
        number(fields, "max_rate"),
        number(fields, "estimated_rate"),
        number(fields, "speedup"),
        number(fields, "efficiency"),
        (int) fields.whole("aggregate", 1, Integer.MAX_VALUE),
        (int) fields.whole("prefetch", 0, Integer.MAX_VALUE),
        text(fields, "bound_by"));
  }

  private List<String> workers(Fields fields) {
    var workers = new ArrayList<String>();
    for (var item : Fields.items(document, fields.required("workers"), "workers")) {
      workers.add(Fields.name(document, item, "a worker"));
    }
    return workers;
  }

  private String text(Fields fields, String key) {
    return Fields.text(document, fields.required(key), key);
  }

  private List<String> texts(Fields fields, String key) {
    return texts(document, fields, key);
  }

  private double number(Fields fields, String key) {
    return number(document, fields, key);
  }

  static List<String> texts(Document document, Fields fields, String key) {
    var texts = new ArrayList<String>();
    for (var item : Fields.items(document, fields.required(key), key)) {
      texts.add(Fields.text(document, item, key));
    }
    return texts;
  }

  /** A plain number; null in the file means that it does not apply. */
  static double number(Document document, Fields fields, String key) {
    @Nullable Node node = fields.required(key);
    var text = Fields.text(document, node, key);
    if (text.equals("null")) {
      return Double.NaN;
    }
    if (text.equals(Tree.UNLIMITED)) {
      return Double.POSITIVE_INFINITY;
    }
    try {
      double value = Double.parseDouble(text);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below, as a number that is not finite
    }
    throw document.error(
        node, "%s is '%s', expected a number, null or unlimited".formatted(key, text));
  }
}
