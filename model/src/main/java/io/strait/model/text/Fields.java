package io.strait.model.text;

import io.strait.model.quantity.PlainNumber;
import io.strait.model.quantity.QuantityException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the typed values of one mapping. Errors name the place of the wrong value. Unknown keys are
 * refused at once.
 */
public final class Fields {
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]{0,127}");

  private final Document document;
  private final Node.Mapping mapping;
  private final String what;

  private Fields(Document document, Node.Mapping mapping, String what) {
    this.document = document;
    this.mapping = mapping;
    this.what = what;
  }

  /** The fields of a mapping that may have these keys. */
  public static Fields of(Document document, Node node, String what, String... keys) {
    var mapping = mapping(document, node, what);
    var expected = List.of(keys);
    for (var entry : mapping.entries()) {
      var key = entry.key().text();
      if (!expected.contains(key)) {
        throw document.error(
            entry.key(),
            "unknown key '%s' in %s, expected one of: %s"
                .formatted(key, what, String.join(", ", expected)));
      }
    }
    return new Fields(document, mapping, what);
  }

  /** The fields of a mapping whose keys were checked before. */
  public static Fields any(Document document, Node node, String what) {
    return new Fields(document, mapping(document, node, what), what);
  }

  public static Node.Mapping mapping(Document document, Node node, String what) {
    if (node instanceof Node.Mapping mapping) {
      return mapping;
    }
    throw document.error(
        node, "%s is %s, expected a mapping of keys to values".formatted(what, node.kind()));
  }

  public static List<Node> items(Document document, Node node, String what) {
    if (node instanceof Node.Sequence sequence) {
      return sequence.items();
    }
    throw document.error(node, "%s is %s, expected a list".formatted(what, node.kind()));
  }

  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** The text of a scalar that names something. */
  public static String name(Document document, Node node, String what) {
    var text = text(document, node, what);
    if (!isName(text)) {
      throw document.error(
          node,
          "'%s' is not a valid name for %s, expected letters, digits, '_', '.' and '-'"
              .formatted(text, what));
    }
    return text;
  }

  public static String text(Document document, Node node, String what) {
    if (node instanceof Node.Scalar scalar && !scalar.text().isEmpty()) {
      return scalar.text();
    }
    throw document.error(node, "%s is %s, expected a text".formatted(what, node.kind()));
  }

  Node.Mapping node() {
    return mapping;
  }

  public boolean has(String key) {
    return mapping.get(key) != null;
  }

  public @Nullable Node find(String key) {
    return mapping.get(key);
  }

  public Node required(String key) {
    @Nullable Node node = mapping.get(key);
    if (node == null) {
      throw document.error(mapping, "%s has no '%s', expected %s: …".formatted(what, key, key));
    }
    return node;
  }

  public String name(String key) {
    return name(document, required(key), key);
  }

  public int integer(String key, int otherwise, int min, int max) {
    return has(key) ? (int) whole(key, min, max) : otherwise;
  }

  public long whole(String key, long min, long max) {
    return whole(document, required(key), key, "is", min, max);
  }

  /** A whole number that is an item of a list. */
  public static long whole(Document document, Node item, String list, long min, long max) {
    return whole(document, item, list, "has", min, max);
  }

  private static long whole(
      Document document, Node node, String what, String verb, long min, long max) {
    var text = text(document, node, what);
    try {
      long value = PlainNumber.whole(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below, like a number out of range
    }
    throw document.error(
        node,
        "%s %s '%s', expected a whole number from %d to %d".formatted(what, verb, text, min, max));
  }

  public <E extends Enum<E>> E choice(String key, E otherwise) {
    @Nullable Node node = mapping.get(key);
    if (node == null) {
      return otherwise;
    }
    var text = text(document, node, key);
    var values = otherwise.getDeclaringClass().getEnumConstants();
    for (var value : values) {
      if (lower(value).equals(text)) {
        return value;
      }
    }
    throw document.error(
        node, "%s is '%s', expected one of: %s".formatted(key, text, names(values)));
  }

  /** A constant, as files contain it. */
  public static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** All constants, as files contain them. */
  public static String names(Enum<?>[] values) {
    return String.join(", ", Arrays.stream(values).map(Fields::lower).toList());
  }

  /** A quantity above zero. */
  public <Q> Q positive(String key, Function<String, Q> parse, ToDoubleFunction<Q> value) {
    return positive(document, required(key), key, parse, value);
  }

  public static <Q> Q positive(
      Document document,
      Node node,
      String what,
      Function<String, Q> parse,
      ToDoubleFunction<Q> value) {
    var quantity = quantity(document, node, what, parse);
    if (!(value.applyAsDouble(quantity) > 0)) {
      throw document.error(
          node, "%s is %s, expected a number above zero".formatted(what, node.kind()));
    }
    return quantity;
  }

  /** A quantity of zero or more. */
  public <Q> Q nonNegative(
      String key, Q otherwise, Function<String, Q> parse, ToDoubleFunction<Q> value) {
    @Nullable Node node = mapping.get(key);
    if (node == null) {
      return otherwise;
    }
    var quantity = quantity(document, node, key, parse);
    if (!(value.applyAsDouble(quantity) >= 0)) {
      throw document.error(node, "%s is %s, expected zero or more".formatted(key, node.kind()));
    }
    return quantity;
  }

  private static <Q> Q quantity(
      Document document, Node node, String what, Function<String, Q> parse) {
    try {
      return parse.apply(text(document, node, what));
    } catch (QuantityException e) {
      throw document.error(node, what + ": " + e.getMessage());
    }
  }
}
