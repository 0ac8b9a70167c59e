package io.strait.stencil.file;

import io.strait.kind.code.RunSection;
import io.strait.kind.file.Inputs;
import io.strait.model.Element;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.PlainNumber;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.InputException;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads an app file of {@code kind: stencil}, and writes it. */
public final class StencilFile {
  /** Cells along one axis, with room for bands and halos in an int. */
  private static final int MOST_CELLS = 1 << 30;

  /** Whatever is held of them several times still has a number of bytes. */
  private static final long MOST_CELLS_IN_ALL = 1L << 44;

  private static final int MOST_ITERATIONS = 1_000_000_000;
  private static final int MOST_RADIUS = 1000;
  private static final int MOST_ROWS = 1_000_000;
  private static final int CHECK_EVERY = 10;
  private static final List<Element> TYPES = List.of(Element.DOUBLE, Element.FLOAT, Element.INT);
  private static final String FIVE = "5-point";
  private static final String NINE = "9-point";

  private final Document document;
  private final Fields fields;

  private StencilFile(Document document) {
    this.document = document;
    this.fields =
        Fields.of(
            document,
            document.root(),
            "a stencil",
            "app",
            "kind",
            "domain",
            "type",
            "stencil",
            "radius",
            "boundary",
            "iterations",
            "converge",
            "cost-per-cell",
            "processors",
            "clusters",
            "checkpoint",
            "frames",
            "strategy",
            "band",
            "run");
  }

  /** Reads a grid and a stencil that fit each other. */
  public static Inputs<StencilApp> inputs(Document grid, Document app) {
    var inputs = Inputs.read(grid, app, "stencil", StencilFile::read);
    inputs.checkDirections();
    new StencilInputs(inputs).check();
    return inputs;
  }

  public static StencilApp read(Document document) {
    return new StencilFile(document).app();
  }

  private StencilApp app() {
    var domain = domain();
    int radius = fields.integer("radius", 1, 1, MOST_RADIUS);
    int rows = domain.length > 1 ? domain[1] : 1;
    if (radius > domain[0] || (rows > 1 && radius > rows)) {
      throw document.error(
          fields.required("radius"),
          "radius is %d, expected no more than the domain's columns and rows".formatted(radius));
    }
    @Nullable Strategy strategy = strategy();
    int band = fields.integer("band", 0, 1, MOST_CELLS);
    if (band > 0 && (strategy == Strategy.SYNC || strategy == Strategy.LH)) {
      throw document.error(
          fields.required("band"),
          "band is %d with strategy %s, which has none; expected lhrp, wavefront or deep-halo"
              .formatted(band, strategy.word()));
    }
    @Nullable Fields converge =
        fields.has("converge")
            ? Fields.of(document, fields.required("converge"), "converge", "tolerance", "every")
            : null;
    return new StencilApp(
        fields.name("app"),
        domain[0],
        rows,
        type(),
        corners(),
        radius,
        fields.choice("boundary", Boundary.FIXED),
        (int) fields.whole("iterations", 1, MOST_ITERATIONS),
        converge == null ? null : tolerance(converge),
        converge == null ? 0 : converge.integer("every", CHECK_EVERY, 1, MOST_ITERATIONS),
        fields.has("cost-per-cell")
            ? fields.positive("cost-per-cell", Durations::parseSeconds, Double::doubleValue)
            : null,
        processorRows(),
        arrangement(),
        fields.integer("checkpoint", 0, 1, MOST_ITERATIONS),
        fields.integer("frames", 0, 1, MOST_ITERATIONS),
        strategy,
        band,
        RunSection.readClass(document, fields.find("run")));
  }

  private int[] domain() {
    var node = fields.required("domain");
    var items = Fields.items(document, node, "domain");
    if (items.isEmpty() || items.size() > 2) {
      throw document.error(
          node,
          "domain has %d numbers, expected [columns, rows] or [cells]".formatted(items.size()));
    }
    var domain =
        items.stream()
            .mapToInt(item -> (int) Fields.whole(document, item, "domain", 1, MOST_CELLS))
            .toArray();
    if (domain.length > 1 && (long) domain[0] * domain[1] > MOST_CELLS_IN_ALL) {
      throw document.error(
          node,
          "domain has %d x %d cells, expected at most 2^44 in all".formatted(domain[0], domain[1]));
    }
    return domain;
  }

  private Element type() {
    @Nullable Node node = fields.find("type");
    if (node == null) {
      return Element.DOUBLE;
    }
    var text = Fields.text(document, node, "type");
    return TYPES.stream()
        .filter(type -> Fields.lower(type).equals(text))
        .findFirst()
        .orElseThrow(() -> unexpected(node, "type", text, Fields.names(types())));
  }

  private static Element[] types() {
    return TYPES.toArray(Element[]::new);
  }

  private boolean corners() {
    @Nullable Node node = fields.find("stencil");
    if (node == null) {
      return false;
    }
    var text = Fields.text(document, node, "stencil");
    return switch (text) {
      case FIVE -> false;
      case NINE -> true;
      default -> throw unexpected(node, "stencil", text, FIVE + ", " + NINE);
    };
  }

  private @Nullable Strategy strategy() {
    @Nullable Node node = fields.find("strategy");
    if (node == null) {
      return null;
    }
    return strategy(document, node, "strategy");
  }

  /** The strategy that a node names. */
  public static Strategy strategy(Document document, Node node, String key) {
    var text = Fields.text(document, node, key);
    return Arrays.stream(Strategy.values())
        .filter(strategy -> strategy.word().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                document.error(
                    node, "%s is '%s', expected one of: %s".formatted(key, text, strategies())));
  }

  static String strategies() {
    return String.join(", ", Arrays.stream(Strategy.values()).map(Strategy::word).toList());
  }

  private InputException unexpected(Node node, String key, String text, String expected) {
    return document.error(node, "%s is '%s', expected one of: %s".formatted(key, text, expected));
  }

  private double tolerance(Fields converge) {
    var node = converge.required("tolerance");
    var text = Fields.text(document, node, "tolerance");
    try {
      double value = PlainNumber.decimal(text);
      if (value >= 0 && Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below, as a number below zero is
    }
    throw document.error(
        node, "tolerance is '%s', expected a number of zero or more".formatted(text));
  }

  private int processorRows() {
    if (!fields.has("processors")) {
      return 0;
    }
    var node = fields.required("processors");
    var items = Fields.items(document, node, "processors");
    if (items.isEmpty() || items.size() > 2) {
      throw document.error(
          node,
          "processors has %d numbers, expected [rows, columns] or [rows]".formatted(items.size()));
    }
    return items.stream()
        .mapToInt(item -> (int) Fields.whole(document, item, "processors", 1, MOST_ROWS))
        .toArray()[0];
  }

  /** Clusters in one row, or row by row. */
  private List<List<String>> arrangement() {
    if (!fields.has("clusters")) {
      return List.of();
    }
    var node = fields.required("clusters");
    var items = Fields.items(document, node, "clusters");
    boolean nested = !items.isEmpty() && items.getFirst() instanceof Node.Sequence;
    var rows = new ArrayList<List<String>>();
    var seen = new HashSet<String>();
    for (var row : nested ? items : List.of(node)) {
      var names = new ArrayList<String>();
      for (var item : Fields.items(document, row, "a row of clusters")) {
        var name = Fields.name(document, item, "a cluster");
        if (!seen.add(name)) {
          throw document.error(
              item, "'%s' is twice in clusters, expected every cluster once".formatted(name));
        }
        names.add(name);
      }
      if (names.isEmpty() || (!rows.isEmpty() && names.size() != rows.getFirst().size())) {
        throw document.error(
            row,
            names.isEmpty()
                ? "clusters is empty, expected at least one cluster"
                : "a row has %d clusters, expected %d like the row above"
                    .formatted(names.size(), rows.getFirst().size()));
      }
      rows.add(names);
    }
    return rows;
  }

  /** What {@link #read} reads. */
  public static Tree tree(StencilApp app) {
    var tree =
        new Tree()
            .put("app", app.name())
            .put("kind", "stencil")
            .put(
                "domain",
                app.rows() == 1 ? List.of(app.columns()) : List.of(app.columns(), app.rows()))
            .put("type", Fields.lower(app.type()))
            .put("stencil", app.corners() ? NINE : FIVE);
    if (app.radius() != 1) {
      tree.put("radius", app.radius());
    }
    if (app.boundary() != Boundary.FIXED) {
      tree.put("boundary", Fields.lower(app.boundary()));
    }
    tree.put("iterations", app.iterations());
    @Nullable Double tolerance = app.tolerance();
    if (tolerance != null) {
      tree.put("converge", new Tree().put("tolerance", tolerance).put("every", app.checkEvery()));
    }
    @Nullable Double cost = app.costPerCell();
    if (cost != null) {
      tree.put("cost-per-cell", Durations.text(cost));
    }
    if (app.processorRows() > 0) {
      tree.put("processors", List.of(app.processorRows()));
    }
    if (!app.arrangement().isEmpty()) {
      tree.put(
          "clusters",
          app.arrangement().size() == 1 ? app.arrangement().getFirst() : app.arrangement());
    }
    if (app.checkpointEvery() > 0) {
      tree.put("checkpoint", app.checkpointEvery());
    }
    if (app.framesEvery() > 0) {
      tree.put("frames", app.framesEvery());
    }
    @Nullable Strategy strategy = app.strategy();
    if (strategy != null) {
      tree.put("strategy", strategy.word());
    }
    if (app.band() > 0) {
      tree.put("band", app.band());
    }
    return tree.putIfPresent("run", RunSection.tree(app.run()));
  }
}
