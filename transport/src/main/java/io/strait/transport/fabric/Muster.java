package io.strait.transport.fabric;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The points at which a master waits until all ranks have come to them, or one is lost. */
public final class Muster {
  private final int ranks;
  private final Function<String, ? extends RuntimeException> failure;
  private final List<Point> points = new ArrayList<>();
  private @Nullable RuntimeException failed;

  /**
   * @param failure what to throw where a run has failed, with the reason
   */
  public Muster(int ranks, Function<String, ? extends RuntimeException> failure) {
    this.ranks = ranks;
    this.failure = failure;
  }

  /** A new point to wait at. */
  public synchronized Point point() {
    var point = new Point();
    points.add(point);
    if (failed != null) {
      point.all.completeExceptionally(failed);
    }
    return point;
  }

  /** Nobody waits any longer, nor will. Only the first reason counts. */
  public synchronized void fail(String why) {
    if (failed == null) {
      failed = failure.apply(why);
    }
    for (var point : points) {
      point.all.completeExceptionally(failed);
    }
  }

  /** One of them. */
  public final class Point {
    private final CompletableFuture<@Nullable Void> all = new CompletableFuture<>();
    private int come;

    private Point() {}

    /** A rank has come to it. */
    public synchronized void come() {
      come++;
      if (come == ranks) {
        all.complete(null);
      }
    }

    /** Waits until all have. */
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
