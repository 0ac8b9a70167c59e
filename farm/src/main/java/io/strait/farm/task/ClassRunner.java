package io.strait.farm.task;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Computes tasks by a Java class, in the thread that asks. A task that does not heed interruption
 * cannot be abandoned.
 */
final class ClassRunner implements TaskRunner {
  private static final int TOP_LINES = 8;
  private static final int LONGEST = 1000;

  /** After so many tasks the compiler has seen what matters. */
  private static final int WARM_UP = 3;

  private final Farm farm;
  private final int tasks;

  ClassRunner(Farm farm, int tasks) {
    this.farm = farm;
    this.tasks = tasks;
  }

  @Override
  public void warmUp(long nanos) {
    long end = System.nanoTime() + nanos;
    try {
      for (int i = 0; i < WARM_UP && System.nanoTime() < end; i++) {
        int task = (int) ((2L * i + 1) * tasks / (2 * WARM_UP));
        run(task, 1, farm.input(task));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      // Perhaps it knows its input on the master only; errors of the class are told when they
      // count.
    }
  }

  @Override
  public byte[] run(int task, int attempt, byte[] input) throws TaskFailure, InterruptedException {
    byte @Nullable [] result;
    try {
      result = farm.compute(task, input);
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable e) {
      // Whatever a task does, out of memory and out of stack included, is the task's failure.
      if (Thread.interrupted()) {
        throw interrupted(e);
      }
      throw failure(e);
    }
    if (result == null) {
      throw new TaskFailure("the class returned null, expected the bytes of a result", "");
    }
    return result;
  }

  private static InterruptedException interrupted(Throwable cause) {
    var exception = new InterruptedException("the task was abandoned");
    exception.initCause(cause);
    return exception;
  }

  private static TaskFailure failure(Throwable e) {
    var lines =
        Arrays.stream(e.getStackTrace())
            .limit(TOP_LINES)
            .map(line -> "\n    at " + line)
            .collect(Collectors.joining());
    var text = text(e);
    return new TaskFailure(text, text + lines);
  }

  private static String text(Throwable e) {
    try {
      var text = e.toString();
      return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError again) {
      return e.getClass().getName();
    }
  }

  @Override
  public void close() {}
}
