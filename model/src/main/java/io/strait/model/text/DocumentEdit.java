package io.strait.model.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Changes one value of a document by its path: {@code links[argentina-spain].bandwidth}, {@code
 * clusters[spain].hosts[es].count}, {@code tasks}. A selector in brackets picks a key of a mapping.
 * In a list it picks the item with that {@code name}, the link between those clusters in either
 * order, or the item with that number, counted from 0. {@code *} picks everything.
 */
public final class DocumentEdit {
  private static final Pattern STEP = Pattern.compile("([^.\\[\\]]+)|\\[([^\\]]+)\\]");
  private static final Pattern PATH =
      Pattern.compile("[^.\\[\\]]+(\\.[^.\\[\\]]+|\\[[^\\]]+\\])*+"); // possessive: no recursion
  private static final int MOST_STEPS = 32;
  private static final String ALL = "*";

  private DocumentEdit() {}

  /** The key that a path starts with. */
  public static String firstStep(String path) {
    return steps(path).getFirst();
  }

  /** The text at the path, or at the first of several; null if there is none. */
  public static @Nullable String get(Document document, String path) {
    @Nullable Node node = document.root();
    var steps = steps(path);
    for (int i = 0; i < steps.size(); i++) {
      node = child(document, node, steps.get(i), path, i == steps.size() - 1);
      if (node == null) {
        return null;
      }
    }
    return node instanceof Node.Scalar scalar ? scalar.text() : null;
  }

  /** The document with the value at the path replaced. A new last key is added. */
  public static Document set(Document document, String path, String value) {
    return new Document(
        document.source(), set(document, document.root(), steps(path), 0, path, value));
  }

  private static Node set(
      Document document,
      @Nullable Node node,
      List<String> steps,
      int at,
      String path,
      String value) {
    if (at == steps.size()) {
      return switch (node) {
        case Node.Scalar old -> new Node.Scalar(value, old.line(), old.column());
        case null -> new Node.Scalar(value, document.root().line(), document.root().column());
        case Node.Mapping m -> throw whole(path, m);
        case Node.Sequence s -> throw whole(path, s);
      };
    }
    var step = steps.get(at);
    @Nullable Node child = child(document, node, step, path, at == steps.size() - 1);
    if (step.equals(ALL)) {
      return all(document, node, steps, at, path, value);
    }
    var changed = set(document, child, steps, at + 1, path, value);
    if (node instanceof Node.Sequence sequence) {
      var items = new ArrayList<>(sequence.items());
      items.set(items.indexOf(child), changed);
      return new Node.Sequence(items, sequence.line(), sequence.column());
    }
    if (node instanceof Node.Mapping mapping) {
      return mapping.with(step, changed);
    }
    int line = document.root().line();
    int column = document.root().column();
    return new Node.Mapping(List.of(), line, column).with(step, changed);
  }

  private static Node all(
      Document document,
      @Nullable Node node,
      List<String> steps,
      int at,
      String path,
      String value) {
    if (node instanceof Node.Sequence sequence) {
      var items = new ArrayList<Node>();
      for (var item : sequence.items()) {
        items.add(set(document, item, steps, at + 1, path, value));
      }
      return new Node.Sequence(items, sequence.line(), sequence.column());
    }
    var mapping = (Node.Mapping) Objects.requireNonNull(node);
    var entries = new ArrayList<Node.Entry>();
    for (var entry : mapping.entries()) {
      entries.add(
          new Node.Entry(entry.key(), set(document, entry.value(), steps, at + 1, path, value)));
    }
    return new Node.Mapping(entries, mapping.line(), mapping.column());
  }

  private static InputException whole(String path, Node node) {
    return new InputException(
        "'%s' is %s, expected the path of a single value".formatted(path, node.kind()));
  }

  private static @Nullable Node child(
      Document document, @Nullable Node node, String step, String path, boolean last) {
    switch (node) {
      case Node.Mapping mapping when step.equals(ALL) && !mapping.entries().isEmpty() -> {
        return mapping.entries().getFirst().value();
      }
      case Node.Mapping mapping -> {
        @Nullable Node child = step.equals(ALL) ? null : mapping.get(step);
        if (child != null || (last && !step.equals(ALL)) || step.equals("lan")) {
          return child; // a LAN may be added
        }
        var keys = mapping.entries().stream().limit(12).map(e -> e.key().text()).toList();
        throw new InputException(
            "'%s' in '%s' is not in %s, expected one of: %s"
                .formatted(step, path, document.source(), String.join(", ", keys)));
      }
      case Node.Sequence sequence -> {
        for (int i = 0; i < sequence.items().size(); i++) {
          if (step.equals(ALL) || matches(sequence.items().get(i), i, step)) {
            return sequence.items().get(i);
          }
        }
        throw new InputException(
            "'%s' in '%s' matches no item of the list in %s, expected the item's name, a link's clusters as a-b, its number, or * for all"
                .formatted(step, path, document.source()));
      }
      case Node.Scalar scalar ->
          throw new InputException(
              "'%s' in '%s' follows a single value (%s), expected the path to end there"
                  .formatted(step, path, scalar.text()));
      case null -> {
        return null;
      }
    }
  }

  private static boolean matches(Node item, int index, String step) {
    if (step.equals(Integer.toString(index))) {
      return true;
    }
    if (!(item instanceof Node.Mapping mapping)) {
      return false;
    }
    if (mapping.get("name") instanceof Node.Scalar name && name.text().equals(step)) {
      return true;
    }
    if (mapping.get("between") instanceof Node.Sequence between) {
      var names = new ArrayList<String>();
      for (var end : between.items()) {
        if (end instanceof Node.Scalar scalar) {
          names.add(scalar.text());
        }
      }
      if (String.join("-", names).equals(step) || String.join("-", names.reversed()).equals(step)) {
        return true;
      }
      // A path through several clusters also matches each of its gaps.
      for (int i = 0; i + 1 < names.size(); i++) {
        var a = names.get(i);
        var b = names.get(i + 1);
        if (step.equals(a + "-" + b) || step.equals(b + "-" + a)) {
          return true;
        }
      }
    }
    return false;
  }

  private static List<String> steps(String path) {
    if (!PATH.matcher(path).matches()) {
      throw new InputException(
          "'%s' is not a path, expected one such as links[argentina-spain].bandwidth"
              .formatted(path));
    }
    var steps = new ArrayList<String>();
    var matcher = STEP.matcher(path);
    while (matcher.find()) {
      steps.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
    }
    if (steps.size() > MOST_STEPS) {
      throw new InputException(
          "'%s…' is a path of %d steps, expected at most %d"
              .formatted(steps.getFirst(), steps.size(), MOST_STEPS));
    }
    return steps;
  }
}
