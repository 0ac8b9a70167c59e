package io.strait.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Programs that run to their end, and the installing of those that are missing. */
public final class Command {
  private Command() {}

  /**
   * What came of a command.
   *
   * @param status as a shell tells it; -1 if it could not be started
   */
  public record Output(int status, String text) {
    /** The number after {@code key=}; not a number where there is none. */
    public double number(String key) {
      for (var word : text.strip().split("\\s+", -1)) {
        if (word.startsWith(key + "=")) {
          return Double.parseDouble(word.substring(key.length() + 1));
        }
      }
      return Double.NaN;
    }
  }

  /** Runs a command; shows the first lines of what it complains about. */
  public static Output call(List<String> command) {
    try {
      var log = Files.createTempFile("strait-bench", ".log");
      try {
        var process =
            new ProcessBuilder(command)
                .redirectError(log.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        var text = new String(process.getInputStream().readAllBytes(), UTF_8);
        int status = process.waitFor();
        if (status != 0) {
          Files.readAllLines(log).stream().limit(3).forEach(System.err::println);
        }
        return new Output(status, text);
      } finally {
        Files.delete(log);
      }
    } catch (IOException e) {
      System.err.println(e.getMessage());
      return new Output(-1, "");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Starts a command that reads nothing; what it prints and what it says go to files. */
  public static Process start(List<String> command, Path printed, Path said) throws IOException {
    return new ProcessBuilder(command)
        .redirectInput(Path.of("/dev/null").toFile())
        .redirectOutput(printed.toFile())
        .redirectError(said.toFile())
        .start();
  }

  /** Whether a program is on the path. */
  public static boolean exists(String program) {
    return call(List.of("sh", "-c", "command -v \"$0\"", program)).status == 0;
  }

  /** Installs Debian packages, where that is possible; what is missing after that is said. */
  public static void install(String... packages) {
    var names = String.join(" ", packages);
    System.err.printf(Locale.ROOT, "installing %s ...%n", names);
    var command = new ArrayList<>(List.of("tools/need"));
    command.addAll(List.of(packages));
    var output = call(command);
    if (output.status != 0) {
      System.err.printf(
          Locale.ROOT,
          "not installed, this benchmark wants %s%n",
          output.text.isBlank() ? "Debian's packages " + names : output.text.strip());
    }
  }

  /** As {@link #exists}, after an attempt to install the packages that bring it. */
  public static boolean provide(String program, String... packages) {
    if (exists(program)) {
      return true;
    }
    install(packages);
    return exists(program);
  }

  /**
   * Compiles a program, if need be after installing packages.
   *
   * @param compiler and its options, without where the program goes
   * @return whether it is there
   */
  public static boolean compile(Path program, List<String> compiler, String... packages) {
    try {
      Files.createDirectories(program.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var command = new ArrayList<>(compiler);
    command.addAll(List.of("-o", program.toString()));
    if (call(command).status == 0) {
      return true;
    }
    install(packages);
    return call(command).status == 0;
  }
}
