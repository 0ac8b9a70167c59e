package io.strait.farm.file;

import io.strait.kind.code.RunSection;
import io.strait.kind.file.Inputs;
import io.strait.model.Element;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Rate;
import io.strait.model.quantity.Work;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import org.jspecify.annotations.Nullable;

/** Reads an app file of {@code kind: farm}, and writes it. */
public final class FarmFile {
  private static final long MOST_TASKS = 1_000_000_000_000L;
  private static final double FASTEST = 1e9;

  private FarmFile() {}

  /** Reads a grid and a farm, and checks that every host that may work says how fast it is. */
  public static Inputs<FarmApp> inputs(Document grid, Document app) {
    var inputs = Inputs.read(grid, app, "farm", FarmFile::read);
    checkRates(inputs);
    return inputs;
  }

  private static void checkRates(Inputs<FarmApp> inputs) {
    var app = inputs.app();
    for (var cluster : inputs.grid().clusters()) {
      for (int i = 0; i < cluster.hosts().size(); i++) {
        var group = cluster.hosts().get(i);
        @Nullable Rate rate = app.workRate(group);
        if (rate != null && rate.perSecond() > FASTEST) {
          throw inputs
              .gridDocument()
              .error(
                  inputs.hostNode(cluster.name(), i),
                  "host '%s' would do %s of app '%s', expected at most %.0e/s"
                      .formatted(group.name(), rate, app.name(), FASTEST));
        }
        if (group.role().mayWork() && rate == null) {
          throw inputs
              .gridDocument()
              .error(
                  inputs.hostNode(cluster.name(), i),
                  "host '%s' has no rate for app '%s', expected %s, or role: master"
                      .formatted(
                          group.name(),
                          app.name(),
                          group.speed() == null
                              ? "rate: {%s: …/s}, or a speed and the app's work"
                                  .formatted(app.name())
                              : "work: … flop in the app file, which goes with the host's speed"));
        }
      }
    }
  }

  public static FarmApp read(Document document) {
    var fields =
        Fields.of(
            document,
            document.root(),
            "a farm",
            "app",
            "kind",
            "tasks",
            "input",
            "output",
            "reduce",
            "work",
            "master-work",
            "run");
    var reduced = reduced(document, fields);
    return new FarmApp(
        fields.name("app"),
        fields.whole("tasks", 1, MOST_TASKS),
        fields.nonNegative("input", Bytes.ZERO, Bytes::parse, Bytes::count),
        fields.nonNegative("output", Bytes.ZERO, Bytes::parse, Bytes::count),
        reduced.reduction(),
        reduced.element(),
        fields.has("work") ? fields.positive("work", Work::parse, Work::flop) : null,
        fields.has("master-work") ? fields.positive("master-work", Work::parse, Work::flop) : null,
        RunSection.read(document, fields.find("run")));
  }

  /** A reduction alone, or with what results consist of: {@code sum float}. */
  private static Reduced reduced(Document document, Fields fields) {
    @Nullable Node node = fields.find("reduce");
    if (node == null) {
      return new Reduced(Reduction.NONE, Element.DOUBLE);
    }
    var words = Fields.text(document, node, "reduce").split("\\s+", 2);
    if (words.length == 1) {
      return new Reduced(fields.choice("reduce", Reduction.NONE), Element.DOUBLE);
    }
    for (var reduction : Reduction.values()) {
      for (var element : Element.values()) {
        if (reduction.hasElements()
            && words[0].equals(Fields.lower(reduction))
            && words[1].equals(Fields.lower(element))) {
          return new Reduced(reduction, element);
        }
      }
    }
    throw document.error(
        node,
        "reduce is '%s %s', expected one of: %s; sum, min and max may be followed by one of: %s"
            .formatted(
                words[0],
                words[1],
                Fields.names(Reduction.values()),
                Fields.names(Element.values())));
  }

  private record Reduced(Reduction reduction, Element element) {}

  /** What {@link #read} reads, the other way round. */
  public static Tree tree(FarmApp farm) {
    var tree =
        new Tree()
            .put("app", farm.name())
            .put("kind", "farm")
            .put("tasks", farm.tasks())
            .put("input", farm.input())
            .put("output", farm.output());
    if (farm.reduce() != Reduction.NONE) {
      tree.put("reduce", reduce(farm));
    }
    return tree.putIfPresent("work", farm.work())
        .putIfPresent("master-work", farm.masterWork())
        .putIfPresent("run", RunSection.tree(farm.run()));
  }

  /** How the app file says how results are combined: {@code none}, {@code sum long}. */
  public static String reduce(FarmApp farm) {
    var name = Fields.lower(farm.reduce());
    return farm.reduce().hasElements() && farm.element() != Element.DOUBLE
        ? name + " " + Fields.lower(farm.element())
        : name;
  }
}
