package io.strait.launch.shell;

import io.strait.model.text.Printable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Runs scripts of a POSIX shell somewhere. What processes print is read by threads of the platform:
 * reading a pipe holds the thread that carries a virtual one, and there are few of those.
 */
public abstract class Shell implements AutoCloseable {
  /** The most that a script may print. */
  private static final int MOST_OUTPUT = 16 << 20;

  /** The most of a message that people see. */
  private static final int MOST_WORDS = 300;

  /** Where a script gets what it reads from. */
  public interface Input {
    Input NONE = out -> {};

    void write(OutputStream out) throws IOException;

    static Input of(byte[] bytes) {
      return out -> out.write(bytes);
    }
  }

  /**
   * What came of a script.
   *
   * @param code its exit code
   * @param text what it printed
   * @param said what it said on standard error
   */
  public record Output(int code, String text, String said) {
    /** What it printed last, for people. */
    public String words() {
      var all = said.isBlank() ? text : said;
      var line = all.strip().lines().reduce("", (before, each) -> each.isBlank() ? before : each);
      return Printable.line(line, MOST_WORDS);
    }
  }

  /** Where it is, for people: {@code login.spain}, {@code this machine}. */
  public abstract String where();

  /** The command that runs a script; what it reads and prints is the script's. */
  protected abstract List<String> command(String script);

  /** What people should know if a command ended so because there is no connection; else empty. */
  protected abstract String unreachable(Output output);

  /** Begins whatever all scripts need; does nothing if that was done. */
  public void connect() throws IOException, InterruptedException {}

  /**
   * Runs a script until it ends.
   *
   * @param script must not hold secrets: everybody there may see it
   * @throws ShellException if the place cannot be reached, or it takes too long
   */
  public Output run(String script, Input input, Duration patience)
      throws IOException, InterruptedException {
    var output = call(command(script), input, patience);
    var why = unreachable(output);
    if (!why.isEmpty()) {
      throw new ShellException(why, true);
    }
    return output;
  }

  /** A command that Ctrl-C on the terminal does not reach: the run ends its commands in order. */
  static List<String> uninterrupted(List<String> command) {
    var all = new ArrayList<>(List.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh"));
    all.addAll(command);
    return all;
  }

  /** Runs a command of this machine until it ends. */
  final Output call(List<String> command, Input input, Duration patience)
      throws IOException, InterruptedException {
    var process = new ProcessBuilder(uninterrupted(command)).start();
    try {
      var text = collect(process.getInputStream());
      var said = collect(process.getErrorStream());
      var feeding = Thread.ofPlatform().daemon().start(() -> feed(input, process));
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new ShellException(
            "%s did not answer within %d s".formatted(where(), patience.toSeconds()), true);
      }
      feeding.join();
      return new Output(process.exitValue(), text.join(), said.join());
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** Runs a script that must succeed; returns what it printed. */
  public String check(String what, String script, Input input, Duration patience)
      throws IOException, InterruptedException {
    var output = run(script, input, patience);
    if (output.code() != 0) {
      throw new ShellException(
          "%s: %s ended with code %d: %s".formatted(where(), what, output.code(), output.words()));
    }
    return output.text();
  }

  private static void feed(Input input, Process process) {
    try (var out = process.getOutputStream()) {
      input.write(out);
    } catch (IOException e) {
      // It did not want all of it; its exit code says whether that is wrong.
    }
  }

  static CompletableFuture<String> collect(InputStream from) {
    return CompletableFuture.supplyAsync(
        () -> {
          var all = new ByteArrayOutputStream();
          var some = new byte[8192];
          try (from) {
            for (int n = from.read(some); n >= 0; n = from.read(some)) {
              if (all.size() < MOST_OUTPUT) {
                all.write(some, 0, n);
              }
            }
          } catch (IOException e) {
            // What came so far is all there is.
          }
          return all.toString(StandardCharsets.UTF_8);
        },
        task -> Thread.ofPlatform().daemon().start(task));
  }

  /** A text as one word of a shell. */
  public static String quote(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  /** Lines that set variables. */
  public static String variables(Map<String, ?> values) {
    return values.entrySet().stream()
        .map(each -> "%s=%s\n".formatted(each.getKey(), quote(String.valueOf(each.getValue()))))
        .collect(Collectors.joining());
  }

  @Override
  public void close() throws IOException {}
}
