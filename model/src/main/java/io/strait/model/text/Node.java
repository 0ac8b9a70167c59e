package io.strait.model.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a document and where it starts. Lines and columns count from 1. */
public sealed interface Node {
  int line();

  int column();

  /** A description for messages. */
  String kind();

  /** The line on which the last node in it starts. */
  default int lastLine() {
    return switch (this) {
      case Scalar scalar -> scalar.line;
      case Sequence list -> list.items.stream().mapToInt(Node::lastLine).max().orElse(list.line);
      case Mapping mapping ->
          mapping.entries.stream()
              .mapToInt(entry -> entry.value.lastLine())
              .max()
              .orElse(mapping.line);
    };
  }

  /** A text, a number or a name. */
  record Scalar(String text, int line, int column) implements Node {
    @Override
    public String kind() {
      return text.isEmpty() ? "nothing" : "'" + text + "'";
    }
  }

  /** A list of nodes. */
  record Sequence(List<Node> items, int line, int column) implements Node {
    @Override
    public String kind() {
      return "a list";
    }
  }

  /** Keys with values, in the order of the file. */
  record Mapping(List<Entry> entries, int line, int column) implements Node {
    @Override
    public String kind() {
      return "a mapping";
    }

    public @Nullable Node get(String key) {
      for (var entry : entries) {
        if (entry.key.text.equals(key)) {
          return entry.value;
        }
      }
      return null;
    }

    /** This mapping with one key set, in its old place or else at the end. */
    public Mapping with(String key, Node value) {
      var changed = new ArrayList<Entry>();
      boolean found = false;
      for (var entry : entries) {
        if (entry.key.text.equals(key)) {
          changed.add(new Entry(entry.key, value));
          found = true;
        } else {
          changed.add(entry);
        }
      }
      if (!found) {
        changed.add(new Entry(new Scalar(key, value.line(), value.column()), value));
      }
      return new Mapping(changed, line, column);
    }
  }

  /** One key of a mapping with its value. */
  record Entry(Scalar key, Node value) {}
}
