package io.strait.measure.command;

import io.strait.model.text.Printable;

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
    return Printable.line(text.replaceAll("\\s*[\\r\\n]+\\s*", " "), LONGEST);
  }
}
