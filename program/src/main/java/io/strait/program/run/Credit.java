package io.strait.program.run;

import org.jspecify.annotations.Nullable;

/** Counts what a receiver has used, so that a sender gets no further ahead than it may. */
final class Credit {
  /** So many of the last are remembered; older ones hold up nobody. */
  private static final int KEPT = 16;

  private final long[] times = new long[KEPT];
  private long used;
  private long last = Long.MIN_VALUE;
  private @Nullable RuntimeException failure;

  /**
   * The receiver has used so many more.
   *
   * @param at since when, by {@link System#nanoTime}
   */
  synchronized void add(long more, long at) {
    last = Math.max(last, at);
    for (long i = Math.max(0, more - KEPT); i < more; i++) {
      times[(int) ((used + i) % KEPT)] = last;
    }
    used += more;
    notifyAll();
  }

  synchronized void fail(RuntimeException why) {
    failure = why;
    notifyAll();
  }

  /** Waits until the receiver has used so many; returns since when it has. */
  synchronized long await(long wanted) throws InterruptedException {
    while (used < wanted) {
      if (failure != null) {
        throw failure;
      }
      wait();
    }
    return wanted > 0 && used - wanted < KEPT ? times[(int) ((wanted - 1) % KEPT)] : Long.MIN_VALUE;
  }
}
