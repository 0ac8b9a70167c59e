package io.strait.model.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sets and removes single values of one mapping anywhere in a file, and leaves everything else as
 * it is, such as comments and layout. {@link TextEdit} does so at the top level, with a comment.
 *
 * <p>It knows mappings in braces, and blocks with {@code key: value} on lines of their own. The
 * result is read again, so a file that is written differently is refused and never damaged.
 */
public final class MappingEdit {
  private final Node.Mapping mapping;
  private final List<Integer> starts = new ArrayList<>();
  private final StringBuilder text;

  private MappingEdit(Node.Mapping mapping, String text) {
    this.mapping = mapping;
    this.text = new StringBuilder(text);
    starts.add(0);
    for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      starts.add(at + 1);
    }
  }

  /**
   * The text with some values of a mapping changed, added or removed.
   *
   * @param document what the text says
   * @param mapping a part of the document, not empty
   * @param values the values by key, as they are written; null removes a key
   * @throws InputException if the file cannot be changed this way
   */
  public static String set(
      Document document, String text, Node.Mapping mapping, Map<String, @Nullable String> values) {
    var edit = new MappingEdit(mapping, text);
    String changed;
    try {
      changed = edit.isInBraces() ? edit.inBraces(values) : edit.inLines(values);
      if (isAsExpected(document, mapping, changed, values)) {
        return changed;
      }
    } catch (IndexOutOfBoundsException | InputException e) {
      // Refused below.
    }
    throw document.error(
        mapping,
        "this cannot be changed in place, expected {key: value} in braces or 'key: value' on lines"
            + " of their own for %s".formatted(String.join(", ", values.keySet())));
  }

  private static boolean isAsExpected(
      Document before, Node.Mapping mapping, String text, Map<String, @Nullable String> values) {
    var expected = new HashMap<String, Object>();
    mapping.entries().forEach(e -> expected.put(e.key().text(), TextEdit.plain(e.value())));
    values.forEach(
        (key, value) -> {
          if (value == null) {
            expected.remove(key);
          } else {
            expected.put(key, TextEdit.plain(Document.parse("value", value).root()));
          }
        });
    var after = Document.parse(before.source(), text).root();
    return plain(before.root(), mapping, expected).equals(TextEdit.plain(after));
  }

  /** A node without its place, with one mapping replaced. */
  private static Object plain(Node node, Node.Mapping replaced, Object by) {
    if (node.equals(replaced)) {
      return by;
    }
    return switch (node) {
      case Node.Scalar scalar -> scalar.text();
      case Node.Sequence list ->
          list.items().stream().map(item -> plain(item, replaced, by)).toList();
      case Node.Mapping map -> {
        var plain = new HashMap<String, Object>();
        map.entries().forEach(e -> plain.put(e.key().text(), plain(e.value(), replaced, by)));
        yield plain;
      }
    };
  }

  private int offset(Node node) {
    int start = starts.get(node.line() - 1);
    return text.toString().offsetByCodePoints(start, node.column() - 1);
  }

  private boolean isInBraces() {
    return text.charAt(offset(mapping)) == '{';
  }

  // In braces.

  private String inBraces(Map<String, @Nullable String> values) {
    var entries = mapping.entries();
    var added = new StringBuilder();
    values.forEach(
        (key, value) -> {
          if (value != null && mapping.get(key) == null) {
            added.append(", ").append(key).append(": ").append(value);
          }
        });
    text.insert(valueEnd(entries.getLast()), added);
    // From the end, so that places before stay where they are.
    for (int i = entries.size() - 1; i >= 0; i--) {
      var entry = entries.get(i);
      if (!values.containsKey(entry.key().text())) {
        continue;
      }
      @Nullable String value = values.get(entry.key().text());
      int from = offset(entry.value());
      if (value != null) {
        text.replace(from, valueEnd(entry), value);
      } else if (i > 0) {
        text.delete(valueEnd(entries.get(i - 1)), valueEnd(entry));
      } else {
        int comma = end(from, ",}");
        int next = text.charAt(comma) == ',' ? comma + 1 : comma;
        while (text.charAt(next) == ' ') {
          next++;
        }
        text.delete(offset(entry.key()), next);
      }
    }
    return text.toString();
  }

  /** Where a value in braces ends. */
  private int valueEnd(Node.Entry entry) {
    int end = end(offset(entry.value()), ",}");
    while (Character.isWhitespace(text.charAt(end - 1))) {
      end--;
    }
    return end;
  }

  /** The first of some characters that is not inside a text, a comment or other braces. */
  private int end(int from, String of) {
    int depth = 0;
    for (int at = from; ; at++) {
      char c = text.charAt(at);
      if (depth == 0 && of.indexOf(c) >= 0) {
        return at;
      }
      switch (c) {
        case '{', '[' -> depth++;
        case '}', ']' -> depth--;
        case '"', '\'' -> {
          char before = text.charAt(at - 1);
          if (" ,:{[\n".indexOf(before) >= 0) {
            at = text.indexOf(String.valueOf(c), at + 1);
          }
        }
        case '#' -> {
          if (Character.isWhitespace(text.charAt(at - 1))) {
            at = text.indexOf("\n", at);
          }
        }
        default -> {}
      }
    }
  }

  // In lines of their own.

  private String inLines(Map<String, @Nullable String> values) {
    var indent = " ".repeat(mapping.column() - 1);
    var lineEnd = text.indexOf("\r\n") >= 0 ? "\r\n" : "\n";
    var added = new StringBuilder();
    values.forEach(
        (key, value) -> {
          if (value != null && mapping.get(key) == null) {
            added.append(indent).append(key).append(": ").append(value).append(lineEnd);
          }
        });
    // From the end, so that places before stay where they are.
    boolean isAdded = added.isEmpty();
    for (var entry : mapping.entries().reversed()) {
      var node = entry.value();
      if (!isAdded && (node instanceof Node.Scalar || text.charAt(offset(node)) == '[')) {
        insertBelow(node.line(), added, lineEnd);
        isAdded = true;
      }
      if (values.containsKey(entry.key().text())) {
        change(entry, values.get(entry.key().text()));
      }
    }
    if (!isAdded) {
      int first = starts.get(mapping.line() - 1);
      text.insert(first, added);
    }
    return text.toString();
  }

  private void insertBelow(int line, CharSequence added, String lineEnd) {
    if (line < starts.size()) {
      text.insert(starts.get(line), added);
    } else {
      text.append(text.toString().endsWith("\n") ? "" : lineEnd).append(added);
    }
  }

  private void change(Node.Entry entry, @Nullable String value) {
    int line = entry.value().line();
    int end = line < starts.size() ? starts.get(line) : text.length();
    if (value == null) {
      text.delete(starts.get(line - 1), end);
      return;
    }
    int from = offset(entry.value());
    int row = starts.get(line - 1);
    var whole = text.substring(row, end).stripTrailing();
    text.replace(from, row + TextEdit.end(whole, from - row), value);
  }
}
