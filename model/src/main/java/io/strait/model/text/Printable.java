package io.strait.model.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes texts that others wrote fit to be shown: tasks, peers and files may say anything, also what
 * would clear a terminal, forge a line of a log, or turn the direction of a text.
 */
public final class Printable {
  /** What stands for a character that is not shown. */
  private static final int HIDDEN = '?';

  private static final Pattern LINE_ENDS = Pattern.compile("\\s*[\\r\\n]+\\s*");

  /** Messages up to this length are left alone. */
  private static final int SHORT_MESSAGE = 1_000;

  private static final int LONGEST_MESSAGE = 4_000;
  private static final int LONGEST_VALUE = 200;
  private static final Pattern LONG_VALUE =
      Pattern.compile("'([^']{" + (LONGEST_VALUE + 1) + ",})'");

  private Printable() {}

  /** The text as one line: every character that is not shown, an end of a line too, becomes "?". */
  public static String line(String text) {
    return clean(text, false);
  }

  /** As {@link #line(String)}, and cut if it is longer than so many characters. */
  public static String line(String text, int most) {
    var clean = line(text);
    if (clean.length() <= most) {
      return clean;
    }
    int end = Character.isHighSurrogate(clean.charAt(most - 1)) ? most - 1 : most;
    return clean.substring(0, end) + "…";
  }

  /**
   * A message on one line. If it is long, the middle of every long value in it, which stands in
   * single quotes, is left out.
   */
  public static String message(String text) {
    var message = lines(LINE_ENDS.matcher(text).replaceAll(" "));
    if (message.length() > SHORT_MESSAGE) {
      message =
          LONG_VALUE
              .matcher(message)
              .replaceAll(
                  found ->
                      Matcher.quoteReplacement("'" + ends(found.group(1), LONGEST_VALUE) + "'"));
    }
    return ends(message, LONGEST_MESSAGE);
  }

  /** The text without its middle, if it is longer than so many characters. */
  private static String ends(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int last = most / 4;
    int start = most - last;
    int end = text.length() - last;
    return text.substring(0, Character.isHighSurrogate(text.charAt(start - 1)) ? start - 1 : start)
        + "…"
        + text.substring(Character.isLowSurrogate(text.charAt(end)) ? end + 1 : end);
  }

  /** The first line of the text, without what is not shown. */
  public static String firstLine(String text) {
    return line(text.lines().findFirst().orElse(""));
  }

  /** The text with its lines and tabs as they are; every other character is one that is shown. */
  public static String lines(String text) {
    return clean(text.replace("\r\n", "\n"), true);
  }

  /** Whether a character is seen: no control, half of a pair, or sign that turns or joins texts. */
  public static boolean isShown(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> (c & 0xfffe) != 0xfffe;
    };
  }

  private static String clean(String text, boolean several) {
    if (text.codePoints().allMatch(c -> isShown(c) || (several && isLayout(c)))) {
      return text;
    }
    var out = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> isShown(c) || (several && isLayout(c)) ? c : HIDDEN)
        .forEach(out::appendCodePoint);
    return out.toString();
  }

  private static boolean isLayout(int c) {
    return c == '\n' || c == '\t';
  }
}
