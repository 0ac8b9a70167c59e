package io.strait.program.run;

import io.strait.kind.code.TaskCode;
import io.strait.kind.process.Captured;
import io.strait.kind.process.Sessions;
import io.strait.kind.run.RunFailure;
import io.strait.model.quantity.Durations;
import io.strait.program.run.Wiring.PartAt;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A process of any language that does one unit after the other. It reads from standard input, for
 * every unit, the number of bytes as eight bytes with the highest first, and then the bytes: the
 * data of its senders, one after the other. It answers on standard output in the same way. Its
 * input ends after the last unit. {@code STRAIT_PART} and {@code STRAIT_PARTS} say which part it
 * is, {@code STRAIT_FROM} and {@code STRAIT_TO} which share of every unit, {@code STRAIT_FOLDER}
 * where it may leave results.
 */
final class ResidentCode implements Code {
  /** How long the process may take to end once its input has. */
  private static final long LEAVE_MILLIS = 5000;

  private static final long LAST_WORDS_MILLIS = 1000;

  private final TaskCode.Resident resident;
  private final Streams streams;
  private final Sessions sessions = new Sessions(CommandCode.LOG);
  private final Process process;
  private final Captured err;
  private final DataOutputStream to;
  private final DataInputStream from;
  private volatile boolean late;
  private volatile boolean broken;

  ResidentCode(TaskCode.Resident resident, Wiring wiring, PartAt part, Path folder)
      throws IOException {
    this.resident = resident;
    this.streams = new Streams(wiring, part);
    try {
      this.process =
          sessions.start(
              resident.line(),
              Path.of("").toAbsolutePath(),
              streams.environment(folder),
              Redirect.PIPE,
              false);
    } catch (IOException e) {
      sessions.close();
      throw e;
    }
    this.err = new Captured(process.getErrorStream(), 0, () -> {});
    this.to = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
    this.from = new DataInputStream(new BufferedInputStream(process.getInputStream()));
  }

  @Override
  public void run(Program.Unit unit) throws Exception {
    var input = streams.take(unit);
    @Nullable Duration limit = resident.timeLimit();
    @Nullable CompletableFuture<Void> alarm = limit == null ? null : alarm(limit);
    boolean done = false;
    try {
      // Reading and writing are two threads, so that neither side can block.
      var writing = Thread.ofPlatform().daemon().start(() -> write(input));
      var answer = answer();
      writing.join();
      streams.send(unit, answer);
      done = true;
    } catch (IOException e) {
      throw new RunFailure(ending(limit) + Words.said(err.end()), e);
    } finally {
      broken |= !done;
      if (alarm != null) {
        alarm.cancel(false);
      }
    }
  }

  private CompletableFuture<Void> alarm(Duration limit) {
    return CompletableFuture.runAsync(
        () -> {
          late = true;
          abort();
        },
        CompletableFuture.delayedExecutor(limit.toNanos(), TimeUnit.NANOSECONDS));
  }

  private void write(byte[] input) {
    try {
      to.writeLong(input.length);
      to.write(input);
      to.flush();
    } catch (IOException e) {
      // The process reads no more; what it answers says whether that is right.
    }
  }

  private byte[] answer() throws IOException, InterruptedException {
    long length = from.readLong();
    if (length < 0 || length > CommandCode.MOST) {
      throw new RunFailure(
          "the process answered with a length of %d, expected eight bytes with the number of bytes that follow: %s%s"
              .formatted(length, resident.line(), Words.said(lastWords())));
    }
    var answer = from.readNBytes((int) length);
    if (answer.length < length) {
      throw new EOFException();
    }
    return answer;
  }

  private String lastWords() throws InterruptedException {
    err.await(process.isAlive() ? 1 : LAST_WORDS_MILLIS);
    return err.end();
  }

  private String ending(@Nullable Duration limit) throws InterruptedException {
    boolean ended = process.waitFor(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS);
    err.await(ended ? LAST_WORDS_MILLIS : 1);
    if (late && limit != null) {
      return "the process did not answer within the time limit of %s: %s"
          .formatted(Durations.text(limit), resident.line());
    }
    return ended
        ? "the process ended in the middle with exit code %d: %s"
            .formatted(process.exitValue(), resident.line())
        : "the process closed its output in the middle: " + resident.line();
  }

  @Override
  public void abort() {
    broken = true;
    sessions.end(process);
  }

  @Override
  public void close() throws IOException {
    try {
      if (!broken) {
        leave();
      }
    } finally {
      sessions.close();
    }
  }

  /** Lets the process end by itself. */
  private void leave() throws IOException {
    try {
      to.close();
    } catch (IOException e) {
      // It reads no more; its exit code says whether that is right.
    }
    try {
      if (process.waitFor(LEAVE_MILLIS, TimeUnit.MILLISECONDS) && process.exitValue() != 0) {
        throw new IOException(
            "the process ended with exit code %d: %s%s"
                .formatted(process.exitValue(), resident.line(), Words.said(lastWords())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
