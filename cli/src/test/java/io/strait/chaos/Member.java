package io.strait.chaos;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One of a farm: a process that may be killed and started again. Every life has its own output. */
final class Member implements AutoCloseable {
  private static final Pattern PORT = Pattern.compile("(?:listening on|join at) port (\\d+)");
  private static final Pattern TROUBLE =
      Pattern.compile("^\\s+at |^Caused by|^Exception|^java\\.|^Error");
  private static final int TAIL = 30;

  private final String name;
  private final Jvm jvm;
  private final Path folder;
  private final Map<String, String> environment = new HashMap<>();
  private List<String> command;
  private @Nullable Process process;
  private boolean killed;
  private boolean asked;
  private int lives;
  private int port;

  /**
   * @param folder for its outputs
   */
  Member(String name, Jvm jvm, Path folder, List<String> command) {
    this.name = name;
    this.jvm = jvm;
    this.folder = folder;
    this.command = command;
  }

  String name() {
    return name;
  }

  /** Sets a variable of the environment of later lives. */
  Member with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** What later lives are started with. */
  void command(List<String> changed) {
    command = changed;
  }

  void start() throws IOException {
    lives++;
    port = 0;
    killed = false;
    asked = false;
    var builder =
        new ProcessBuilder(jvm.command(command))
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectErrorStream(true)
            .redirectOutput(output(lives).toFile());
    builder.environment().putAll(environment);
    process = builder.start();
  }

  private Path output(int life) {
    return folder.resolve("%s-%d.log".formatted(name, life));
  }

  /** SIGKILL; returns when it is dead. */
  void kill() {
    if (process != null) {
      killed = true;
      process.destroyForcibly();
      join(process);
    }
  }

  private static void join(Process process) {
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** SIGTERM. */
  void ask() {
    if (process != null) {
      asked = true;
      process.destroy();
    }
  }

  boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Waits for its end and says how it ended; empty if it did not. */
  OptionalInt await(long millis) throws InterruptedException {
    return process != null && process.waitFor(millis, TimeUnit.MILLISECONDS)
        ? OptionalInt.of(process.exitValue())
        : OptionalInt.empty();
  }

  /** Whether this life ended by itself, and not well. */
  boolean isBroken() {
    return process != null
        && !process.isAlive()
        && !killed
        && process.exitValue() != 0
        && !(asked && process.exitValue() == 143);
  }

  /** Whether this is not its first life, or that is over. */
  boolean hasLivedBefore() {
    return lives > 1 || (lives == 1 && !isAlive());
  }

  /** Whether this life has said something. */
  boolean hasSaid(String text) throws IOException {
    return lives > 0 && Files.readString(output(lives), StandardCharsets.UTF_8).contains(text);
  }

  /** The port at which this life listens; 0 while it does not. */
  int port() throws IOException {
    if (!isAlive()) {
      return 0;
    }
    if (port == 0) {
      var found = PORT.matcher(Files.readString(output(lives), StandardCharsets.UTF_8));
      port = found.find() ? Integer.parseInt(found.group(1)) : 0;
    }
    return port;
  }

  /** Lines of any life that look like a bug. */
  List<String> troubles() throws IOException {
    var lines = new ArrayList<String>();
    for (int life = 1; life <= lives; life++) {
      for (var line : Files.readAllLines(output(life), StandardCharsets.UTF_8)) {
        if (TROUBLE.matcher(line).find()) {
          lines.add("%s-%d: %s".formatted(name, life, line));
        }
      }
    }
    return lines;
  }

  /** The ends of what all lives have said. */
  String tail() throws IOException {
    var all = new StringBuilder();
    for (int life = 1; life <= lives; life++) {
      var lines = Files.readAllLines(output(life), StandardCharsets.UTF_8);
      all.append("--- %s, life %d%n".formatted(name, life));
      lines.stream()
          .skip(Math.max(0, lines.size() - TAIL))
          .forEach(l -> all.append(l).append('\n'));
    }
    return all.toString();
  }

  @Override
  public void close() {
    kill();
  }
}
