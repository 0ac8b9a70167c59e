package io.strait.measure.command;

/** A command failed, or did not end in time. The message is one line for the user. */
public final class CommandFailure extends Exception {
  private static final int LONGEST = 200;

  CommandFailure(Command command, String what, String lastLine) {
    super(
        "`%s` %s%s"
            .formatted(
                shortened(command.line()),
                what,
                lastLine.isBlank() ? "" : ": " + shortened(lastLine.strip())));
  }

  private static String shortened(String text) {
    var line = text.replaceAll("\\s*[\\r\\n]+\\s*", " ").replaceAll("\\p{Cntrl}", "?");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }
}
