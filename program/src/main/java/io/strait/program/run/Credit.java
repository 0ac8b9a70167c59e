package io.strait.program.run;

import org.jspecify.annotations.Nullable;

/** Counts what a receiver has used, so that a sender gets no further ahead than it may. */
final class Credit {
  private final long[] times;
  private long used;
  private long last = Long.MIN_VALUE;
  private @Nullable RuntimeException failure;

  /**
   * @param kept so many of the last are remembered; nobody waits for older ones
   */
  Credit(int kept) {
    this.times = new long[kept];
  }

  /**
   * The receiver has used so many more.
   *
   * @param at since when, by {@link System#nanoTime}
   */
  synchronized void add(long more, long at) {
    last = Math.max(last, at);
    for (long i = Math.max(0, more - times.length); i < more; i++) {
      times[(int) ((used + i) % times.length)] = last;
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
    return wanted > 0 && used - wanted < times.length
        ? times[(int) ((wanted - 1) % times.length)]
        : Long.MIN_VALUE;
  }
}
