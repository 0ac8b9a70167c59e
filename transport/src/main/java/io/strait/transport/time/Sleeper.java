package io.strait.transport.time;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that sleeps until another thread has news for it. The sleeper calls {@link #prepare},
 * checks once more for news, and only then calls {@link #sleep}. The other thread first makes its
 * news visible and then calls {@link #wake}. So one of the two always sees the other.
 */
public final class Sleeper {
  private final PreciseWait wait = new PreciseWait();

  /** When the sleeper wakes by itself. Valid while a thread sleeps. */
  private volatile long wakes;

  private volatile @Nullable Thread asleep;

  /** Announces that the calling thread is about to sleep until a time. */
  public void prepare(long until) {
    wakes = until;
    asleep = Thread.currentThread();
  }

  /** Sleeps until just before the announced time. If that is now, yields once. */
  public void sleep() {
    if (!wait.park(this, wakes)) {
      PreciseWait.yieldCore();
    }
  }

  /** Takes the announcement back. */
  public void finish() {
    asleep = null;
  }

  /** Wakes the sleeper if it would sleep past a time. */
  public void wakeBefore(long due) {
    var thread = asleep;
    if (thread != null && due - wakes < 0) {
      LockSupport.unpark(thread);
    }
  }

  /** Wakes the sleeper. */
  public void wake() {
    var thread = asleep;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }
}
