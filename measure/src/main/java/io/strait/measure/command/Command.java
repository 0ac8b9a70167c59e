package io.strait.measure.command;

import io.strait.model.UsageException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A command to measure.
 *
 * @param words the program and its arguments, as they are, without a shell
 * @param input what standard input is; null for nothing
 * @param output where standard output goes; null to throw it away
 * @param timeLimit how long one run may take
 */
public record Command(
    List<String> words, @Nullable Path input, @Nullable Path output, Duration timeLimit) {
  private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

  public Command {
    words = List.copyOf(words);
    if (words.isEmpty() || words.getFirst().isEmpty()) {
      throw new UsageException("no command given, expected -- and a command, such as -- sort -n");
    }
  }

  /** The command as a line for a shell. */
  public String line() {
    return String.join(" ", words.stream().map(Command::quoted).toList());
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /**
   * Refuses what cannot be started, before anything is.
   *
   * @throws UsageException with a message for the user
   */
  public void check() {
    checkProgram();
    if (input != null && (!Files.isReadable(input) || Files.isDirectory(input))) {
      throw new UsageException(
          "the input '%s' cannot be read, expected an existing file".formatted(input));
    }
    if (input != null && output != null && isSame(input, output)) {
      throw new UsageException(
          "'%s' is input and output, expected two different files".formatted(input));
    }
  }

  private void checkProgram() {
    var program = words.getFirst();
    if (program.contains("/")) {
      var file = Path.of(program);
      if (!Files.exists(file)) {
        throw new UsageException(
            "the command '%s' does not exist, expected a program".formatted(program));
      }
      if (!isProgram(file)) {
        throw new UsageException(
            "the command '%s' may not be executed, expected a program".formatted(program));
      }
      return;
    }
    @Nullable String path = System.getenv("PATH");
    for (var folder : (path == null ? "/usr/bin:/bin" : path).split(File.pathSeparator, -1)) {
      if (isProgram(Path.of(folder, program))) {
        return;
      }
    }
    throw new UsageException(
        "the command '%s' does not exist, expected a program in one of the folders of PATH, or sh -c '…' for what a shell knows"
            .formatted(program));
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }

  private static boolean isSame(Path a, Path b) {
    try {
      return Files.exists(b) && Files.isRegularFile(b) && Files.isSameFile(a, b);
    } catch (IOException e) {
      return false;
    }
  }
}
