package io.strait.model.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes values anywhere in the text of a file, and leaves comments, layout and everything else as
 * it is. {@link TextEdit} does this for several values at the top level.
 *
 * <p>A path is a list of keys; the number of an item, from 0, is its key in a list. Values are
 * YAML, such as {@code 1 s} or {@code {a: 1}}. The text is read again after every change, so a file
 * that is written in an unusual way is refused and never damaged.
 */
public final class NodeEdit {
  private final String source;
  private final String lineEnd;
  private String text;
  private Document document;

  public NodeEdit(String source, String text) {
    this.source = source;
    this.text = text;
    this.lineEnd = text.contains("\r\n") ? "\r\n" : "\n";
    this.document = Document.parse(source, text);
  }

  /** The text with all changes so far. */
  public String text() {
    return text;
  }

  /** What is at a path; null if nothing is. */
  public @Nullable Node find(List<String> path) {
    @Nullable Node node = document.root();
    for (var key : path) {
      node = child(node, key);
    }
    return node;
  }

  private static @Nullable Node child(@Nullable Node node, String key) {
    return switch (node) {
      case Node.Mapping mapping -> mapping.get(key);
      case Node.Sequence list when Integer.parseInt(key) < list.items().size() ->
          list.items().get(Integer.parseInt(key));
      case Node.Sequence _ -> null;
      case Node.Scalar _ -> null;
      case null -> null;
    };
  }

  /** Replaces a single value, or adds a key at the end of a mapping that is there. */
  public void set(List<String> path, String value) {
    var parent = parent(path);
    var key = path.getLast();
    @Nullable Node old = find(path);
    var expected = with(path, TextEdit.plain(Document.parse(source, value).root()));
    switch (old) {
      case Node.Scalar scalar -> {
        int from = offset(scalar);
        var space = from > 0 && text.charAt(from - 1) == ':' ? " " : "";
        splice(from, scalar.text().isEmpty() ? from : end(from, isFlow(path)), space + value);
      }
      case Node.Mapping m -> throw refused(m, key);
      case Node.Sequence s -> throw refused(s, key);
      case null -> insert(parent, key + ": " + value, '{');
    }
    accept(expected, parent, key);
  }

  /**
   * Adds an item to a list, which is made if it is not there: at its start between brackets, else
   * at its end.
   */
  public void add(List<String> path, String item) {
    var parent = parent(path);
    var key = path.getLast();
    @Nullable Node list = find(path);
    var items = new ArrayList<Object>();
    if (list instanceof Node.Sequence sequence) {
      sequence.items().forEach(each -> items.add(TextEdit.plain(each)));
    }
    boolean first = list != null && isFlowAt(list);
    items.add(first ? 0 : items.size(), TextEdit.plain(Document.parse(source, item).root()));
    var expected = with(path, items);
    if (list instanceof Node.Sequence sequence) {
      insert(sequence, (first ? "" : "- ") + item, '[');
    } else if (list == null && !isFlowAt(parent)) {
      var indent = " ".repeat(parent.column() - 1);
      insert(parent, key + ":" + lineEnd + indent + "  - " + item, '{');
    } else {
      set(path, "[" + item + "]");
    }
    accept(expected, parent, key);
  }

  /**
   * Puts a comment above the line of a key.
   *
   * @param mark how such a comment starts, so that an earlier one is replaced
   */
  public void comment(List<String> path, String comment, String mark) {
    var mapping = (Node.Mapping) parent(path);
    var key =
        mapping.entries().stream()
            .map(Node.Entry::key)
            .filter(each -> each.text().equals(path.getLast()))
            .findFirst()
            .orElseThrow();
    var expected = TextEdit.plain(document.root());
    var lines = lines();
    int row = key.line() - 1;
    var line = lines.get(row);
    var indent = line.substring(0, line.length() - line.stripLeading().length());
    if (row > 0 && lines.get(row - 1).strip().startsWith("# " + mark)) {
      lines.set(row - 1, indent + "# " + comment);
    } else {
      lines.add(row, indent + "# " + comment);
    }
    text = joined(lines);
    accept(expected, key, path.getLast());
  }

  private Node parent(List<String> path) {
    @Nullable Node parent = find(path.subList(0, path.size() - 1));
    if (parent == null || parent instanceof Node.Scalar) {
      throw refused(parent == null ? document.root() : parent, path.getLast());
    }
    return parent;
  }

  /** The plain root, with the value at a path changed. */
  private Object with(List<String> path, Object value) {
    return with(TextEdit.plain(document.root()), path, value);
  }

  private static Object with(@Nullable Object node, List<String> path, Object value) {
    if (path.isEmpty()) {
      return value;
    }
    var rest = path.subList(1, path.size());
    if (node instanceof List<?> list) {
      var items = new ArrayList<Object>(list);
      int at = Integer.parseInt(path.getFirst());
      items.set(at, with(items.get(at), rest, value));
      return items;
    }
    var keys = new HashMap<Object, Object>();
    if (node instanceof Map<?, ?> map) {
      keys.putAll(map);
    }
    keys.put(path.getFirst(), with(keys.get(path.getFirst()), rest, value));
    return keys;
  }

  /** Takes the changed text if it says what is expected. */
  private void accept(Object expected, Node at, String key) {
    var before = document;
    try {
      document = Document.parse(source, text);
    } catch (InputException e) {
      throw refused(before, at, key);
    }
    if (!TextEdit.plain(document.root()).equals(expected)) {
      throw refused(before, at, key);
    }
  }

  private InputException refused(Node at, String key) {
    return refused(document, at, key);
  }

  private static InputException refused(Document document, Node at, String key) {
    return document.error(
        at,
        "'%s' cannot be changed in place here, expected key: value on lines of their own, or {key: value}"
            .formatted(key));
  }

  private void splice(int from, int to, String value) {
    text = text.substring(0, from) + value + text.substring(to);
  }

  /** Adds to a mapping or a list: first between brackets, else below all of it. */
  private void insert(Node into, String addition, char bracket) {
    if (isFlowAt(into)) {
      int inside = text.indexOf(bracket, offset(into)) + 1;
      var rest = text.substring(inside).stripLeading();
      boolean empty = rest.startsWith("}") || rest.startsWith("]");
      splice(inside, inside, addition + (empty ? "" : ", "));
      return;
    }
    var lines = lines();
    lines.add(below(into, lines), " ".repeat(into.column() - 1) + addition);
    text = joined(lines);
  }

  /** The row below a block; comments that stand further left belong to what follows. */
  private int below(Node block, List<String> lines) {
    var all = new ArrayList<Node>();
    flatten(document.root(), all);
    var own = new ArrayList<Node>();
    flatten(block, own);
    int after = all.indexOf(block) + own.size();
    @Nullable Node next = after < all.size() ? all.get(after) : null;
    int row = next == null ? lines.size() : next.line() - 1;
    for (; row > 0; row--) {
      var line = lines.get(row - 1);
      int indent = line.length() - line.stripLeading().length();
      boolean following =
          indent < block.column() - 1 || (next != null && indent == next.column() - 1);
      if (!line.isBlank() && !(line.strip().startsWith("#") && following)) {
        break;
      }
    }
    return row;
  }

  /** A node and all below it, in the order of the text. */
  private static void flatten(Node node, List<Node> all) {
    all.add(node);
    switch (node) {
      case Node.Scalar _ -> {}
      case Node.Sequence sequence -> sequence.items().forEach(item -> flatten(item, all));
      case Node.Mapping mapping ->
          mapping
              .entries()
              .forEach(
                  entry -> {
                    all.add(entry.key());
                    flatten(entry.value(), all);
                  });
    }
  }

  /** Whether a value stands between brackets. */
  private boolean isFlow(List<String> path) {
    for (int length = 0; length < path.size(); length++) {
      @Nullable Node node = find(path.subList(0, length));
      if (node != null && isFlowAt(node)) {
        return true;
      }
    }
    return false;
  }

  private boolean isFlowAt(Node node) {
    int at = offset(node);
    return at < text.length() && (text.charAt(at) == '{' || text.charAt(at) == '[');
  }

  private int offset(Node node) {
    int start = 0;
    for (int line = 1; line < node.line(); line++) {
      start = text.indexOf('\n', start) + 1;
    }
    return text.offsetByCodePoints(
        start, Math.min(node.column() - 1, text.codePointCount(start, text.length())));
  }

  /** Where the value that starts here ends. */
  private int end(int from, boolean flow) {
    char quote = text.charAt(from);
    int at = from;
    if (quote == '"' || quote == '\'') {
      for (at++; at < text.length() && text.charAt(at) != quote; at++) {
        at += quote == '"' && text.charAt(at) == '\\' ? 1 : 0;
      }
      return Math.min(at + 1, text.length());
    }
    while (at < text.length()
        && text.charAt(at) != '\n'
        && !text.startsWith(" #", at)
        && !(flow && ",}]".indexOf(text.charAt(at)) >= 0)) {
      at++;
    }
    return from + text.substring(from, at).stripTrailing().length();
  }

  private List<String> lines() {
    return new ArrayList<>(text.lines().toList());
  }

  private String joined(List<String> lines) {
    return String.join(lineEnd, lines) + lineEnd;
  }
}
