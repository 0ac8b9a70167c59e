package io.strait.measure.output;

import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value of a JSON text and its place, or the lack of one.
 *
 * @param node null if there is no such value
 * @param owner the nearest value around it that is there
 */
public record Json(Document document, @Nullable Node node, Node owner) {
  static Json of(Document document) {
    return new Json(document, document.root(), document.root());
  }

  /** The value under some keys, one inside the other. */
  public Json at(String... keys) {
    var here = this;
    for (var key : keys) {
      @Nullable Node next = here.node instanceof Node.Mapping mapping ? mapping.get(key) : null;
      here = new Json(document, next, next == null ? here.owner : next);
    }
    return here;
  }

  /** The first of some keys that is there. */
  public Json first(String... keys) {
    for (var key : keys) {
      var value = at(key);
      if (value.isThere()) {
        return value;
      }
    }
    return at(keys[0]);
  }

  public boolean isThere() {
    return node != null;
  }

  public boolean isObject() {
    return node instanceof Node.Mapping;
  }

  public boolean isList() {
    return node instanceof Node.Sequence;
  }

  /** The items of a list; none if it is not one. */
  public List<Json> items() {
    return node instanceof Node.Sequence list
        ? list.items().stream().map(item -> new Json(document, item, item)).toList()
        : List.of();
  }

  /** The text of a text, number or truth; empty if it is none of them, or null. */
  public String text() {
    return node instanceof Node.Scalar scalar && !scalar.text().equals("null") ? scalar.text() : "";
  }

  /** The number; NaN if there is none, or if it is null or nan. */
  public double number() {
    var text = text();
    if (text.isEmpty() || JsonReader.isNoNumber(text)) {
      return Double.NaN;
    }
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** An error at this value, or at what it should be in. */
  public InputException error(String message) {
    return document.error(owner, message);
  }
}
