package io.strait.launch;

import io.strait.model.text.Printable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Starts this program once more, as another process.
 *
 * @param main the main class
 * @param classPath the class path of user code; null if there is none
 */
public record Launcher(String main, @Nullable String classPath) {
  /** The command of a node, up to the program's own arguments. */
  public List<String> command() {
    var command = leader();
    command.add(command.indexOf("-cp"), "-Xmx512m");
    return command;
  }

  /** The command of a process that may need as much memory as this one. */
  public List<String> leader() {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (var argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (argument.startsWith("-XX:")
          || argument.startsWith("-Xlog")
          || argument.startsWith("--add-exports")
          || argument.startsWith("--enable-native-access")) {
        command.add(argument);
      }
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(main);
    return command;
  }

  /** The option that passes on the class path of user code, if there is one. */
  public List<String> classPathOption() {
    return classPath == null ? List.of() : List.of("--classpath", classPath);
  }

  /** The last line that a process printed, and where the rest is. */
  public static String lastLine(Path output) {
    try (var lines = Files.lines(output)) {
      // Where in the code it happened says less than what happened.
      var last =
          lines
              .filter(line -> !line.isBlank() && !line.startsWith("\t"))
              .reduce("", (before, line) -> line);
      return (last.isEmpty() ? "" : ": " + Printable.line(last, 500)) + "; see " + output;
    } catch (IOException | UncheckedIOException e) {
      return "; see " + output;
    }
  }
}
