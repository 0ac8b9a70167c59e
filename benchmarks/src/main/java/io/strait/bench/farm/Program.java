package io.strait.bench.farm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A process that is asked line by line. Its answers are lines that begin with {@code answer}; other
 * lines are its own chatter. What it complains about goes to a file.
 */
final class Program implements AutoCloseable {
  /** Where programs, their settings and their complaints are. */
  static final Path FOLDER = Path.of("benchmarks/target/farm");

  private static final String ANSWER = "answer ";
  private static final String END = "end of output";
  private static final int STOP_SECONDS = 5;

  private final String name;
  private final Process process;
  private final Writer questions;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  private Program(String name, Process process) {
    this.name = name;
    this.process = process;
    questions = process.outputWriter(UTF_8);
    Thread.ofVirtual().start(() -> read(process.inputReader(UTF_8)));
  }

  private void read(BufferedReader output) {
    try (output) {
      output.lines().forEach(lines::add);
    } catch (IOException | UncheckedIOException e) {
      lines.add(e.toString());
    }
    lines.add(END);
  }

  /** Starts a program; its name is that of the file for its complaints. */
  static Program start(String name, List<String> command) {
    try {
      Files.createDirectories(FOLDER);
      var log = FOLDER.resolve(name + ".log").toFile();
      var process = new ProcessBuilder(command).redirectError(log).start();
      // It shall not outlive a benchmark that is interrupted.
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
      return new Program(name, process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a class in a JVM of its own, of the kind that runs this one. */
  static Program java(String name, List<String> options, String classpath, String... mainAndArgs) {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(options);
    command.addAll(List.of("-cp", classpath));
    command.addAll(List.of(mainAndArgs));
    return start(name, command);
  }

  long pid() {
    return process.pid();
  }

  /** Waits for a line that contains a text. */
  String await(String text, int seconds) {
    try {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      while (true) {
        var line = lines.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (line == null || line.equals(END)) {
          throw new IllegalStateException(
              "%s %s without '%s', see %s"
                  .formatted(
                      name,
                      line == null ? "went on for " + seconds + " s" : "ended",
                      text.strip(),
                      FOLDER.resolve(name + ".log")));
        }
        if (line.contains(text)) {
          return line;
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Asks for numbers. */
  double[] ask(String question, int seconds) {
    try {
      questions.write(question + "\n");
      questions.flush();
    } catch (IOException e) {
      throw new IllegalStateException(name + " does not listen any more", e);
    }
    return answer(seconds);
  }

  /** The numbers of its next answer. */
  double[] answer(int seconds) {
    var words = await(ANSWER, seconds).substring(ANSWER.length()).split(" ", -1);
    var numbers = new double[words.length];
    for (int i = 0; i < words.length; i++) {
      numbers[i] = Double.parseDouble(words[i]);
    }
    return numbers;
  }

  /** Ends the process, by force if it does not follow. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
