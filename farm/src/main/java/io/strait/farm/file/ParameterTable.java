package io.strait.farm.file;

import io.strait.kind.code.Template;
import io.strait.model.text.InputException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The parameters of a command: comma-separated values with a line of names, then a row per task. A
 * value that holds a comma, a quote or a line break is written in double quotes, with quotes inside
 * it doubled.
 *
 * @param names of the columns
 * @param rows one list of values per task
 */
public record ParameterTable(List<String> names, List<List<String>> rows) {
  private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_-]{0,127}");
  private static final int MOST_COLUMNS = 10_000;

  /** Reads a table; {@code source} names it in messages. */
  public static ParameterTable read(String source, byte[] content) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      throw new InputException(
          "%s:1:1: the table is not UTF-8 text, expected comma-separated values in UTF-8"
              .formatted(source));
    }
    return new Reader(source, text.startsWith("\ufeff") ? text.substring(1) : text).table();
  }

  /** Goes through the text character by character, keeping its place. */
  private static final class Reader {
    private final String source;
    private final String text;
    private int at;
    private int line = 1;
    private int lineStart;

    Reader(String source, String text) {
      this.source = source;
      this.text = text;
    }

    ParameterTable table() {
      if (text.isBlank()) {
        throw error(1, 1, "the table is empty, expected a line of names and a row per task");
      }
      var names = names();
      var rows = new ArrayList<List<String>>();
      while (at < text.length()) {
        int start = line;
        if (atLineEnd() && text.substring(at).isBlank()) {
          break;
        }
        var row = new ArrayList<String>(names.size());
        do {
          if (row.size() == names.size()) {
            throw error(
                line,
                column(),
                "a value too many, expected %d: %s".formatted(names.size(), listed(names)));
          }
          row.add(value());
        } while (comma());
        if (row.size() < names.size()) {
          throw error(
              start,
              1,
              "the row has %d values, expected %d: %s"
                  .formatted(row.size(), names.size(), listed(names)));
        }
        endOfLine();
        rows.add(List.copyOf(row));
      }
      return new ParameterTable(names, rows);
    }

    private static String listed(List<String> names) {
      return names.size() <= 20
          ? String.join(", ", names)
          : String.join(", ", names.subList(0, 20)) + ", …";
    }

    private List<String> names() {
      var names = new ArrayList<String>();
      var seen = new HashSet<String>();
      do {
        int column = column();
        var name = value().strip();
        if (!NAME.matcher(name).matches()) {
          throw error(
              line,
              column,
              "'%s' is not the name of a column, expected letters, digits, '_' and '-'"
                  .formatted(name));
        }
        if (Template.BUILT_IN.contains(name)) {
          throw error(line, column, "'%s' is always there, expected another name".formatted(name));
        }
        if (!seen.add(name) || seen.size() > MOST_COLUMNS) {
          throw error(
              line, column, "a second column '%s', expected every name once".formatted(name));
        }
        names.add(name);
      } while (comma());
      endOfLine();
      return List.copyOf(names);
    }

    private boolean atLineEnd() {
      return at == text.length() || text.charAt(at) == '\n' || text.charAt(at) == '\r';
    }

    private boolean comma() {
      if (at < text.length() && text.charAt(at) == ',') {
        at++;
        return true;
      }
      return false;
    }

    private void endOfLine() {
      if (at < text.length() && text.charAt(at) == '\r') {
        at++;
      }
      if (at < text.length()) {
        if (text.charAt(at) != '\n') {
          throw error(
              line, column(), "text after a value, expected a comma or the end of the line");
        }
        at++;
        line++;
        lineStart = at;
      }
    }

    private String value() {
      if (at < text.length() && text.charAt(at) == '"') {
        return quoted();
      }
      int start = at;
      while (!atLineEnd() && text.charAt(at) != ',') {
        if (text.charAt(at) == '"' || text.charAt(at) == 0) {
          throw error(
              line,
              column(),
              text.charAt(at) == 0
                  ? "the character U+0000, expected text"
                  : "a quote inside a value, expected the whole value in quotes");
        }
        at++;
      }
      return text.substring(start, at);
    }

    private String quoted() {
      int startLine = line;
      int startColumn = column();
      var value = new StringBuilder();
      for (at++; at < text.length(); at++) {
        char c = text.charAt(at);
        if (c == '"') {
          if (at + 1 == text.length() || text.charAt(at + 1) != '"') {
            at++;
            return value.toString();
          }
          at++;
        } else if (c == '\n') {
          line++;
          lineStart = at + 1;
        } else if (c == 0) {
          throw error(line, column(), "the character U+0000, expected text");
        }
        value.append(c);
      }
      throw error(startLine, startColumn, "the quote is not closed, expected \"…\"");
    }

    private int column() {
      return 1 + text.codePointCount(lineStart, at);
    }

    private InputException error(int line, int column, String message) {
      return new InputException("%s:%d:%d: %s".formatted(source, line, column, message));
    }
  }
}
