package io.strait.transport.time;

import java.util.concurrent.locks.LockSupport;

/**
 * Waiting for something that has to be polled. It spins and yields first, if there are enough
 * cores, then sleeps for longer and longer.
 */
public final class Backoff {
  private static final long SPIN = 50_000;
  private static final long YIELD = 300_000;
  private static final long SHORTEST = 20_000;
  private static final long LONGEST = 200_000;

  private final boolean spin;
  private final PreciseWait wait = new PreciseWait();
  private long began;
  private long rests;
  private long sleep;

  /**
   * @param spin whether every thread that waits has a core of its own
   */
  public Backoff(boolean spin) {
    this.spin = spin;
  }

  /** Begins a new wait. */
  public void start() {
    rests = 0;
    sleep = SHORTEST;
  }

  /**
   * Waits for a moment. Another thread may cut it short by unparking this one.
   *
   * @param most the longest that the whole wait may take, in nanoseconds
   * @return false once the wait has taken that long
   */
  public boolean rest(long most) {
    long now = System.nanoTime();
    if (rests++ == 0) {
      began = now;
    }
    long waited = now - began;
    if (waited >= most) {
      return false;
    }
    if (spin && waited < SPIN) {
      Thread.onSpinWait();
    } else if (waited < (spin ? YIELD : SPIN)) {
      PreciseWait.yieldCore();
    } else {
      wait.reduceSlack();
      LockSupport.parkNanos(this, Math.min(sleep, most - waited));
      sleep = Math.min(LONGEST, sleep + sleep / 4);
    }
    return true;
  }
}
