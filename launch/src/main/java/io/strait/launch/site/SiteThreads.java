package io.strait.launch.site;

import java.util.List;
import java.util.function.IntPredicate;

/** The end of threads that each look after a site. */
public final class SiteThreads {
  /** How long those that begin may go on with it when the run is over. */
  private static final long WAIT_NANOS = 3_000_000_000L;

  private SiteThreads() {}

  /**
   * Waits until all have ended.
   *
   * @param isLeaving whether the i-th ends what it has started, which must not be interrupted
   */
  public static void join(List<Thread> threads, IntPredicate isLeaving) {
    boolean interrupted = false;
    long until = System.nanoTime() + WAIT_NANOS;
    for (int i = 0; i < threads.size(); i++) {
      var thread = threads.get(i);
      while (thread.isAlive()) {
        try {
          thread.join(100);
          // It may wait for an answer that never comes.
          if (System.nanoTime() - until > 0 && !isLeaving.test(i)) {
            thread.interrupt();
          }
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
