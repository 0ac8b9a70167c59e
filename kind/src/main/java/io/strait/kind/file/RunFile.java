package io.strait.kind.file;

import io.strait.model.quantity.Durations;
import io.strait.model.quantity.PlainNumber;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.InputException;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code run.yaml}: default options for the runs of a folder. The command line overrides
 * them. Kinds of application read their own keys from it.
 *
 * @param timeScale how many times faster than real time a run is emulated; null if not given
 * @param duration how long every emulated step should take, instead of a time scale; null if not
 *     given
 * @param document the file; null if there is none
 */
public record RunFile(
    @Nullable Double timeScale, @Nullable Duration duration, @Nullable Document document) {
  /** The largest time scale. */
  public static final double MOST_SCALE = 1e9;

  /** No options. */
  public static final RunFile EMPTY = new RunFile(null, null, null);

  private static final String TIME_SCALE = "time-scale";
  private static final String DURATION = "duration";

  /**
   * Reads a file.
   *
   * @param keys the keys of all kinds of application, besides those that all share
   */
  public static RunFile read(Document document, List<String> keys) {
    var all = new ArrayList<>(keys);
    all.addAll(List.of(TIME_SCALE, DURATION));
    var fields = Fields.of(document, document.root(), "the run file", all.toArray(String[]::new));
    if (fields.has(TIME_SCALE) && fields.has(DURATION)) {
      throw document.error(
          fields.required(DURATION),
          "both duration and time-scale are given, expected one of them");
    }
    return new RunFile(
        fields.has(TIME_SCALE)
            ? Double.valueOf(number(document, fields.required(TIME_SCALE), TIME_SCALE))
            : null,
        fields.has(DURATION)
            ? fields.positive(DURATION, Durations::parse, Durations::seconds)
            : null,
        document);
  }

  /** Options from another source than a file. */
  public static RunFile of(String source, Tree options) {
    return new RunFile(null, null, Document.parse(source, options.yaml()));
  }

  /** The value of a key; null if it is not given. */
  public @Nullable Node find(String key) {
    return document != null && document.root() instanceof Node.Mapping root ? root.get(key) : null;
  }

  /** The document. There must be a file. */
  public Document source() {
    return Objects.requireNonNull(document);
  }

  /** The texts of a list; empty if it is not given. */
  public List<String> texts(String key, String what) {
    @Nullable Node node = find(key);
    var texts = new ArrayList<String>();
    if (node != null) {
      for (var item : Fields.items(source(), node, key)) {
        texts.add(Fields.text(source(), item, what));
      }
    }
    return texts;
  }

  /** An error at the value of a key. If the value is a list, the error is at the given item. */
  public InputException error(String key, String item, String message) {
    if (document == null) {
      return new InputException(message);
    }
    @Nullable Node found = find(key);
    Node at = found == null ? document.root() : found;
    if (at instanceof Node.Sequence list) {
      for (var one : list.items()) {
        if (one instanceof Node.Scalar text && text.text().equals(item)) {
          at = one;
        }
      }
    }
    return document.error(at, message);
  }

  /** A number above zero. */
  public static double number(Document document, Node node, String what) {
    var text = Fields.text(document, node, what);
    try {
      double value = PlainNumber.decimal(text);
      if (value > 0 && value <= MOST_SCALE) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw document.error(
        node, "%s is '%s', expected a number above zero, at most 1e9".formatted(what, text));
  }
}
