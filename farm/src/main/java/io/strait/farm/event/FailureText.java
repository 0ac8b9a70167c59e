package io.strait.farm.event;

import io.strait.model.text.Printable;

/**
 * What a task that failed said, as a field of a line: its end, for that has the error, with line
 * breaks as {@code \n}.
 */
public final class FailureText {
  /** Characters that are kept. */
  private static final int MOST = 2_000;

  private FailureText() {}

  public static String field(String output) {
    var shown = Printable.lines(output).strip();
    var end = shown.length() > MOST ? "…" + shown.substring(shown.length() - MOST) : shown;
    return end.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", " ").replace("\r", "");
  }

  /** What a field stands for. */
  public static String text(String field) {
    var text = new StringBuilder();
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      if (c == '\\' && i + 1 < field.length()) {
        char next = field.charAt(++i);
        text.append(next == 'n' ? '\n' : next);
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }
}
