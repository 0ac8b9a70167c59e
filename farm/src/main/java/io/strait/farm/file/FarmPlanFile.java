package io.strait.farm.file;

import io.strait.kind.file.FileFormat;
import io.strait.kind.file.Inputs;
import io.strait.kind.file.PlanFile;
import io.strait.kind.file.Span;
import io.strait.model.Grid;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;

/** Reads the section of a plan file that is a farm's own, which {@link FarmPlanTree} writes. */
public final class FarmPlanFile {
  /** How files of {@code kind: farm} are read and written. */
  public static final FileFormat<FarmApp, FarmPlan> FORMAT =
      new FileFormat<>(
          "farm",
          FarmFile::read,
          FarmFile::inputs,
          FarmFile::tree,
          FarmPlanFile::read,
          FarmPlanTree::section);

  private final Document document;
  private final Grid grid;
  private final PlanHosts hosts;

  private FarmPlanFile(Document document, Grid grid) {
    this.document = document;
    this.grid = grid;
    this.hosts = new PlanHosts(document, grid);
  }

  /** Reads what {@link FarmPlanTree#section} gives. */
  static FarmPlan read(Inputs<FarmApp> inputs, Document document, Node section) {
    return new FarmPlanFile(document, inputs.grid()).plan(section);
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
            "stock_s",
            "deadline_s",
            "steps",
            "notes");
    var master = fields.name("master");
    hosts.checkMaster(fields.required("master"), master, knownCluster(fields, "master_cluster"));
    var steps = new ArrayList<PhasePlan>();
    for (var step : Fields.items(document, fields.required("steps"), "steps")) {
      steps.add(phase(step, master));
    }
    if (steps.isEmpty()) {
      throw document.error(fields.required("steps"), "steps is empty, expected at least one phase");
    }
    fields.required("objective");
    return new FarmPlan(
        master,
        fields.name("master_cluster"),
        knownCluster(fields, "home"),
        fields.whole("tasks", 1, Long.MAX_VALUE),
        number(fields, "target_efficiency"),
        fields.choice("objective", Objective.EFFICIENT),
        fields.has("stock_s") ? stock(fields) : null,
        fields.has("deadline_s") ? deadline(fields) : null,
        steps,
        texts(fields, "notes"));
  }

  private Duration stock(Fields fields) {
    double seconds = number(fields, "stock_s");
    if (seconds >= 0 && seconds <= FarmPlan.MOST_STOCK.toSeconds()) {
      return Durations.ofSeconds(seconds);
    }
    throw document.error(
        fields.required("stock_s"),
        "stock_s is %s, expected seconds from 0 to %d"
            .formatted(seconds, FarmPlan.MOST_STOCK.toSeconds()));
  }

  private Duration deadline(Fields fields) {
    double seconds = number(fields, "deadline_s");
    if (seconds > 0 && seconds <= FarmPlan.MOST_DEADLINE.toSeconds()) {
      return Durations.ofSeconds(seconds);
    }
    throw document.error(
        fields.required("deadline_s"),
        "deadline_s is %s, expected seconds above 0, at most %d"
            .formatted(seconds, FarmPlan.MOST_DEADLINE.toSeconds()));
  }

  private String knownCluster(Fields fields, String key) {
    var name = fields.name(key);
    if (grid.clusters().stream().noneMatch(c -> c.name().equals(name))) {
      throw document.error(
          fields.required(key),
          "%s is '%s', expected one of: %s"
              .formatted(
                  key,
                  name,
                  String.join(", ", grid.clusters().stream().map(c -> c.name()).toList())));
    }
    return name;
  }

  private PhasePlan phase(Node node, String master) {
    var fields = Fields.of(document, node, "a step", "phase", "total", "clusters", "cut", "gaps");
    fields.required("phase");
    var clusters = new ArrayList<ClusterPlan>();
    var names = new HashSet<String>();
    for (var item : Fields.items(document, fields.required("clusters"), "clusters")) {
      var cluster = cluster(item, master);
      if (!names.add(cluster.name())) {
        throw document.error(
            item,
            "cluster '%s' is twice in a step, expected every cluster once"
                .formatted(cluster.name()));
      }
      clusters.add(cluster);
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
            "promised_time_s",
            "least_time_s",
            "most_time_s",
            "cost",
            "bound_by");
    return new PhasePlan.Total(
        (int) fields.whole("workers", 0, Integer.MAX_VALUE),
        number(fields, "available_rate"),
        number(fields, "estimated_rate"),
        number(fields, "speedup"),
        number(fields, "efficiency"),
        Span.read(document, fields, "time_s", "time_s", "time_s").usual(),
        number(fields, "cost"),
        text(fields, "bound_by"),
        Span.read(
            document,
            fields,
            fields.has("promised_time_s") ? "promised_time_s" : "time_s",
            "least_time_s",
            "most_time_s"));
  }

  private ClusterPlan cluster(Node node, String master) {
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
            "bound_by",
            "data_s");
    var name = knownCluster(fields, "name");
    return new ClusterPlan(
        name,
        workers(fields, name, master),
        number(fields, "available_rate"),
        number(fields, "max_rate"),
        number(fields, "estimated_rate"),
        number(fields, "speedup"),
        number(fields, "efficiency"),
        (int) fields.whole("aggregate", 1, Integer.MAX_VALUE),
        (int) fields.whole("prefetch", 0, Integer.MAX_VALUE),
        text(fields, "bound_by"),
        fields.has("data_s") ? data(fields) : 0);
  }

  private double data(Fields fields) {
    double seconds = number(fields, "data_s");
    if (seconds >= 0 && Double.isFinite(seconds)) {
      return seconds;
    }
    throw document.error(
        fields.required("data_s"), "data_s is %s, expected seconds".formatted(seconds));
  }

  private List<String> workers(Fields fields, String cluster, String master) {
    var workers = new LinkedHashSet<String>();
    for (var item : Fields.items(document, fields.required("workers"), "workers")) {
      var name = Fields.name(document, item, "a worker");
      hosts.checkWorker(item, name, cluster, master);
      if (!workers.add(name)) {
        throw document.error(
            item, "the worker '%s' is given twice, expected every worker once".formatted(name));
      }
    }
    return List.copyOf(workers);
  }

  private String text(Fields fields, String key) {
    return Fields.text(document, fields.required(key), key);
  }

  private List<String> texts(Fields fields, String key) {
    return PlanFile.texts(document, fields, key);
  }

  private double number(Fields fields, String key) {
    return PlanFile.number(document, fields, key);
  }
}
