package io.strait.transport.store;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Forces a file to disk on another thread while its owner goes on writing. */
final class Forcer implements AutoCloseable {
  private @Nullable ExecutorService thread;
  private @Nullable Future<?> begun;

  /** Begins to force what was written to a file so far. Call {@link #await} next. */
  void begin(SegmentFile file) {
    var with = thread;
    if (with == null) {
      with =
          Executors.newSingleThreadExecutor(Thread.ofPlatform().name("force").daemon().factory());
      thread = with;
    }
    begun =
        with.submit(
            () -> {
              file.forceOnly();
              return null;
            });
  }

  /**
   * Waits until the file is forced.
   *
   * @throws IOException if that failed
   */
  void await() throws IOException {
    var waited = begun;
    if (waited == null) {
      throw new IllegalStateException("nothing was begun");
    }
    begun = null;
    try {
      waited.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() {
    if (thread != null) {
      thread.shutdown();
    }
  }
}
