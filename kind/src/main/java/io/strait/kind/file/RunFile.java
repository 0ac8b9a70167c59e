package io.strait.kind.file;

import io.strait.model.quantity.Durations;
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
 * {@code run.yaml}: the options that hold for a folder unless the command line says otherwise.
 * Kinds of application read their own keys of it.
 *
 * @param timeScale how many times faster than life a run is emulated; null if the file does not say
 * @param duration how long every emulated step is to take, instead of a time scale
 * @param document where all that is written; null if there is no such file
 */
public record RunFile(
    @Nullable Double timeScale, @Nullable Duration duration, @Nullable Document document) {
  /** The fastest that an emulation may be. */
  public static final double MOST_SCALE = 1e9;

  /** No options. */
  public static final RunFile EMPTY = new RunFile(null, null, null);

  private static final String TIME_SCALE = "time-scale";
  private static final String DURATION = "duration";

  /**
   * Reads a file.
   *
   * @param keys of all kinds of application, besides those that all have
   */
  public static RunFile read(Document document, List<String> keys) {
    var all = new ArrayList<>(keys);
    all.addAll(List.of(TIME_SCALE, DURATION));
    var fields = Fields.of(document, document.root(), "the run file", all.toArray(String[]::new));
    if (fields.has(TIME_SCALE) && fields.has(DURATION)) {
      throw document.error(
          fields.required(DURATION), "duration beside time-scale, expected one of them");
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

  /** Options that somebody else than a file gives. */
  public static RunFile of(String source, Tree options) {
    return new RunFile(null, null, Document.parse(source, options.yaml()));
  }

  /** The value of a key; null if the file does not say. */
  public @Nullable Node find(String key) {
    return document != null && document.root() instanceof Node.Mapping root ? root.get(key) : null;
  }

  /** The document, of a file that there is. */
  public Document source() {
    return Objects.requireNonNull(document);
  }

  /** The texts of a list; empty if the file does not say. */
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

  /** An error at the value of a key, or where that is a list, at one of its items. */
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
      double value = Double.parseDouble(text);
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
