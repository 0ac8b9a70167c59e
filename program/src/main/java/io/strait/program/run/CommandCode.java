package io.strait.program.run;

import io.strait.kind.code.TaskCode;
import io.strait.kind.code.Template;
import io.strait.kind.process.Captured;
import io.strait.kind.process.Sessions;
import io.strait.kind.run.RunFailure;
import io.strait.model.quantity.Durations;
import io.strait.program.run.Wiring.PartAt;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.concurrent.TimeUnit;

/**
 * A command that is started once for every unit: the data of its senders, one after the other, are
 * its standard input, and its standard output goes to every receiver; what goes to several parts is
 * cut among them unless it is broadcast. {@code STRAIT_UNIT}, {@code STRAIT_PART}, {@code
 * STRAIT_PARTS}, {@code STRAIT_FROM} and {@code STRAIT_TO} say what it does, {@code STRAIT_FOLDER}
 * where it may leave results. A unit that streams is done by a {@link StreamedProcess}.
 */
final class CommandCode implements Code {
  static final System.Logger LOG = System.getLogger(CommandCode.class.getName());

  /** The most bytes of an answer. */
  static final int MOST = Integer.MAX_VALUE - 64;

  /** How long we wait for output after all processes that we know of have ended. */
  private static final long LAST_OUTPUT_MILLIS = 1000;

  private final TaskCode.Command command;
  private final Template line;
  private final Streams streams;
  private final Path folder;
  private final Sessions sessions = new Sessions(LOG);

  CommandCode(TaskCode.Command command, Wiring wiring, PartAt part, Path folder) {
    this.command = command;
    this.line = Template.parse(command.line());
    this.streams = new Streams(wiring, part);
    this.folder = folder;
  }

  @Override
  public void run(Program.Unit unit) throws Exception {
    var shell = shell(unit);
    if (unit instanceof StreamUnit stream) {
      new StreamedProcess(sessions, start(shell, unit), streams, stream)
          .run(shell, command.timeLimit());
      return;
    }
    var input = streams.take(unit);
    var process = start(shell, unit);
    boolean ended = false;
    try {
      var out = new Captured(process.getInputStream(), MOST, () -> Sessions.kill(process));
      var err = new Captured(process.getErrorStream(), 0, () -> {});
      var feeding = Thread.ofPlatform().daemon().start(() -> feed(process, input));
      var limit = command.timeLimit();
      boolean inTime = true;
      if (limit == null) {
        process.waitFor();
      } else {
        inTime = process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
      }
      sessions.end(process);
      ended = true;
      out.await(LAST_OUTPUT_MILLIS);
      err.await(LAST_OUTPUT_MILLIS);
      feeding.join();
      if (!inTime && limit != null) {
        throw new RunFailure(
            "the command did not end within its time limit of %s: %s%s"
                .formatted(Durations.text(limit), shell, Words.said(err.end())));
      }
      if (out.tooMuch()) {
        throw new RunFailure(
            "the command printed more than %d bytes, expected less: %s".formatted(MOST, shell));
      }
      if (process.exitValue() != 0) {
        throw new RunFailure(
            "the command ended with exit code %d: %s%s"
                .formatted(process.exitValue(), shell, Words.said(err.end())));
      }
      streams.send(unit, out.all());
    } finally {
      if (!ended) {
        sessions.end(process);
      }
    }
  }

  private Process start(String shell, Program.Unit unit) throws IOException {
    var environment = new HashMap<>(streams.environment(folder));
    environment.put("STRAIT_UNIT", Long.toString(unit.number()));
    return sessions.start(shell, Path.of("").toAbsolutePath(), environment, Redirect.PIPE, false);
  }

  private String shell(Program.Unit unit) {
    return line.filled(
        name ->
            switch (name) {
              case "unit" -> Long.toString(unit.number());
              case "part" -> Integer.toString(streams.part());
              case "from" -> streams.from();
              case "to" -> streams.to();
              default -> Integer.toString(streams.parts());
            });
  }

  /** A command need not read all its input: its exit code says whether that is right. */
  private static void feed(Process process, byte[] input) {
    try (var in = process.getOutputStream()) {
      in.write(input);
    } catch (IOException e) {
      // It has read enough.
    }
  }

  @Override
  public void abort() {
    sessions.close();
  }

  @Override
  public void close() {
    sessions.close();
  }
}
