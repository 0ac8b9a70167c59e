package io.strait.model.text;

import io.strait.model.App;
import io.strait.model.Element;
import io.strait.model.FarmApp;
import io.strait.model.Reduction;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Work;
import org.jspecify.annotations.Nullable;

/** Reads an app file. The key {@code kind} decides which other keys there are. */
public final class AppFile {
  private static final long MOST_TASKS = 1_000_000_000_000L;

  private AppFile() {}

  public static App read(Document document) {
    var root = Fields.mapping(document, document.root(), "the app file");
    @Nullable Node kind = root.get("kind");
    if (kind == null) {
      throw document.error(
          root, "the app file has no 'kind', expected kind: farm, stencil or realign");
    }
    var text = Fields.text(document, kind, "kind");
    return switch (text) {
      case "farm" -> farm(document);
      case "stencil" -> StencilFile.read(document);
      case "realign" -> RealignFile.read(document);
      default ->
          throw document.error(
              kind, "kind is '%s', expected farm, stencil or realign".formatted(text));
    };
  }

  private static FarmApp farm(Document document) {
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
}
