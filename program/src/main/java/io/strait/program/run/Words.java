package io.strait.program.run;

import io.strait.kind.run.RunFailure;

/** What went wrong, in one line. */
final class Words {
  private static final int MOST = 2000;

  private Words() {}

  static String of(Throwable why) {
    return line(
        why instanceof RunFailure || why instanceof java.io.IOException
            ? String.valueOf(why.getMessage())
            : why.toString());
  }

  /** The end of what a process said, after a line that says that it is that; empty if nothing. */
  static String said(String text) {
    var line = line(text);
    return line.isEmpty() ? "" : "; it said: " + line;
  }

  private static String line(String text) {
    var line = text.strip().replaceAll("\\s*\\R\\s*", " | ");
    return line.length() <= MOST ? line : "… " + line.substring(line.length() - MOST);
  }
}
