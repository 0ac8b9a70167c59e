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

  private final Farm farm;

  ClassRunner(Farm farm) {
    this.farm = farm;
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
