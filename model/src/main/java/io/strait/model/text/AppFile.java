package io.strait.model.text;

import io.strait.model.App;
import io.strait.model.FarmApp;
import io.strait.model.Reduction;
import io.strait.model.TaskCode;
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
      throw document.error(root, "the app file has no 'kind', expected kind: farm");
    }
    var text = Fields.text(document, kind, "kind");
    if (!text.equals("farm")) {
      throw document.error(kind, "kind is '%s', expected farm".formatted(text));
    }
    return farm(document);
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
    return new FarmApp(
        fields.name("app"),
        fields.whole("tasks", 1, MOST_TASKS),
        fields.nonNegative("input", Bytes.ZERO, Bytes::parse, Bytes::count),
        fields.nonNegative("output", Bytes.ZERO, Bytes::parse, Bytes::count),
        fields.choice("reduce", Reduction.NONE),
        fields.has("work") ? fields.positive("work", Work::parse, Work::flop) : null,
        fields.has("master-work") ? fields.positive("master-work", Work::parse, Work::flop) : null,
        run(document, fields.find("run")));
  }

  private static @Nullable TaskCode run(Document document, @Nullable Node node) {
    if (node == null) {
      return null;
    }
    var fields = Fields.of(document, node, "run", "class", "command", "resident");
    if (fields.node().entries().size() != 1) {
      throw document.error(
          node,
          "run has %d keys, expected one of: class, command, resident"
              .formatted(fields.node().entries().size()));
    }
    var entry = fields.node().entries().getFirst();
    var text = Fields.text(document, entry.value(), entry.key().text());
    return switch (entry.key().text()) {
      case "class" -> new TaskCode.JavaClass(text);
      case "command" -> new TaskCode.Command(text);
      default -> new TaskCode.Resident(text);
    };
  }
}
