package io.strait.farm.task;

import io.strait.kind.process.Captured;
import io.strait.model.quantity.Durations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A process that computes one task after the other. Once anything goes wrong between us, it is not
 * {@link #usable} any more.
 */
final class ResidentProcess {
  private static final long LAST_WORDS_MILLIS = 1000;

  private final Process process;
  private final Path folder;
  private final Captured err;
  private final ExecutorService threads;
  private final int mostResult;
  private boolean broken;

  ResidentProcess(Process process, Path folder, ExecutorService threads, int mostResult) {
    this.process = process;
    this.folder = folder;
    this.threads = threads;
    this.mostResult = mostResult;
    this.err = new Captured(process.getErrorStream(), 0, () -> {});
  }

  Process process() {
    return process;
  }

  Path folder() {
    return folder;
  }

  boolean usable() {
    return !broken && process.isAlive();
  }

  /** Has a task computed. Reading and writing are two threads, so that neither side can block. */
  byte[] compute(int task, int attempt, byte[] input, @Nullable Duration limit)
      throws TaskFailure, InterruptedException {
    long end = limit == null ? 0 : System.nanoTime() + limit.toNanos();
    var writing =
        submit(
            () -> {
              Frames.writeTask(process.getOutputStream(), task, attempt, input);
              return true;
            });
    var reading = submit(() -> Frames.readReply(process.getInputStream(), mostResult));
    boolean done = false;
    try {
      Frames.@Nullable Reply reply = await(reading, limit, end);
      if (reply == null) {
        throw failure("the process %s before it answered".formatted(ending()));
      }
      if (reply.task() != task) {
        throw failure(
            "the process answered for task %d, expected task %d".formatted(reply.task(), task));
      }
      try {
        await(writing, limit, end);
        done = true;
      } catch (ExecutionException e) {
        // It answered without reading all, and reads no more: this answer counts, the next cannot.
      }
      if (reply.failed()) {
        throw new TaskFailure(message(reply.body()), err.end());
      }
      return reply.body();
    } catch (TimeoutException e) {
      throw failure(
          "the process did not answer within the time limit of "
              + (limit == null ? "" : Durations.text(limit)));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof OutOfMemoryError) {
        throw failure("the worker has no memory for the result");
      }
      var cause = e.getCause();
      throw failure(
          "the process sent garbage: " + (cause == null ? e.getMessage() : cause.getMessage()));
    } finally {
      broken |= !done;
    }
  }

  private <T extends @Nullable Object> Future<T> submit(Callable<T> work) {
    return threads.submit(work);
  }

  private static <T extends @Nullable Object> T await(
      Future<T> future, @Nullable Duration limit, long end)
      throws ExecutionException, TimeoutException, InterruptedException {
    return limit == null
        ? future.get()
        : future.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
  }

  private TaskFailure failure(String message) throws InterruptedException {
    broken = true;
    err.await(process.isAlive() ? 1 : LAST_WORDS_MILLIS);
    return new TaskFailure(message, err.end());
  }

  private String ending() throws InterruptedException {
    return process.waitFor(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS)
        ? "ended with " + CommandRunner.exit(process.exitValue())
        : "closed its output";
  }

  private static String message(byte[] body) {
    int most = Math.min(body.length, 1000);
    var text = new String(body, 0, most, StandardCharsets.UTF_8).strip();
    return text.isEmpty() ? "the process reports that the task failed" : text;
  }

  /** Tells the process to leave. */
  void leave() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It is gone already.
    }
  }
}
