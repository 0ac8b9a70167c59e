package io.strait.kind.run;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the end of a node; when the process is asked to end, it may finish first. */
public final class Shutdown {
  /** How long tasks that have begun may take before the process ends all the same. */
  private static final long GRACE_SECONDS = 60;

  private Shutdown() {}

  /** What is left to do when a node has ended. */
  public interface Last<E> {
    /** Does it, and gives the exit code. */
    int after(E ending) throws IOException;
  }

  /**
   * Waits for the end.
   *
   * @param drain asks the node to finish and leave
   * @return the exit code, which is also that of a process that was asked to end and did so in time
   */
  public static <E> int await(CompletableFuture<E> end, Runnable drain, Last<E> last)
      throws IOException {
    var code = new CompletableFuture<Integer>();
    var hook = Thread.ofPlatform().unstarted(() -> asked(drain, code));
    Runtime.getRuntime().addShutdownHook(hook);
    int result = ExitCode.FAILED;
    try {
      result = last.after(end.join());
      return result;
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    } finally {
      code.complete(result);
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // It is running, and ends the process.
      }
    }
  }

  private static void asked(Runnable drain, CompletableFuture<Integer> code) {
    drain.run();
    try {
      Runtime.getRuntime().halt(code.get(GRACE_SECONDS, TimeUnit.SECONDS));
    } catch (ExecutionException | TimeoutException e) {
      Runtime.getRuntime().halt(ExitCode.FAILED); // others get what it had
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
