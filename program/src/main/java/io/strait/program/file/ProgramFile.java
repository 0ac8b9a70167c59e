package io.strait.program.file;

import io.strait.kind.code.RunSection;
import io.strait.kind.file.Inputs;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Fraction;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes app files of {@code kind: program}. */
public final class ProgramFile {
  /** What a command may have in braces: the unit, the part, how many parts, and its share. */
  private static final List<String> PLACEHOLDERS = List.of("unit", "part", "parts", "from", "to");

  private static final double MOST_BYTES = 1e18;

  private static final int MOST_CALCULATIONS = 10_000;
  private static final int MOST_EDGES = 1_000_000;
  private static final int MOST_UNITS = 1_000_000_000;

  private final Document document;
  private final Fields fields;

  private ProgramFile(Document document) {
    this.document = document;
    this.fields =
        Fields.of(
            document,
            document.root(),
            "a program",
            "app",
            "kind",
            "measured-on",
            "rate",
            "units",
            "overlap",
            "calculations",
            "data",
            "slices",
            "place",
            "run");
  }

  /** Reads a grid and a program that fit each other. */
  public static Inputs<ProgramApp> inputs(Document grid, Document app) {
    var inputs = Inputs.read(grid, app, "program", ProgramFile::read);
    inputs.checkDirections();
    new ProgramInputs(inputs).check();
    return inputs;
  }

  public static ProgramApp read(Document document) {
    return new ProgramFile(document).app();
  }

  private ProgramApp app() {
    var calculations = calculations();
    var data = data(calculations);
    DataFlow.check(document, fields, calculations, data);
    return new ProgramApp(
        fields.name("app"),
        fields.has("measured-on") ? fields.name("measured-on") : null,
        fields.has("rate") ? fields.name("rate") : "units",
        fields.integer("units", 1, 1, MOST_UNITS),
        fields.choice("overlap", Overlap.NONE),
        new ArrayList<>(calculations.values()),
        data,
        slices(calculations),
        place(calculations),
        RunSection.readClass(document, fields.find("run")));
  }

  private Map<String, Calculation> calculations() {
    var node = fields.required("calculations");
    var calculations = new LinkedHashMap<String, Calculation>();
    for (var entry : Fields.mapping(document, node, "calculations").entries()) {
      var name = Fields.name(document, entry.key(), "a calculation");
      calculations.put(name, calculation(name, entry.value()));
    }
    if (calculations.isEmpty() || calculations.size() > MOST_CALCULATIONS) {
      throw document.error(
          node,
          "there are %d calculations, expected 1 to %d"
              .formatted(calculations.size(), MOST_CALCULATIONS));
    }
    return calculations;
  }

  private Calculation calculation(String name, Node node) {
    var keys =
        Fields.of(
            document,
            node,
            "calculation " + name,
            "time",
            "cpu",
            "late",
            "split",
            "stream",
            "every",
            "run");
    if (!keys.has("time")) {
      throw document.error(
          node,
          "calculation %s has no 'time', expected time: … s (0 s if it takes none)"
              .formatted(name));
    }
    return new Calculation(
        name,
        keys.nonNegative("time", 0.0, Durations::parseSeconds, Double::doubleValue),
        keys.has("cpu") ? share(keys, "cpu") : 1,
        flag(keys, "late"),
        split(keys),
        flag(keys, "stream"),
        every(keys, Every.UNIT),
        RunSection.readStream(document, keys.find("run"), PLACEHOLDERS));
  }

  private double share(Fields keys, String key) {
    var share = keys.nonNegative(key, Fraction.NONE, Fraction::parse, Fraction::ofOne);
    if (share.ofOne() > 1) {
      throw document.error(
          keys.required(key), "%s is %s, expected at most 100%%".formatted(key, share));
    }
    return share.ofOne();
  }

  private boolean flag(Fields keys, String key) {
    @Nullable Node node = keys.find(key);
    if (node == null) {
      return false;
    }
    var text = Fields.text(document, node, key);
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw document.error(node, "%s is '%s', expected true or false".formatted(key, text));
    };
  }

  /** Yes, or by what it is cut, which is for people to read. */
  private boolean split(Fields keys) {
    @Nullable Node node = keys.find("split");
    return node != null && !Fields.text(document, node, "split").equals("false");
  }

  /** A number of units, or a time. */
  private Every every(Fields keys, Every otherwise) {
    @Nullable Node node = keys.find("every");
    if (node == null) {
      return otherwise;
    }
    return Fields.text(document, node, "every").matches("\\d{1,9}")
        ? new Every((int) keys.whole("every", 1, MOST_UNITS), 0)
        : Every.ofSeconds(keys.positive("every", Durations::parseSeconds, Double::doubleValue));
  }

  private List<DataEdge> data(Map<String, Calculation> calculations) {
    var edges = new ArrayList<DataEdge>();
    @Nullable Node node = fields.find("data");
    if (node == null) {
      return edges;
    }
    var seen = new HashSet<String>();
    var items = Fields.items(document, node, "data");
    if (items.size() > MOST_EDGES) {
      throw document.error(
          node, "data has %d items, expected at most %d".formatted(items.size(), MOST_EDGES));
    }
    for (var item : items) {
      var edge = edge(item, calculations);
      if (!seen.add(edge.name())) {
        throw document.error(
            item,
            "data from %s is there twice, expected one item with both".formatted(edge.name()));
      }
      edges.add(edge);
    }
    return edges;
  }

  private DataEdge edge(Node item, Map<String, Calculation> calculations) {
    var keys =
        Fields.of(
            document,
            item,
            "data",
            "from",
            "to",
            "volume",
            "message",
            "broadcast",
            "late",
            "every",
            "time",
            "cpu");
    var from = end(keys, "from", calculations);
    var to = end(keys, "to", calculations);
    if (from.equals(to)) {
      throw document.error(
          item, "data goes from %s to itself, expected another calculation".formatted(from.name()));
    }
    if (!keys.has("volume") && !keys.has("time")) {
      throw document.error(item, "data has no 'volume', expected volume: … B, or time: … s");
    }
    if (keys.has("cpu") && !keys.has("time")) {
      throw document.error(
          keys.required("cpu"), "cpu is the share of a measured time, expected time: … s with it");
    }
    return new DataEdge(
        from.name(),
        to.name(),
        bytes(keys, "volume", true),
        bytes(keys, "message", false),
        flag(keys, "broadcast"),
        keys.has("late") ? flag(keys, "late") : from.late(),
        every(keys, from.every()),
        keys.has("time")
            ? keys.nonNegative("time", 0.0, Durations::parseSeconds, Double::doubleValue)
            : Double.NaN,
        keys.has("cpu") ? share(keys, "cpu") : Double.NaN);
  }

  /** At least a byte, or none at all where that is allowed; 0 without the key. */
  private double bytes(Fields keys, String key, boolean orNone) {
    double count = keys.nonNegative(key, Bytes.ZERO, Bytes::parse, Bytes::count).count();
    @Nullable Node node = keys.find(key);
    if (node != null && (count > 0 || !orNone) && !(count >= 1 && count <= MOST_BYTES)) {
      throw document.error(
          node,
          "%s is %s, expected %s1 B to 1e18 B"
              .formatted(key, node.kind(), orNone ? "0 B or " : ""));
    }
    return count;
  }

  private Calculation end(Fields keys, String key, Map<String, Calculation> calculations) {
    var name = keys.name(key);
    @Nullable Calculation found = calculations.get(name);
    if (found == null) {
      throw unknown(keys.required(key), name, calculations);
    }
    return found;
  }

  private RuntimeException unknown(Node node, String name, Map<String, Calculation> calculations) {
    return document.error(
        node,
        "unknown calculation '%s', expected one of: %s"
            .formatted(name, String.join(", ", calculations.keySet().stream().limit(8).toList())));
  }

  private List<List<String>> slices(Map<String, Calculation> calculations) {
    var slices = new ArrayList<List<String>>();
    @Nullable Node node = fields.find("slices");
    if (node == null) {
      return slices;
    }
    if (fields.choice("overlap", Overlap.NONE) == Overlap.THREADS) {
      throw document.error(
          node, "slices are there with overlap: threads, which has none; expected overlap: none");
    }
    var seen = new HashSet<String>();
    for (var row : Fields.items(document, node, "slices")) {
      var slice = new ArrayList<String>();
      for (var item : Fields.items(document, row, "a slice")) {
        var name = Fields.name(document, item, "a calculation");
        if (!calculations.containsKey(name)) {
          throw unknown(item, name, calculations);
        }
        if (!seen.add(name)) {
          throw document.error(
              item, "'%s' is in two slices, expected every calculation once".formatted(name));
        }
        slice.add(name);
      }
      slices.add(slice);
    }
    for (var name : calculations.keySet()) {
      if (!seen.contains(name)) {
        throw document.error(
            node, "no slice has '%s', expected every calculation once".formatted(name));
      }
    }
    return slices;
  }

  private Map<String, List<String>> place(Map<String, Calculation> calculations) {
    var place = new LinkedHashMap<String, List<String>>();
    @Nullable Node node = fields.find("place");
    if (node == null) {
      return place;
    }
    for (var entry : Fields.mapping(document, node, "place").entries()) {
      var name = Fields.name(document, entry.key(), "a calculation");
      @Nullable Calculation calculation = calculations.get(name);
      if (calculation == null) {
        throw unknown(entry.key(), name, calculations);
      }
      var hosts = new ArrayList<String>();
      var items =
          entry.value() instanceof Node.Sequence list ? list.items() : List.of(entry.value());
      for (var item : items) {
        var host = Fields.name(document, item, "a host");
        if (hosts.contains(host)) {
          throw document.error(
              item, "%s is on '%s' twice, expected every host once".formatted(name, host));
        }
        hosts.add(host);
      }
      if (hosts.isEmpty() || (hosts.size() > 1 && !calculation.split())) {
        throw document.error(
            entry.value(),
            "%s is on %d hosts, expected %s"
                .formatted(
                    name, hosts.size(), hosts.isEmpty() ? "at least one" : "one, or split: true"));
      }
      place.put(name, hosts);
    }
    return place;
  }

  /** What {@link #read} reads. */
  public static Tree tree(ProgramApp app) {
    var calculations = new Tree();
    for (var each : app.calculations()) {
      var tree =
          new Tree()
              .put("time", Durations.text(each.seconds()))
              .put("cpu", new Fraction(each.cpu()));
      put(tree, "late", each.late());
      put(tree, "split", each.split());
      put(tree, "stream", each.stream());
      put(tree, each.every(), Every.UNIT);
      calculations.put(each.name(), tree.putIfPresent("run", RunSection.tree(each.run())));
    }
    var tree =
        new Tree()
            .put("app", app.name())
            .put("kind", "program")
            .putIfPresent("measured-on", app.measuredOn())
            .put("rate", app.unit())
            .put("units", app.units())
            .put("overlap", Fields.lower(app.overlap()))
            .put("calculations", calculations);
    if (!app.data().isEmpty()) {
      tree.put("data", app.data().stream().map(edge -> edge(app, edge)).toList());
    }
    if (!app.slices().isEmpty()) {
      tree.put("slices", app.slices());
    }
    if (!app.place().isEmpty()) {
      var place = new Tree();
      app.place().forEach(place::put);
      tree.put("place", place);
    }
    return tree.putIfPresent("run", RunSection.tree(app.run()));
  }

  private static Tree edge(ProgramApp app, DataEdge edge) {
    var tree =
        new Tree()
            .put("from", edge.from())
            .put("to", edge.to())
            .put("volume", new Bytes(edge.volume()));
    if (edge.message() > 0) {
      tree.put("message", new Bytes(edge.message()));
    }
    put(tree, "broadcast", edge.broadcast());
    var from = app.calculations().get(app.indexOf(edge.from()));
    if (edge.late() != from.late()) {
      tree.put("late", edge.late());
    }
    put(tree, edge.every(), from.every());
    if (edge.isMeasured()) {
      tree.put("time", Durations.text(edge.seconds()));
    }
    if (!Double.isNaN(edge.cpu())) {
      tree.put("cpu", new Fraction(edge.cpu()));
    }
    return tree;
  }

  private static void put(Tree tree, String key, boolean flag) {
    if (flag) {
      tree.put(key, true);
    }
  }

  private static void put(Tree tree, Every every, Every otherwise) {
    if (!every.equals(otherwise)) {
      tree.put("every", every.isTimed() ? Durations.text(every.seconds()) : every.units());
    }
  }
}
