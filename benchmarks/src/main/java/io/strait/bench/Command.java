package io.strait.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
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

  /** Whether a program is on the path. */
  public static boolean exists(String program) {
    return call(List.of("sh", "-c", "command -v \"$0\"", program)).status == 0;
  }

  /** Installs Debian packages, where that is possible; what fails is said, and no more. */
  public static void install(String... packages) {
    var command =
        new ArrayList<>(List.of("apt-get", "install", "-y", "-qq", "--no-install-recommends"));
    command.addAll(List.of(packages));
    call(command);
  }

  /** As {@link #exists}, after an attempt to install the packages that bring it. */
  public static boolean provide(String program, String... packages) {
    if (exists(program)) {
      return true;
    }
    System.err.printf(Locale.ROOT, "installing %s ...%n", String.join(", ", packages));
    install(packages);
    return exists(program);
  }
}
