package io.strait.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How this very program is started once more, for processes of its own.
 *
 * @param main its main class
 * @param classPath with classes of applications; null if there are none
 */
public record Launcher(String main, @Nullable String classPath) {
  /** The command up to the program's own arguments. */
  public List<String> command() {
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
    command.addAll(List.of("-Xmx512m", "-cp", System.getProperty("java.class.path")));
    command.add(main);
    return command;
  }

  /** The option that names the classes of applications, if there are any. */
  public List<String> classPathOption() {
    return classPath == null ? List.of() : List.of("--classpath", classPath);
  }

  /** The last line of what a process printed, and where the rest is. */
  public static String lastWords(Path output) {
    try (var lines = Files.lines(output)) {
      var last = lines.filter(line -> !line.isBlank()).reduce("", (before, line) -> line);
      return (last.isEmpty() ? "" : ": " + last) + "; see " + output;
    } catch (IOException | UncheckedIOException e) {
      return "; see " + output;
    }
  }
}
