package io.strait.program.run;

import io.strait.kind.process.Captured;
import io.strait.kind.process.Sessions;
import io.strait.kind.run.RunFailure;
import io.strait.model.quantity.Durations;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A command at work on one unit that streams: it reads its input as it comes, and what it prints is
 * sent on at once. It waits while its receivers do, as in a pipeline of a shell. Receivers learn
 * that the unit is over when its exit code is known.
 */
final class StreamedProcess {
  private static final long LAST_WORDS_MILLIS = 1000;

  private final Sessions sessions;
  private final Process process;
  private final Streams streams;
  private final StreamUnit unit;
  private final Captured err;
  private volatile boolean isLate;

  StreamedProcess(Sessions sessions, Process process, Streams streams, StreamUnit unit) {
    this.sessions = sessions;
    this.process = process;
    this.streams = streams;
    this.unit = unit;
    this.err = new Captured(process.getErrorStream(), 0, () -> {});
  }

  /**
   * Does the unit.
   *
   * @param shell what was started
   * @param limit from the first input to the end; null for none
   */
  void run(String shell, @Nullable Duration limit) throws Exception {
    var feeding = Thread.ofPlatform().daemon().name("input of " + streams.name()).start(this::feed);
    // What it leaves behind ends with it, and so does its output.
    var exit = process.onExit().thenRun(() -> sessions.end(process));
    @Nullable CompletableFuture<Void> alarm = limit == null ? null : alarm(limit);
    boolean isDone = false;
    try {
      pass();
      ended(exit);
      err.await(LAST_WORDS_MILLIS);
      if (isLate && limit != null) {
        throw new RunFailure(
            "the command did not end within its time limit of %s: %s%s"
                .formatted(Durations.text(limit), shell, Words.said(err.end())));
      }
      if (process.exitValue() != 0) {
        throw new RunFailure(
            "the command ended with exit code %d: %s%s"
                .formatted(process.exitValue(), shell, Words.said(err.end())));
      }
      feeding.join();
      isDone = true;
    } finally {
      if (alarm != null) {
        alarm.cancel(false);
      }
      if (!isDone) {
        sessions.end(process);
        feeding.interrupt();
        feeding.join();
      }
    }
  }

  private CompletableFuture<Void> alarm(Duration limit) {
    return CompletableFuture.runAsync(
        () -> {
          isLate = true;
          sessions.end(process);
        },
        CompletableFuture.delayedExecutor(limit.toNanos(), TimeUnit.NANOSECONDS));
  }

  /** Sends on what it prints, until that ends. */
  private void pass() {
    var buffer = new byte[Courier.CHUNK];
    try (var out = process.getInputStream()) {
      for (int count = out.read(buffer); count >= 0; count = out.read(buffer)) {
        streams.pass(unit, buffer, count);
      }
    } catch (IOException e) {
      // The pipe broke: the exit code says whether that is right.
    }
  }

  private static void ended(CompletableFuture<Void> exit) throws InterruptedException {
    try {
      exit.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * A command need not read all its input: its exit code says whether that is right. If there is no
   * more because the run fails, it must not take that for the end.
   */
  private void feed() {
    try (var in = process.getOutputStream()) {
      try {
        streams.feed(unit, in);
      } catch (InterruptedIOException | RuntimeException e) {
        sessions.end(process);
      }
    } catch (IOException e) {
      try {
        unit.drain();
      } catch (InterruptedException | RuntimeException ended) {
        sessions.end(process);
      }
    }
  }
}
