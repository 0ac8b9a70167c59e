package io.strait.farm.task;

import io.strait.kind.code.TaskCode;
import io.strait.kind.code.Template;
import io.strait.kind.process.Captured;
import io.strait.kind.process.Sessions;
import io.strait.model.quantity.Durations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Computes tasks by a command each, in a folder of its own that is removed afterwards. */
final class CommandRunner implements TaskRunner {
  /** How long we wait for output after all processes that we know of have ended. */
  private static final long LAST_OUTPUT_MILLIS = 1000;

  private final TaskSpec spec;
  private final CommandLine line;
  private final Template command;
  private final @Nullable Template result;
  private final @Nullable Duration limit;
  private final Scratch scratch;
  private final Sessions sessions;
  private final int mostResult;

  CommandRunner(
      TaskSpec spec, TaskCode.Command code, Scratch scratch, Sessions sessions, int mostResult) {
    this.spec = spec;
    this.line = new CommandLine(spec.columns(), spec.tasks());
    this.command = Template.parse(code.line());
    this.result = code.result() == null ? null : Template.parse(code.result());
    this.limit = code.timeLimit();
    this.scratch = scratch;
    this.sessions = sessions;
    this.mostResult = mostResult;
  }

  @Override
  public byte[] run(int task, int attempt, byte[] input) throws TaskFailure, InterruptedException {
    @Nullable Path folder = null;
    try {
      var values = line.decode(input);
      var shell = line.shell(command, task, attempt, values);
      @Nullable String file = result == null ? null : line.path(result, task, attempt, values);
      folder = scratch.fresh("task" + task);
      spec.layOut(folder);
      return execute(shell, file, folder, task, attempt);
    } catch (IOException | IllegalArgumentException e) {
      throw new TaskFailure("the command could not be run: " + e.getMessage(), "");
    } catch (OutOfMemoryError e) {
      throw new TaskFailure("the worker has no memory for the result", "");
    } finally {
      if (folder != null) {
        scratch.delete(folder);
      }
    }
  }

  private byte[] execute(String shell, @Nullable String file, Path folder, int task, int attempt)
      throws IOException, TaskFailure, InterruptedException {
    var environment =
        Map.of("STRAIT_TASK", Integer.toString(task), "STRAIT_ATTEMPT", Integer.toString(attempt));
    var process = sessions.start(shell, folder, environment, Sessions.NO_INPUT, file != null);
    boolean ended = false;
    try {
      var out =
          new Captured(
              process.getInputStream(),
              file == null ? mostResult : 0,
              () -> Sessions.kill(process));
      var err = file == null ? new Captured(process.getErrorStream(), 0, () -> {}) : out;
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
      check(process.exitValue(), inTime, out, err);
      return file == null ? out.all() : read(folder.resolve(file), file, err);
    } finally {
      if (!ended) {
        sessions.end(process);
      }
    }
  }

  private void check(int code, boolean inTime, Captured out, Captured err) throws TaskFailure {
    if (!inTime && limit != null) {
      throw new TaskFailure(
          "the command did not end within its time limit of " + Durations.text(limit),
          printed(out, err));
    }
    if (out.tooMuch()) {
      throw new TaskFailure(
          "the command printed more than %d bytes, expected a smaller result".formatted(mostResult),
          err.end());
    }
    if (code != 0) {
      throw new TaskFailure("the command ended with " + exit(code), printed(out, err));
    }
  }

  /** An exit code, and the signal that it stands for. */
  static String exit(int code) {
    return code > 128 && code < 160
        ? "exit code %d (signal %d)".formatted(code, code - 128)
        : "exit code " + code;
  }

  private static String printed(Captured out, Captured err) {
    var end = err.end();
    return end.isBlank() ? out.end() : end;
  }

  private byte[] read(Path path, String name, Captured err) throws IOException, TaskFailure {
    if (!Files.isRegularFile(path)) {
      throw new TaskFailure("the command left no file '%s'".formatted(name), err.end());
    }
    long size = Files.size(path);
    if (size > mostResult) {
      throw new TaskFailure(
          "the file '%s' has %d bytes, expected at most %d".formatted(name, size, mostResult),
          err.end());
    }
    try (var in = Files.newInputStream(path)) {
      return in.readNBytes((int) size);
    }
  }

  @Override
  public void close() {
    sessions.close();
    scratch.close();
  }
}
