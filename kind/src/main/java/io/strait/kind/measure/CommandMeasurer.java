package io.strait.kind.measure;

import io.strait.measure.command.Command;
import io.strait.measure.command.Repetition;
import io.strait.view.Console;
import io.strait.view.Format;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Measures a command and describes it in an app file. */
public interface CommandMeasurer {
  /** What is asked for. */
  record Request(
      Command command, Repetition repeat, Target target, Format format, Console console) {}

  /**
   * What an app file is to say of the command.
   *
   * @param name in the app file; null for the program's own
   * @param after the name of what makes the command's input; null if nothing does
   * @param stream whether it works on its input as it comes
   * @param file null to write none
   * @param isNew whether the file is made, rather than changed
   */
  record Target(
      @Nullable String name,
      @Nullable String after,
      boolean stream,
      @Nullable Path file,
      boolean isNew) {}

  /**
   * Measures, prints and perhaps writes.
   *
   * @return the exit code
   */
  int measure(Request request) throws IOException;
}
