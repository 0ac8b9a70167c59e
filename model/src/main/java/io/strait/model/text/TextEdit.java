package io.strait.model.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Changes single values at the top level of a file and leaves everything else, such as comments and
 * layout, as it is. {@link DocumentEdit} changes a document in memory; this changes the text.
 *
 * <p>YAML has many ways to write a value, and this knows the usual one: {@code key: value} on a
 * line. The result is read again, so a file that is written differently is refused and never
 * damaged.
 */
public final class TextEdit {
  private final Node.Mapping root;
  private final List<String> lines;
  private final String lineEnd;

  private TextEdit(Node.Mapping root, String text) {
    this.root = root;
    this.lineEnd = text.contains("\r\n") ? "\r\n" : "\n";
    this.lines = new ArrayList<>(text.lines().toList());
  }

  /**
   * The text of a file with some values changed or added.
   *
   * @param values the values by key
   * @param comment a line, without {@code #}, to put above the values
   * @param mark how such a comment starts, so that an earlier one is replaced
   * @throws InputException if the file cannot be changed this way
   */
  public static String set(
      String source, String text, Map<String, String> values, String comment, String mark) {
    var document = Document.parse(source, text);
    var root = Fields.mapping(document, document.root(), "the file");
    var changed = new TextEdit(root, text).set(values, "# " + comment, "# " + mark);
    if (!isAsExpected(root, source, changed, values)) {
      throw document.error(
          root,
          "the file cannot be changed in place, expected 'key: value' on lines of their own for %s"
              .formatted(String.join(", ", values.keySet())));
    }
    return changed;
  }

  /** Whether the changed text has the new values and is otherwise unchanged. */
  private static boolean isAsExpected(
      Node.Mapping before, String source, String text, Map<String, String> values) {
    Node after;
    try {
      after = Document.parse(source, text).root();
    } catch (InputException e) {
      return false;
    }
    var expected = new HashMap<String, Object>();
    before.entries().forEach(e -> expected.put(e.key().text(), plain(e.value())));
    expected.putAll(values);
    return plain(after).equals(expected);
  }

  /** A node without its place. */
  static Object plain(Node node) {
    return switch (node) {
      case Node.Scalar scalar -> scalar.text();
      case Node.Sequence sequence -> sequence.items().stream().map(TextEdit::plain).toList();
      case Node.Mapping mapping -> {
        var map = new HashMap<String, Object>();
        mapping.entries().forEach(e -> map.put(e.key().text(), plain(e.value())));
        yield map;
      }
    };
  }

  private String set(Map<String, String> values, String comment, String mark) {
    int first =
        values.keySet().stream()
            .map(root::get)
            .filter(Objects::nonNull)
            .mapToInt(value -> value.line() - 1)
            .min()
            .orElse(lastScalar() + 1);
    var indent = " ".repeat(root.column() - 1);
    // A new value goes below the one before it, or else above all.
    var added = new HashMap<Integer, List<String>>();
    boolean marked = lines.stream().anyMatch(line -> line.strip().startsWith(mark));
    if (!marked) {
      added.computeIfAbsent(first, at -> new ArrayList<>()).add(indent + comment);
    }
    int place = first;
    for (var entry : values.entrySet()) {
      @Nullable Node value = root.get(entry.getKey());
      if (value == null) {
        var line = indent + entry.getKey() + ": " + entry.getValue();
        added.computeIfAbsent(place, at -> new ArrayList<>()).add(line);
      } else {
        replace(value, entry.getValue());
        place = value.line();
      }
    }
    var out = new ArrayList<String>();
    for (int i = 0; i <= lines.size(); i++) {
      out.addAll(added.getOrDefault(i, List.of()));
      if (i < lines.size()) {
        var line = lines.get(i);
        out.add(line.strip().startsWith(mark) ? indent + comment : line);
      }
    }
    return String.join(lineEnd, out) + lineEnd;
  }

  /** The last top-level line that has a key and a single value. */
  private int lastScalar() {
    int line = -1;
    for (var entry : root.entries()) {
      if (entry.value() instanceof Node.Scalar) {
        line = Math.max(line, entry.value().line() - 1);
      }
    }
    return line < 0 ? lines.size() - 1 : line;
  }

  private void replace(Node old, String value) {
    int row = old.line() - 1;
    var line = lines.get(row);
    int column = Math.min(old.column() - 1, line.codePointCount(0, line.length()));
    int from = line.offsetByCodePoints(0, column);
    lines.set(row, line.substring(0, from) + value + line.substring(end(line, from)));
  }

  /** Where the value that starts here ends: at its closing quote, or before a comment. */
  static int end(String line, int from) {
    if (from < line.length() && (line.charAt(from) == '"' || line.charAt(from) == '\'')) {
      int quote = line.indexOf(line.charAt(from), from + 1);
      return quote < 0 ? line.length() : quote + 1;
    }
    int comment = line.indexOf(" #", from);
    int end = comment < 0 ? line.length() : comment;
    while (end > from && Character.isWhitespace(line.charAt(end - 1))) {
      end--;
    }
    return end;
  }
}
