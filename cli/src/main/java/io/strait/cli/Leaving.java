package io.strait.cli;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for the end of a node; when the process is asked to end, it may finish first. */
final class Leaving {
  private static final long GRACE_SECONDS = 60;

  private Leaving() {}

  /**
   * Waits.
   *
   * @param drain asks the node to finish and leave
   */
  static <T> T await(CompletableFuture<T> end, Runnable drain) {
    var over = new CountDownLatch(1);
    var hook =
        Thread.ofPlatform()
            .unstarted(
                () -> {
                  drain.run();
                  try {
                    end.get(GRACE_SECONDS, TimeUnit.SECONDS);
                    over.await(2, TimeUnit.SECONDS);
                  } catch (InterruptedException
                      | java.util.concurrent.ExecutionException
                      | java.util.concurrent.TimeoutException e) {
                    // It ends now, and whoever gave it tasks gives them to others.
                  }
                });
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return end.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    } finally {
      over.countDown();
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // It is running.
      }
    }
  }
}
