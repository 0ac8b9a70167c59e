package io.strait.program.file;

import io.strait.kind.file.FileFormat;
import io.strait.kind.file.Inputs;
import io.strait.kind.file.PlanFile;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import io.strait.program.file.ProgramPlan.Candidate;
import io.strait.program.file.ProgramPlan.CurvePoint;
import io.strait.program.file.ProgramPlan.HostUse;
import io.strait.program.file.ProgramPlan.PlacedPart;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A program's plan as a tree and as a file. */
public final class ProgramPlanFile {
  /** How files of {@code kind: program} are read and written. */
  public static final FileFormat<ProgramApp, ProgramPlan> FORMAT =
      new FileFormat<>(
          "program",
          ProgramFile::read,
          ProgramFile::inputs,
          ProgramFile::tree,
          ProgramPlanFile::read,
          ProgramPlanFile::tree);

  /** How far the shares of a calculation's parts may be from 1 together. */
  private static final double ROUNDING = 1e-6;

  private final Document document;
  private final Grid grid;
  private final ProgramApp app;

  private ProgramPlanFile(Document document, Grid grid, ProgramApp app) {
    this.document = document;
    this.grid = grid;
    this.app = app;
  }

  /** The JSON of {@code plan}, and the section of a plan file. */
  public static Tree tree(ProgramPlan plan) {
    return new Tree()
        .put("unit", plan.unit())
        .put("best", plan.best())
        .put("candidates", plan.candidates().stream().map(each -> candidate(plan, each)).toList())
        .put("curve", plan.curve().stream().map(ProgramPlanFile::point).toList())
        .put("notes", plan.notes());
  }

  private static Tree candidate(ProgramPlan plan, Candidate candidate) {
    return new Tree()
        .put("name", candidate.name())
        .put("here", candidate.isHere())
        .put("serial", candidate.isSerial())
        .put("rate", candidate.rate())
        .put("rate_by_law", candidate.lawRate())
        .put("rehearsed", candidate.isRehearsed())
        .put("speedup", plan.gain(candidate))
        .put("unit_s", candidate.unitSeconds())
        .put("time_s", candidate.timeSeconds())
        .put("rate_bound", candidate.rateBound())
        .put("proven", candidate.isBest())
        .put("bound_by", candidate.boundBy())
        .put("price_per_hour", candidate.price())
        .put("cost", candidate.cost())
        .put(
            "parts",
            candidate.parts().stream()
                .map(
                    part ->
                        new Tree()
                            .put("calculation", part.calculation())
                            .put("host", part.host())
                            .put("share", part.share()))
                .toList())
        .put("slices", candidate.slices())
        .put(
            "hosts",
            candidate.hosts().stream()
                .map(host -> new Tree().put("host", host.host()).put("cpu", host.cpu()))
                .toList());
  }

  private static Tree point(CurvePoint point) {
    return new Tree()
        .put("machines", point.machines())
        .put("here", point.isHere())
        .put("rate", point.rate())
        .put("rate_by_law", point.lawRate())
        .put("bound_by", point.boundBy());
  }

  /** Reads what {@link #tree} wrote. */
  static ProgramPlan read(Inputs<ProgramApp> inputs, Document document, Node section) {
    return new ProgramPlanFile(document, inputs.grid(), inputs.app()).plan(section);
  }

  private ProgramPlan plan(Node node) {
    var fields =
        Fields.of(document, node, "program", "unit", "best", "candidates", "curve", "notes");
    var candidates = list(fields, "candidates", this::candidate);
    var best = fields.name("best");
    for (var name : List.of(best, ProgramPlan.STAY)) {
      if (candidates.stream()
          .noneMatch(each -> each.name().equals(name) && (each.isHere() || !name.equals(best)))) {
        throw document.error(
            fields.required("best"),
            "there is no candidate '%s' that can be run, expected it below".formatted(name));
      }
    }
    if (candidates.stream().map(Candidate::name).distinct().count() < candidates.size()) {
      throw document.error(
          fields.required("candidates"), "two candidates have one name, expected every name once");
    }
    return new ProgramPlan(
        fields.name("unit"),
        best,
        candidates,
        list(fields, "curve", this::curve),
        PlanFile.texts(document, fields, "notes"));
  }

  private <T> List<T> list(Fields fields, String key, Function<Node, T> read) {
    var list = new ArrayList<T>();
    for (var item : Fields.items(document, fields.required(key), key)) {
      list.add(read.apply(item));
    }
    return list;
  }

  private Candidate candidate(Node node) {
    var fields =
        Fields.of(
            document,
            node,
            "a candidate",
            "name",
            "here",
            "serial",
            "rate",
            "rate_by_law",
            "rehearsed",
            "speedup",
            "unit_s",
            "time_s",
            "rate_bound",
            "proven",
            "bound_by",
            "price_per_hour",
            "cost",
            "parts",
            "slices",
            "hosts");
    var parts = list(fields, "parts", this::part);
    checkShares(fields.required("parts"), parts);
    var slices = list(fields, "slices", this::slice);
    checkSlices(fields.required("slices"), slices);
    return new Candidate(
        fields.name("name"),
        flag(fields, "here"),
        flag(fields, "serial"),
        parts,
        slices,
        number(fields, "rate"),
        number(fields, "rate_by_law"),
        flag(fields, "rehearsed"),
        number(fields, "unit_s"),
        number(fields, "time_s"),
        number(fields, "rate_bound"),
        flag(fields, "proven"),
        Fields.text(document, fields.required("bound_by"), "bound_by"),
        list(
            fields,
            "hosts",
            item -> {
              var use = Fields.of(document, item, "a host", "host", "cpu");
              return new HostUse(use.name("host"), number(use, "cpu"));
            }),
        number(fields, "price_per_hour"));
  }

  /** The program was measured there, whether or not it may work there again. */
  private boolean isReference(HostGroup group) {
    @Nullable String name = app.measuredOn();
    return name != null && (group.name().equals(name) || group.has(name));
  }

  private PlacedPart part(Node node) {
    var fields = Fields.of(document, node, "a part", "calculation", "host", "share");
    var host = fields.name("host");
    if (grid.clusters().stream()
        .flatMap(cluster -> cluster.hosts().stream())
        .noneMatch(group -> group.has(host) && (group.role().mayWork() || isReference(group)))) {
      throw document.error(
          fields.required("host"),
          "host '%s' is not one that may work, expected one of the grid".formatted(host));
    }
    double share = number(fields, "share");
    if (!(share >= 0 && share <= 1 + ROUNDING)) {
      throw document.error(
          fields.required("share"), "share is %s, expected 0 to 1".formatted(share));
    }
    return new PlacedPart(calculation(fields.required("calculation")), host, share);
  }

  /** Every calculation is done, as a whole. */
  private void checkShares(Node node, List<PlacedPart> parts) {
    for (var each : app.calculations()) {
      double sum =
          parts.stream()
              .filter(part -> part.calculation().equals(each.name()))
              .mapToDouble(PlacedPart::share)
              .sum();
      if (!(Math.abs(sum - 1) <= ROUNDING)) {
        throw document.error(
            node, "the shares of '%s' are %s together, expected 1".formatted(each.name(), sum));
      }
    }
  }

  private void checkSlices(Node node, List<List<String>> slices) {
    var all = slices.stream().flatMap(List::stream).toList();
    for (var each : app.calculations()) {
      if (!all.isEmpty() && Collections.frequency(all, each.name()) != 1) {
        throw document.error(
            node,
            "'%s' is in %d slices, expected every calculation once"
                .formatted(each.name(), Collections.frequency(all, each.name())));
      }
    }
  }

  private List<String> slice(Node node) {
    return Fields.items(document, node, "a slice").stream().map(this::calculation).toList();
  }

  private String calculation(Node node) {
    var name = Fields.name(document, node, "a calculation");
    if (app.indexOf(name) < 0) {
      throw document.error(
          node, "unknown calculation '%s', expected one of the app".formatted(name));
    }
    return name;
  }

  private CurvePoint curve(Node node) {
    var fields =
        Fields.of(document, node, "a point", "machines", "here", "rate", "rate_by_law", "bound_by");
    return new CurvePoint(
        (int) fields.whole("machines", 1, Integer.MAX_VALUE),
        flag(fields, "here"),
        number(fields, "rate"),
        number(fields, "rate_by_law"),
        Fields.text(document, fields.required("bound_by"), "bound_by"));
  }

  private double number(Fields fields, String key) {
    return PlanFile.number(document, fields, key);
  }

  private boolean flag(Fields fields, String key) {
    var text = Fields.text(document, fields.required(key), key);
    if (!text.equals("true") && !text.equals("false")) {
      throw document.error(
          fields.required(key), "%s is '%s', expected true or false".formatted(key, text));
    }
    return text.equals("true");
  }
}
