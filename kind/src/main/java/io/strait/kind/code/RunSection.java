package io.strait.kind.code;

import io.strait.model.quantity.Durations;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes the section {@code run} of an app file, which names the code to run. */
public final class RunSection {
  private static final int MOST_RETRIES = 1000;
  private static final List<String> KINDS = List.of("class", "command", "resident");

  private final Document document;
  private final Fields fields;

  private RunSection(Document document, Fields fields) {
    this.document = document;
    this.fields = fields;
  }

  public static @Nullable TaskCode read(Document document, @Nullable Node node) {
    if (node == null) {
      return null;
    }
    return switch (kind(document, node)) {
      case "class" -> javaClass(document, node);
      case "command" -> command(document, node);
      default -> resident(document, node);
    };
  }

  /**
   * Reads a section of code that works on streams instead of tasks, so that there is nothing to try
   * again and no table.
   *
   * @param placeholders that a command may have
   */
  public static @Nullable TaskCode readStream(
      Document document, @Nullable Node node, List<String> placeholders) {
    if (node == null) {
      return null;
    }
    var kind = kind(document, node);
    if (kind.equals("class")) {
      return readClass(document, node);
    }
    var run = new RunSection(document, Fields.of(document, node, "run", kind, "time-limit"));
    if (kind.equals("resident")) {
      return new TaskCode.Resident(
          run.text("resident"), run.timeLimit(), TaskCode.RETRIES, List.of());
    }
    var line = run.text("command");
    try {
      Template.parse(line).checkOnly(placeholders);
    } catch (IllegalArgumentException e) {
      throw document.error(run.fields.required("command"), "command: " + e.getMessage());
    }
    return new TaskCode.Command(line, run.timeLimit(), TaskCode.RETRIES, List.of(), null, null);
  }

  /** What a section names: a class, a command or a resident process. */
  private static String kind(Document document, Node node) {
    var mapping = Fields.mapping(document, node, "run");
    var given = KINDS.stream().filter(kind -> mapping.get(kind) != null).toList();
    if (given.size() != 1) {
      // A wrong key is the likelier mistake and has the better message.
      all(document, node);
      throw document.error(
          node,
          "run has %s, expected one of: %s"
              .formatted(
                  given.isEmpty() ? "nothing to run" : String.join(" and ", given),
                  String.join(", ", KINDS)));
    }
    return given.getFirst();
  }

  /** Reads a section that can only name a class. */
  public static TaskCode.@Nullable JavaClass readClass(Document document, @Nullable Node node) {
    if (node == null) {
      return null;
    }
    var keys = Fields.of(document, node, "run", "class", "with");
    var run = new RunSection(document, keys);
    return new TaskCode.JavaClass(run.text("class"), TaskCode.RETRIES, run.with(), List.of());
  }

  private static Fields all(Document document, Node node) {
    return Fields.of(
        document,
        node,
        "run",
        "class",
        "command",
        "resident",
        "with",
        "time-limit",
        "retries",
        "files",
        "parameters",
        "result");
  }

  private static TaskCode javaClass(Document document, Node node) {
    var keys = Fields.of(document, node, "run", "class", "with", "retries", "files");
    var run = new RunSection(document, keys);
    return new TaskCode.JavaClass(run.text("class"), run.retries(), run.with(), run.files());
  }

  private static TaskCode command(Document document, Node node) {
    var keys =
        Fields.of(
            document,
            node,
            "run",
            "command",
            "time-limit",
            "retries",
            "files",
            "parameters",
            "result");
    var run = new RunSection(document, keys);
    var line = run.template("command");
    run.checkQuotes("command", line);
    return new TaskCode.Command(
        line,
        run.timeLimit(),
        run.retries(),
        run.files(),
        keys.has("parameters") ? run.path("parameters", keys.required("parameters")) : null,
        keys.has("result") ? run.resultFile() : null);
  }

  private static TaskCode resident(Document document, Node node) {
    var keys = Fields.of(document, node, "run", "resident", "time-limit", "retries", "files");
    var run = new RunSection(document, keys);
    return new TaskCode.Resident(run.text("resident"), run.timeLimit(), run.retries(), run.files());
  }

  private String text(String key) {
    return Fields.text(document, fields.required(key), key);
  }

  /** The settings of a class. The class itself checks them. */
  private Map<String, String> with() {
    var with = new LinkedHashMap<String, String>();
    if (fields.has("with")) {
      for (var entry : Fields.mapping(document, fields.required("with"), "with").entries()) {
        var name = Fields.name(document, entry.key(), "a setting");
        with.put(name, Fields.text(document, entry.value(), name));
      }
    }
    return Collections.unmodifiableMap(with);
  }

  private int retries() {
    return fields.integer("retries", TaskCode.RETRIES, 0, MOST_RETRIES);
  }

  private @Nullable Duration timeLimit() {
    return fields.has("time-limit")
        ? fields.positive("time-limit", Durations::parse, Durations::seconds)
        : null;
  }

  /** A text with placeholders. Without a table, their names are checked here. */
  private String template(String key) {
    var text = text(key);
    try {
      var template = Template.parse(text);
      if (!fields.has("parameters")) {
        template.check(List.of());
      }
    } catch (IllegalArgumentException e) {
      throw document.error(fields.required(key), key + ": " + e.getMessage());
    }
    return text;
  }

  private void checkQuotes(String key, String text) {
    try {
      Template.parse(text).checkQuotes();
    } catch (IllegalArgumentException e) {
      throw document.error(fields.required(key), key + ": " + e.getMessage());
    }
  }

  private String resultFile() {
    path("result", fields.required("result"));
    return template("result");
  }

  private List<String> files() {
    var files = new ArrayList<String>();
    if (fields.has("files")) {
      for (var item : Fields.items(document, fields.required("files"), "files")) {
        var name = path("files", item);
        if (files.contains(name)) {
          throw document.error(
              item, "'%s' appears twice in files, expected every file once".formatted(name));
        }
        files.add(name);
      }
    }
    return List.copyOf(files);
  }

  private String path(String key, Node node) {
    var text = Fields.text(document, node, key);
    if (!RelativePath.is(text)) {
      throw document.error(
          node,
          "%s is '%s', expected a path below the app file's folder, such as data/table.csv"
              .formatted(key, text));
    }
    return text;
  }

  /** Writes the section, so that {@link #read} can read it. */
  public static @Nullable Tree tree(@Nullable TaskCode code) {
    return switch (code) {
      case null -> null;
      case TaskCode.JavaClass java -> {
        var tree = new Tree().put("class", java.name());
        if (!java.with().isEmpty()) {
          var with = new Tree();
          java.with().forEach(with::put);
          tree.put("with", with);
        }
        yield limits(tree, java, null, java.files());
      }
      case TaskCode.Command command ->
          limits(
                  new Tree().put("command", command.line()),
                  command,
                  command.timeLimit(),
                  command.files())
              .putIfPresent("parameters", command.parameters())
              .putIfPresent("result", command.result());
      case TaskCode.Resident resident ->
          limits(
              new Tree().put("resident", resident.line()),
              resident,
              resident.timeLimit(),
              resident.files());
    };
  }

  private static Tree limits(
      Tree tree, TaskCode code, @Nullable Duration timeLimit, List<String> files) {
    if (timeLimit != null) {
      tree.put("time-limit", Durations.text(timeLimit));
    }
    retries(tree, code);
    return files.isEmpty() ? tree : tree.put("files", files);
  }

  private static Tree retries(Tree tree, TaskCode code) {
    return code.retries() == TaskCode.RETRIES ? tree : tree.put("retries", code.retries());
  }
}
