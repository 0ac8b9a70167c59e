package io.strait.farm.task;

import io.strait.kind.code.TaskCode;
import io.strait.kind.process.Sessions;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Computes tasks by processes that stay, at most one per core. They are started when they are first
 * needed; one that dies, falls silent or talks nonsense is ended and replaced.
 */
final class ResidentRunner implements TaskRunner {
  private static final long LEAVE_MILLIS = 2000;

  private final TaskSpec spec;
  private final TaskCode.Resident code;
  private final Scratch scratch;
  private final Sessions sessions;
  private final System.Logger log;
  private final int mostResult;
  private final Semaphore places;
  private final ConcurrentLinkedDeque<ResidentProcess> idle = new ConcurrentLinkedDeque<>();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          Thread.ofPlatform().daemon().name("resident process ", 1).factory());

  ResidentRunner(
      TaskSpec spec,
      TaskCode.Resident code,
      int cores,
      Scratch scratch,
      Sessions sessions,
      System.Logger log,
      int mostResult) {
    this.spec = spec;
    this.code = code;
    this.scratch = scratch;
    this.sessions = sessions;
    this.log = log;
    this.mostResult = mostResult;
    places = new Semaphore(cores);
  }

  @Override
  public byte[] run(int task, int attempt, byte[] input) throws TaskFailure, InterruptedException {
    places.acquire();
    try {
      var process = process();
      try {
        return process.compute(task, attempt, input, code.timeLimit());
      } finally {
        if (process.usable()) {
          idle.push(process);
        } else {
          end(process);
        }
      }
    } catch (IOException e) {
      throw new TaskFailure("the process could not be started: " + e.getMessage(), "");
    } finally {
      places.release();
    }
  }

  private ResidentProcess process() throws IOException {
    @Nullable ResidentProcess waiting = idle.poll();
    while (waiting != null) {
      if (waiting.usable()) {
        return waiting;
      }
      log.log(
          System.Logger.Level.WARNING,
          "a resident process ended between two tasks with "
              + CommandRunner.exit(waiting.process().exitValue()));
      end(waiting);
      waiting = idle.poll();
    }
    var folder = scratch.fresh("process");
    try {
      spec.layOut(folder);
      var process = sessions.start(code.line(), folder, Map.of(), Redirect.PIPE, false);
      return new ResidentProcess(process, folder, threads, mostResult);
    } catch (IOException e) {
      scratch.delete(folder);
      throw e;
    }
  }

  private void end(ResidentProcess process) {
    sessions.end(process.process());
    scratch.delete(process.folder());
  }

  @Override
  public void close() {
    idle.forEach(ResidentProcess::leave);
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LEAVE_MILLIS);
    try {
      for (var process : idle) {
        process.process().waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    sessions.close();
    threads.shutdownNow();
    scratch.close();
  }
}
