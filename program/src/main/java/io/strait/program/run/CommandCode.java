package io.strait.program.run;

import io.strait.kind.code.TaskCode;
import io.strait.kind.code.Template;
import io.strait.kind.run.RunFailure;
import io.strait.program.run.Wiring.PartAt;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A command that is started once for every unit: the data of its senders, one after the other, are
 * its standard input, and its standard output goes to every receiver; what goes to several parts is
 * cut among them unless it is broadcast. {@code STRAIT_UNIT}, {@code STRAIT_PART} and {@code
 * STRAIT_PARTS} say what it does, {@code STRAIT_FOLDER} where it may leave results.
 */
final class CommandCode implements Code {
  private static final Duration LONGEST = Duration.ofDays(30);
  private static final int MOST_WORDS = 2000;

  private final TaskCode.Command command;
  private final Template line;
  private final Streams streams;
  private final Path folder;

  CommandCode(TaskCode.Command command, Wiring wiring, PartAt part, Path folder) {
    this.command = command;
    this.line = Template.parse(command.line());
    this.streams = new Streams(wiring, part);
    this.folder = folder;
  }

  @Override
  public void run(Program.Unit unit) throws Exception {
    var builder = new ProcessBuilder("/bin/sh", "-c", line.filled(name -> value(name, unit)));
    streams.describe(builder, folder);
    builder.environment().put("STRAIT_UNIT", Long.toString(unit.number()));
    var process = builder.start();
    try {
      var said = new Reader(process.getErrorStream());
      var answer = new Reader(process.getInputStream());
      feed(process, unit);
      @Nullable Duration limit = command.timeLimit();
      long millis = (limit == null ? LONGEST : limit).toMillis();
      if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
        throw new RunFailure(
            "%s did not end within %d ms: %s".formatted(streams.name(), millis, command.line()));
      }
      if (process.exitValue() != 0) {
        throw new RunFailure(
            "%s ended with exit code %d: %s%s"
                .formatted(
                    streams.name(), process.exitValue(), command.line(), words(said.bytes())));
      }
      streams.send(unit, answer.bytes());
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private String value(String placeholder, Program.Unit unit) {
    return switch (placeholder) {
      case "unit" -> Long.toString(unit.number());
      case "part" -> Integer.toString(streams.part());
      default -> Integer.toString(streams.parts());
    };
  }

  /** A command need not read all its input. */
  private void feed(Process process, Program.Unit unit) {
    try (var in = process.getOutputStream()) {
      in.write(streams.take(unit));
    } catch (IOException e) {
      // It has read enough; its exit code says whether that is right.
    }
  }

  private static String words(byte[] said) {
    var text = new String(said, StandardCharsets.UTF_8).strip();
    return text.isEmpty()
        ? ""
        : "; it said: " + text.substring(Math.max(0, text.length() - MOST_WORDS));
  }

  @Override
  public void close() {}

  /** Reads a stream to its end in a thread of its own. */
  private static final class Reader {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Thread thread;

    Reader(InputStream from) {
      thread =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try (from) {
                      from.transferTo(bytes);
                    } catch (IOException e) {
                      // The process has ended.
                    }
                  });
    }

    byte[] bytes() throws InterruptedException {
      thread.join();
      return bytes.toByteArray();
    }
  }
}
