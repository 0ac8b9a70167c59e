package io.strait.realign.file;

import io.strait.kind.file.Inputs;
import io.strait.model.quantity.Bytes;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import io.strait.realign.file.RealignApp.Data;
import io.strait.realign.file.RealignApp.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads an app file of {@code kind: realign}, and writes it. */
public final class RealignFile {
  private static final int MOST_DIMENSIONS = 8;
  private static final long MOST_ELEMENTS = 1L << 53; // costs are exact up to here
  private static final int MOST_ELEMENT_BYTES = 1 << 20;
  private static final int MOST_PHASES = 1000;
  private static final int MOST_PROCESSORS = 10_000_000;
  private static final int MOST_REPETITIONS = 1_000_000_000;
  private static final Pattern SPREAD = Pattern.compile("([a-z]+)(?:\\((-?\\d{1,18})\\))?");
  private static final String SPREADS = "block, cyclic, cyclic(b), partition(K), none";
  private static final String RANK = "{rank}";

  private final Document document;
  private final Fields fields;

  private RealignFile(Document document) {
    this.document = document;
    this.fields =
        Fields.of(
            document,
            document.root(),
            "a realignment",
            "app",
            "kind",
            "array",
            "source",
            "target",
            "phases",
            "renumber",
            "repetitions",
            "memory",
            "data");
  }

  /** Reads a grid and a realignment that fit each other. */
  public static Inputs<RealignApp> inputs(Document grid, Document app) {
    var inputs = Inputs.read(grid, app, "realign", RealignFile::read);
    new RealignInputs(inputs).check();
    return inputs;
  }

  public static RealignApp read(Document document) {
    return new RealignFile(document).app();
  }

  private RealignApp app() {
    var array = Fields.of(document, fields.required("array"), "array", "shape", "element");
    var shape = shape(array.required("shape"));
    int element = element(array);
    var phases = phases(shape.size());
    long elements = shape.stream().reduce(1L, (a, b) -> a * b);
    if (elements > Long.MAX_VALUE / element / phases.size()) {
      throw document.error(
          fields.required("array"),
          "array has %d elements of %d B, more than 2^63 bytes in %d distributions; expected fewer"
              .formatted(elements, element, phases.size()));
    }
    return new RealignApp(
        fields.name("app"),
        shape,
        element,
        phases,
        fields.choice("renumber", Renumber.SOURCE),
        fields.integer("repetitions", 1, 1, MOST_REPETITIONS),
        fields.has("memory")
            ? (Long) (long) fields.positive("memory", Bytes::parse, Bytes::count).count()
            : null,
        data());
  }

  private int element(Fields array) {
    var size = array.positive("element", Bytes::parse, Bytes::count);
    double bytes = size.count();
    if (bytes > MOST_ELEMENT_BYTES || bytes != Math.rint(bytes)) {
      throw document.error(
          array.required("element"),
          "element is %s, expected whole bytes, at most %d B".formatted(size, MOST_ELEMENT_BYTES));
    }
    return (int) bytes;
  }

  private List<Long> shape(Node node) {
    var items = Fields.items(document, node, "shape");
    if (items.isEmpty() || items.size() > MOST_DIMENSIONS) {
      throw document.error(
          node,
          "shape has %d numbers, expected 1 to %d dimensions"
              .formatted(items.size(), MOST_DIMENSIONS));
    }
    var shape = new ArrayList<Long>();
    long elements = 1;
    for (var item : items) {
      long extent = Fields.whole(document, item, "shape", 1, MOST_ELEMENTS);
      if (extent > MOST_ELEMENTS / elements) {
        throw document.error(node, "shape has more than 2^53 elements, expected fewer");
      }
      elements *= extent;
      shape.add(extent);
    }
    return shape;
  }

  /** Source and target, or a chain of phases. */
  private List<Phase> phases(int dimensions) {
    var phases = new ArrayList<Phase>();
    if (!fields.has("phases")) {
      phases.add(phase(fields.required("source"), "source", dimensions));
      phases.add(phase(fields.required("target"), "target", dimensions));
      return phases;
    }
    for (var key : List.of("source", "target")) {
      if (fields.has(key)) {
        throw document.error(
            fields.required(key), "%s beside phases, expected one or the other".formatted(key));
      }
    }
    var node = fields.required("phases");
    var items = Fields.items(document, node, "phases");
    if (items.size() < 2 || items.size() > MOST_PHASES) {
      throw document.error(
          node, "phases has %d items, expected 2 to %d".formatted(items.size(), MOST_PHASES));
    }
    for (var item : items) {
      phases.add(phase(item, "a phase", dimensions));
    }
    return phases;
  }

  private Phase phase(Node node, String what, int dimensions) {
    var phase = Fields.of(document, node, what, "distribution", "processors");
    var spreads = new ArrayList<AxisSpread>();
    var list = phase.required("distribution");
    for (var item : Fields.items(document, list, "distribution")) {
      spreads.add(spread(item));
    }
    checkSize(list, "distribution", spreads.size(), dimensions);
    var processors = new ArrayList<Integer>();
    if (phase.has("processors")) {
      var sides = phase.required("processors");
      for (var item : Fields.items(document, sides, "processors")) {
        processors.add((int) Fields.whole(document, item, "processors", 1, MOST_PROCESSORS));
      }
      checkSize(sides, "processors", processors.size(), dimensions);
    }
    return new Phase(spreads, processors);
  }

  private void checkSize(Node node, String what, int size, int dimensions) {
    if (size != dimensions) {
      throw document.error(
          node,
          "%s has %d items, expected %d, one for each dimension".formatted(what, size, dimensions));
    }
  }

  private AxisSpread spread(Node node) {
    var text = Fields.text(document, node, "distribution");
    var match = SPREAD.matcher(text);
    AxisSpread.@Nullable Kind kind = match.matches() ? kind(match.group(1)) : null;
    @Nullable String number = kind == null ? null : match.group(2);
    boolean fits =
        kind != null
            && switch (kind) {
              case BLOCK, NONE -> number == null;
              case CYCLIC -> true;
              case PARTITION -> number != null;
            };
    if (kind == null || !fits) {
      throw document.error(
          node, "distribution is '%s', expected one of: %s".formatted(text, SPREADS));
    }
    long value = number == null ? 1 : Long.parseLong(number);
    if (value < 1) {
      throw document.error(
          node,
          "distribution is '%s', expected %s"
              .formatted(
                  text,
                  kind == AxisSpread.Kind.PARTITION
                      ? "a partition factor of 1 or more"
                      : "a block of 1 element or more"));
    }
    return new AxisSpread(kind, value);
  }

  private static AxisSpread.@Nullable Kind kind(String word) {
    return Arrays.stream(AxisSpread.Kind.values())
        .filter(kind -> Fields.lower(kind).equals(word))
        .findFirst()
        .orElse(null);
  }

  private Data data() {
    @Nullable Node node = fields.find("data");
    return switch (node) {
      case null -> new Data.Memory();
      case Node.Mapping files -> {
        var names = Fields.of(document, files, "data", "source", "target");
        yield new Data.Files(file(names, "source"), file(names, "target"));
      }
      case Node other -> {
        var text = Fields.text(document, other, "data");
        yield switch (text) {
          case "memory" -> new Data.Memory();
          case "files" -> new Data.Scratch();
          default ->
              throw document.error(
                  other,
                  "data is '%s', expected memory, files, or {source: …, target: …}"
                      .formatted(text));
        };
      }
    };
  }

  private String file(Fields names, String key) {
    var node = names.required(key);
    var text = Fields.text(document, node, key);
    if (!text.contains(RANK)) {
      throw document.error(
          node, "%s is '%s', expected a file name with %s in it".formatted(key, text, RANK));
    }
    return text;
  }

  /** What {@link #read} reads. */
  public static Tree tree(RealignApp app) {
    var tree =
        new Tree()
            .put("app", app.name())
            .put("kind", "realign")
            .put(
                "array",
                new Tree().put("shape", app.shape()).put("element", new Bytes(app.elementBytes())));
    if (app.phases().size() == 2) {
      tree.put("source", phase(app.phases().get(0))).put("target", phase(app.phases().get(1)));
    } else {
      tree.put("phases", app.phases().stream().map(RealignFile::phase).toList());
    }
    tree.put("renumber", Fields.lower(app.renumber()));
    if (app.repetitions() != 1) {
      tree.put("repetitions", app.repetitions());
    }
    @Nullable Long memory = app.memory();
    if (memory != null) {
      tree.put("memory", new Bytes(memory));
    }
    return switch (app.data()) {
      case Data.Memory none -> tree;
      case Data.Scratch none -> tree.put("data", "files");
      case Data.Files files ->
          tree.put("data", new Tree().put("source", files.source()).put("target", files.target()));
    };
  }

  private static Tree phase(Phase phase) {
    var tree =
        new Tree().put("distribution", phase.spreads().stream().map(AxisSpread::text).toList());
    return phase.processors().isEmpty() ? tree : tree.put("processors", phase.processors());
  }
}
