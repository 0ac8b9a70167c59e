package io.strait.measure.output;

import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads the JSON objects in what a tool has printed. An object begins on a line of its own; lines
 * before, between and behind objects are passed over. Of a key that is there twice the first
 * counts.
 */
public final class JsonReader {
  private static final int DEEPEST = 32;
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");
  private static final Pattern CUT_EXPONENT = Pattern.compile("[\\d.]+[eE]");
  private static final Set<String> WORDS = Set.of("true", "false", "null");
  private static final Set<String> NO_NUMBERS = Set.of("nan", "inf", "infinity");

  private final String source;
  private final String text;
  private int at;
  private int line = 1;

  /** The column at {@link #counted}, which is never behind the place that was read. */
  private int column = 1;

  private int counted;

  private JsonReader(String source, String text) {
    this.source = source;
    this.text = text;
  }

  /**
   * All objects, in their order; none if no line begins with a brace.
   *
   * @throws InputException if an object is not JSON or not complete
   */
  public static List<Json> objects(ToolOutput output) {
    return new JsonReader(output.source(), output.text()).objects();
  }

  /** Whether a word stands for a number that there is not, such as {@code -nan}. */
  static boolean isNoNumber(String word) {
    var plain = word.toLowerCase(Locale.ROOT);
    return NO_NUMBERS.contains(
        plain.startsWith("-") || plain.startsWith("+") ? plain.substring(1) : plain);
  }

  private List<Json> objects() {
    var objects = new ArrayList<Json>();
    while (findObject()) {
      objects.add(Json.of(new Document(source, value(0))));
    }
    return objects;
  }

  /** Goes to the next brace that nothing stands before on its line. */
  private boolean findObject() {
    if (text.startsWith("\ufeff")) {
      at = Math.max(at, 1);
    }
    boolean blank = true;
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '{' && blank) {
        return true;
      }
      if (c == '\n') {
        newLine();
        blank = true;
      } else if (!Character.isWhitespace(c)) {
        blank = false;
      }
    }
    return false;
  }

  private void newLine() {
    line++;
    counted = at + 1;
    column = 1;
  }

  private int column() {
    column += text.codePointCount(counted, at);
    counted = at;
    return column;
  }

  private InputException error(String message) {
    return new InputException("%s:%d:%d: %s".formatted(source, line, column(), message));
  }

  /** The next character that is not white space. */
  private char peek() {
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '\n') {
        newLine();
      } else if (!Character.isWhitespace(c)) {
        return c;
      }
    }
    throw error("the text ends inside of an object, expected all of what the tool printed");
  }

  private Node value(int depth) {
    if (depth > DEEPEST) {
      throw error("nested deeper than %d levels, expected a flatter text".formatted(DEEPEST));
    }
    char c = peek();
    int startLine = line;
    int startColumn = column();
    switch (c) {
      case '{' -> {
        var entries = new ArrayList<Node.Entry>();
        at++;
        while (peek() != '}') {
          if (peek() != '"') {
            throw error("'%s', expected a key in quotes".formatted(here()));
          }
          var key = string();
          if (peek() != ':') {
            throw error("'%s' after the key '%s', expected ':'".formatted(here(), key.text()));
          }
          at++;
          entries.add(new Node.Entry(key, value(depth + 1)));
          separator('}');
        }
        at++;
        return new Node.Mapping(entries, startLine, startColumn);
      }
      case '[' -> {
        var items = new ArrayList<Node>();
        at++;
        while (peek() != ']') {
          items.add(value(depth + 1));
          separator(']');
        }
        at++;
        return new Node.Sequence(items, startLine, startColumn);
      }
      case '"' -> {
        return string();
      }
      default -> {
        return word(startLine, startColumn);
      }
    }
  }

  /** Passes a comma, or stops before the end. */
  private void separator(char end) {
    char c = peek();
    if (c == ',') {
      at++;
    } else if (c != end) {
      throw error("'%s', expected ',' or '%s'".formatted(here(), end));
    }
  }

  /** The character here, as a text. */
  private String here() {
    return new String(Character.toChars(text.codePointAt(at)));
  }

  private Node.Scalar word(int startLine, int startColumn) {
    int end = wordEnd(at);
    var word = text.substring(at, end);
    if (CUT_EXPONENT.matcher(word).matches() && end < text.length() && text.charAt(end) == ' ') {
      end = wordEnd(end + 1); // some versions of iperf3 print 5.9e 06
      word = text.substring(at, end).replace(" ", "");
    }
    if (!NUMBER.matcher(word).matches() && !WORDS.contains(word) && !isNoNumber(word)) {
      throw error("'%s', expected a number, a text in quotes, a list or an object".formatted(word));
    }
    at = end;
    return new Node.Scalar(word, startLine, startColumn);
  }

  private int wordEnd(int from) {
    int end = from;
    while (end < text.length()
        && ",:]}[{\"".indexOf(text.charAt(end)) < 0
        && !Character.isWhitespace(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private Node.Scalar string() {
    int startColumn = column();
    var out = new StringBuilder();
    for (at++; at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\n'; at++) {
      char c = text.charAt(at);
      if (c == '\\' && at + 1 < text.length()) {
        at++;
        escape(out);
      } else {
        out.append(c);
      }
    }
    if (at >= text.length() || text.charAt(at) == '\n') {
      throw error("a text ends without a quote, expected all of what the tool printed");
    }
    at++;
    return new Node.Scalar(out.toString(), line, startColumn);
  }

  private void escape(StringBuilder out) {
    char c = text.charAt(at);
    switch (c) {
      case 'n' -> out.append('\n');
      case 't' -> out.append('\t');
      case 'r' -> out.append('\r');
      case 'b' -> out.append('\b');
      case 'f' -> out.append('\f');
      case 'u' -> {
        int end = Math.min(text.length(), at + 5);
        var digits = text.substring(at + 1, end);
        if (!digits.matches("[0-9a-fA-F]{4}")) {
          throw error("'\\u%s' in a text, expected four hexadecimal digits".formatted(digits));
        }
        out.append((char) Integer.parseInt(digits, 16));
        at += 4;
      }
      case '"', '\\', '/' -> out.append(c);
      default -> throw error("'\\%s' in a text, expected JSON".formatted(here()));
    }
  }
}
