package io.strait.program.run;

import org.jspecify.annotations.Nullable;

/** Counts what a receiver has used, so that a sender gets no further ahead than it may. */
final class Credit {
  private long used;
  private @Nullable RuntimeException failure;

  /** The receiver has used so many more. */
  synchronized void add(long more) {
    used += more;
    notifyAll();
  }

  synchronized void fail(RuntimeException why) {
    failure = why;
    notifyAll();
  }

  /** Waits until the receiver has used so many. */
  synchronized void await(long wanted) throws InterruptedException {
    while (used < wanted) {
      if (failure != null) {
        throw failure;
      }
      wait();
    }
  }
}
