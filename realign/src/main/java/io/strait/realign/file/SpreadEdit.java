package io.strait.realign.file;

import io.strait.kind.plan.AppPaths;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Changes the number of distributions in a realignment's app file: K of every {@code partition(K)},
 * or b of every {@code cyclic(b)}.
 */
public final class SpreadEdit {
  /** Paths into app files of realignments. */
  public static final AppPaths PATHS =
      new AppPaths() {
        @Override
        public List<String> keys() {
          return List.of(
              "array",
              "source",
              "target",
              "phases",
              "renumber",
              "repetitions",
              "memory",
              "data",
              "partition",
              "cyclic");
        }

        @Override
        public @Nullable String get(Document app, String path) {
          return WORDS.contains(path) ? SpreadEdit.get(app, path) : AppPaths.super.get(app, path);
        }

        @Override
        public Document set(Document app, String path, String value) {
          return WORDS.contains(path)
              ? SpreadEdit.set(app, path, value)
              : AppPaths.super.set(app, path, value);
        }
      };

  /** What may be changed. */
  private static final List<String> WORDS = List.of("partition", "cyclic");

  private final Pattern spread;
  private final String word;
  private @Nullable String before;

  private SpreadEdit(String word) {
    this.word = word;
    this.spread = Pattern.compile(word + "(?:\\((-?\\d+)\\))?");
  }

  /** The number of the first such distribution; null where there is none. */
  private static @Nullable String get(Document app, String word) {
    var edit = new SpreadEdit(word);
    edit.node(app.root(), "", null);
    return edit.before;
  }

  /** The document with the number of all such distributions changed. */
  private static Document set(Document app, String word, String number) {
    var edit = new SpreadEdit(word);
    var changed = edit.node(app.root(), "", number);
    if (edit.before == null) {
      throw new InputException(
          "no distribution in %s is a %s, expected one such as %s(3)"
              .formatted(app.source(), word, word));
    }
    return new Document(app.source(), changed);
  }

  /**
   * @param key under which the node stands
   * @param number null to leave everything as it is
   */
  private Node node(Node node, String key, @Nullable String number) {
    return switch (node) {
      case Node.Mapping mapping -> {
        var entries = new ArrayList<Node.Entry>();
        for (var entry : mapping.entries()) {
          entries.add(new Node.Entry(entry.key(), node(entry.value(), entry.key().text(), number)));
        }
        yield new Node.Mapping(entries, mapping.line(), mapping.column());
      }
      case Node.Sequence list -> {
        var items = new ArrayList<Node>();
        for (var item : list.items()) {
          items.add(node(item, key, number));
        }
        yield new Node.Sequence(items, list.line(), list.column());
      }
      case Node.Scalar scalar -> key.equals("distribution") ? scalar(scalar, number) : scalar;
    };
  }

  private Node scalar(Node.Scalar scalar, @Nullable String number) {
    var match = spread.matcher(scalar.text());
    if (!match.matches()) {
      return scalar;
    }
    if (before == null) {
      before = match.group(1) == null ? "1" : match.group(1);
    }
    return number == null
        ? scalar
        : new Node.Scalar("%s(%s)".formatted(word, number), scalar.line(), scalar.column());
  }
}
