package io.strait.transport.fabric;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Points at which a master waits until all ranks have arrived, or until the run fails. */
public final class RankBarriers {
  private final int ranks;
  private final Function<String, ? extends RuntimeException> failure;
  private final List<Barrier> barriers = new ArrayList<>();
  private @Nullable RuntimeException failed;

  /**
   * @param failure makes the exception to throw when the run has failed, from the reason
   */
  public RankBarriers(int ranks, Function<String, ? extends RuntimeException> failure) {
    this.ranks = ranks;
    this.failure = failure;
  }

  /** A new barrier. */
  public synchronized Barrier barrier() {
    var barrier = new Barrier();
    barriers.add(barrier);
    if (failed != null) {
      barrier.all.completeExceptionally(failed);
    }
    return barrier;
  }

  /** Fails all waits, present and future. Only the first reason counts. */
  public synchronized void fail(String why) {
    if (failed == null) {
      failed = failure.apply(why);
    }
    for (var barrier : barriers) {
      barrier.all.completeExceptionally(failed);
    }
  }

  /** One point to wait at. */
  public final class Barrier {
    private final CompletableFuture<@Nullable Void> all = new CompletableFuture<>();
    private int arrived;

    private Barrier() {}

    /** Notes that a rank has arrived. */
    public synchronized void arrive() {
      arrived++;
      if (arrived == ranks) {
        all.complete(null);
      }
    }

    /** Waits until all ranks have arrived. */
    public void await() {
      try {
        all.get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw failure.apply("the run was interrupted");
      } catch (ExecutionException e) {
        var cause = e.getCause();
        throw failure.apply(cause == null ? e.toString() : String.valueOf(cause.getMessage()));
      }
    }
  }
}
