package io.strait.kind.run;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for the end of a node. When the process is asked to end, the node may finish first. */
public final class Shutdown {
  /** How long tasks that have begun may take before the process ends without them. */
  private static final Duration GRACE = Duration.ofSeconds(60);

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
   * @return the exit code, also of a process that was asked to end and did so in time
   */
  public static <E> int await(CompletableFuture<E> end, Runnable drain, Last<E> last)
      throws IOException {
    try (var hook = new ExitHook(drain, GRACE)) {
      return hook.exits(last.after(end.join()));
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
