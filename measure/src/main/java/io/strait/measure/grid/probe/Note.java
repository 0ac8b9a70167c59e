package io.strait.measure.grid.probe;

import io.strait.model.quantity.PlainNumber;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An order or an answer, as the package comment specifies it.
 *
 * @param word what it is about
 */
public record Note(String word, Map<String, String> fields) {
  static final int MOST_BYTES = 64 << 10;
  private static final int MOST_FIELDS = 1000;

  public Note {
    fields = Map.copyOf(fields);
  }

  /** A note with fields: keys and values in turn. */
  public static Note of(String word, Object... fields) {
    var map = new LinkedHashMap<String, String>();
    for (int i = 0; i < fields.length; i += 2) {
      map.put(fields[i].toString(), fields[i + 1].toString());
    }
    return new Note(word, map);
  }

  /** The note with one more field. */
  public Note with(String key, Object value) {
    var map = new LinkedHashMap<>(fields);
    map.put(key, value.toString());
    return new Note(word, map);
  }

  byte[] bytes() {
    var text = new StringBuilder(word);
    fields.forEach(
        (key, value) ->
            text.append('\n')
                .append(key)
                .append('=')
                .append(value.replace("\\", "\\\\").replace("\n", "\\n")));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads a note.
   *
   * @throws IOException if the bytes are none
   */
  static Note read(byte[] bytes, int length) throws IOException {
    if (length > MOST_BYTES) {
      throw new IOException(
          "a note of %d bytes, expected %d at most".formatted(length, MOST_BYTES));
    }
    var lines = List.of(new String(bytes, 0, length, StandardCharsets.UTF_8).split("\n", -1));
    if (lines.size() > MOST_FIELDS) {
      throw new IOException("a note of %d lines".formatted(lines.size()));
    }
    var map = new LinkedHashMap<String, String>();
    for (var line : lines.subList(1, lines.size())) {
      int mark = line.indexOf('=');
      if (mark < 1) {
        throw new IOException("a note with a line that is no key=value");
      }
      map.put(line.substring(0, mark), plain(line.substring(mark + 1)));
    }
    return new Note(lines.getFirst(), map);
  }

  private static String plain(String escaped) {
    var text = new StringBuilder();
    for (int i = 0; i < escaped.length(); i++) {
      char c = escaped.charAt(i);
      if (c == '\\' && i + 1 < escaped.length()) {
        i++;
        text.append(escaped.charAt(i) == 'n' ? '\n' : escaped.charAt(i));
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  /** A field; empty if it is not there. */
  public String text(String key) {
    @Nullable String value = fields.get(key);
    return value == null ? "" : value;
  }

  /** A field that is a whole number, within bounds. */
  public long whole(String key, long least, long most) throws IOException {
    try {
      long value = PlainNumber.whole(text(key));
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new IOException(
        "%s: %s is '%s', expected a number from %d to %d"
            .formatted(word, key, text(key), least, most));
  }

  /** A field that is a number; NaN if it is not there. */
  public double number(String key) throws IOException {
    @Nullable String value = fields.get(key);
    if (value == null || value.equals("NaN")) {
      return Double.NaN;
    }
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw new IOException("%s: %s is '%s', expected a number".formatted(word, key, value));
    }
  }
}
