package io.strait.cli;

import io.strait.run.node.Ending;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the end of a node; when the process is asked to end, it may finish first. */
final class Leaving {
  /** How long tasks that have begun may take before the process ends all the same. */
  private static final long GRACE_SECONDS = 60;

  private Leaving() {}

  /** What is left to do when a node has ended. */
  interface Last {
    /** Does it, and gives the exit code. */
    int after(Ending ending) throws IOException;
  }

  /**
   * Waits for the end.
   *
   * @param drain asks the node to finish and leave
   * @return the exit code, which is also that of a process that was asked to end and did so in time
   */
  static int await(CompletableFuture<Ending> end, Runnable drain, Last last) throws IOException {
    var code = new CompletableFuture<Integer>();
    var hook = Thread.ofPlatform().unstarted(() -> asked(drain, code));
    Runtime.getRuntime().addShutdownHook(hook);
    int result = Main.FAILED;
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
      Runtime.getRuntime().halt(Main.FAILED); // others get what it had
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
