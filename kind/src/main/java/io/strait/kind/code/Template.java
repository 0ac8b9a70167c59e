package io.strait.kind.code;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * A text with placeholders, which are names in braces. Two opening braces stand for one. The values
 * come from the columns of the parameter table; the {@link #BUILT_IN} ones are always there.
 */
public record Template(List<Part> parts) {
  /** The task's number from 0, the number of the attempt from 1, and the number of tasks. */
  public static final List<String> BUILT_IN = List.of("id", "attempt", "tasks");

  /** A piece of a template. */
  public sealed interface Part {}

  /** Plain text. */
  public record Text(String text) implements Part {}

  /**
   * A placeholder.
   *
   * @param inQuotes whether it is inside quotes of the shell
   */
  public record Placeholder(String name, boolean inQuotes) implements Part {}

  /**
   * Parses a text.
   *
   * @throws IllegalArgumentException if a brace is never closed, with a message for the user
   */
  public static Template parse(String text) {
    var parts = new ArrayList<Part>();
    var plain = new StringBuilder();
    var quotes = new Quotes();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '{') {
        quotes.next(c);
        plain.append(c);
      } else if (i + 1 < text.length() && text.charAt(i + 1) == '{') {
        quotes.next(c);
        plain.append(c);
        i++;
      } else {
        int end = text.indexOf('}', i);
        if (end < 0) {
          throw new IllegalArgumentException(
              "the brace of '%s' is not closed, expected {name}, or {{ for a brace"
                  .formatted(shortened(text.substring(i))));
        }
        if (!plain.isEmpty()) {
          parts.add(new Text(plain.toString()));
          plain.setLength(0);
        }
        parts.add(new Placeholder(text.substring(i + 1, end), quotes.open()));
        i = end;
      }
    }
    if (!plain.isEmpty()) {
      parts.add(new Text(plain.toString()));
    }
    return new Template(List.copyOf(parts));
  }

  /**
   * Checks that every placeholder is built in or one of these columns.
   *
   * @throws IllegalArgumentException if not, with a message for the user
   */
  public void check(Collection<String> columns) {
    var known = new ArrayList<>(BUILT_IN);
    known.addAll(new TreeSet<>(columns));
    checkOnly(known);
  }

  /**
   * Checks that every placeholder is one of these.
   *
   * @throws IllegalArgumentException if not, with a message for the user
   */
  public void checkOnly(Collection<String> known) {
    for (var part : parts) {
      if (part instanceof Placeholder(var name, _) && !known.contains(name)) {
        throw new IllegalArgumentException(
            "unknown placeholder '{%s}', expected one of: %s (or {{ for a brace)"
                .formatted(shortened(name), String.join(", ", known)));
      }
    }
  }

  /** The text with values in the place of placeholders. */
  public String filled(UnaryOperator<String> value) {
    var text = new StringBuilder();
    for (var part : parts) {
      switch (part) {
        case Text(var plain) -> text.append(plain);
        case Placeholder(var name, _) -> text.append(value.apply(name));
      }
    }
    return text.toString();
  }

  /**
   * Checks that no value from a table goes inside quotes, because values are quoted when they are
   * put in.
   *
   * @throws IllegalArgumentException if one does, with a message for the user
   */
  public void checkQuotes() {
    for (var part : parts) {
      if (part instanceof Placeholder(var name, var inQuotes)
          && inQuotes
          && !BUILT_IN.contains(name)) {
        throw new IllegalArgumentException(
            "the placeholder '{%s}' is inside quotes, expected it outside: values are quoted when they are put in"
                .formatted(shortened(name)));
      }
    }
  }

  private static String shortened(String text) {
    return text.length() <= 40 ? text : text.substring(0, 40) + "…";
  }

  /** Tracks a shell's quotes. It may see false ones in comments and here-documents. */
  private static final class Quotes {
    private char quote;
    private boolean escaped;

    boolean open() {
      return quote != 0 || escaped;
    }

    void next(char c) {
      if (escaped) {
        escaped = false;
      } else if (c == '\\' && quote != '\'') {
        escaped = true;
      } else if (quote == c) {
        quote = 0;
      } else if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
      }
    }
  }
}
