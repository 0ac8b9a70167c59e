package io.strait.kind.report;

import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.Node;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** A file of JSON in a run's folder: what is not there is empty, what is wrong is refused. */
public record JsonFile(Document document) {
  private static final long LARGEST = 64 << 20;

  /** What YAML, which our reader reads, has no room for, though JSON has. */
  private static final Pattern UNPRINTABLE =
      Pattern.compile(
          "[^\\t\\n\\r\\x20-\\x7e\\x85\\xa0-\\ud7ff\\ue000-\\ufffd\\x{10000}-\\x{10ffff}]");

  /** Makes something of an item of a list. */
  @FunctionalInterface
  public interface ItemReader<O> {
    O read(Node.Mapping item) throws IOException;
  }

  public static JsonFile read(Path file) throws IOException {
    if (Files.size(file) > LARGEST) {
      throw new InputException(
          "%s:1: the file has %d bytes, expected at most %d"
              .formatted(file, Files.size(file), LARGEST));
    }
    var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    return parse(file.toString(), text);
  }

  /**
   * Reads what a master answers.
   *
   * @param source what messages call it
   */
  public static JsonFile parse(String source, String text) {
    return new JsonFile(Document.parse(source, UNPRINTABLE.matcher(text).replaceAll("\ufffd")));
  }

  /** The summary of a run that has ended. */
  public static JsonFile summary(Path run) throws IOException {
    var path = run.resolve("summary.json");
    if (!Files.isRegularFile(path)) {
      throw new InputException(
          "%s: no such file, expected a run that has ended; go on with: strait run --resume %s"
              .formatted(path, run));
    }
    return read(path);
  }

  public Node root() {
    return document.root();
  }

  public Node.Mapping mapping(Node node, String what) {
    if (node instanceof Node.Mapping mapping) {
      return mapping;
    }
    throw document.error(node, "%s is %s, expected an object".formatted(what, node.kind()));
  }

  public List<Node> items(Node.Mapping node, String key) {
    return switch (node.get(key)) {
      case null -> List.of();
      case Node.Sequence list -> list.items();
      case Node other ->
          throw document.error(other, "%s is %s, expected a list".formatted(key, other.kind()));
    };
  }

  /**
   * Reads the items of a list, each an object with a name of its own.
   *
   * @param what an item is, such as "strategy"
   */
  public <O extends Outcome> List<O> outcomes(
      Node.Mapping node, String key, String what, ItemReader<O> reader) throws IOException {
    var found = new ArrayList<O>();
    var names = new HashSet<String>();
    for (var item : items(node, key)) {
      var outcome = reader.read(mapping(item, "a " + what));
      if (!names.add(outcome.name())) {
        throw document.error(
            item, "%s '%s' is there twice, expected it once".formatted(what, outcome.name()));
      }
      found.add(outcome);
    }
    return found;
  }

  public String text(Node.Mapping node, String key) {
    return switch (node.get(key)) {
      case null -> "";
      case Node.Scalar text -> text.text();
      case Node other ->
          throw document.error(other, "%s is %s, expected a text".formatted(key, other.kind()));
    };
  }

  public double number(Node.Mapping node, String key) {
    var text = text(node, key);
    if (text.isEmpty() || text.equals("null")) {
      return Double.NaN;
    }
    try {
      double value = Double.parseDouble(text);
      if (Double.isFinite(value) && value >= 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw document.error(
        Objects.requireNonNull(node.get(key)),
        "%s is '%s', expected a number of 0 or more, or null".formatted(key, text));
  }

  /** A number, or 0 where there is none. */
  public double numberOrZero(Node.Mapping node, String key) {
    double value = number(node, key);
    return Double.isNaN(value) ? 0 : value;
  }

  /**
   * A number that must be there.
   *
   * @param what it is of
   */
  public double required(Node.Mapping node, String key, String what) {
    double value = number(node, key);
    if (Double.isNaN(value)) {
      throw document.error(node, "%s without %s, expected a number".formatted(what, key));
    }
    return value;
  }
}
