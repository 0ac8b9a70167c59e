package io.strait.transport.fabric;

import java.util.concurrent.locks.LockSupport;

/**
 * Waiting for something that must be asked for: at first as often as can be if there are cores
 * enough, then whenever nobody else wants the core, then after sleeps that grow.
 */
final class Backoff {
  private static final long SPIN = 50_000;
  private static final long YIELD = 300_000;
  private static final long SHORTEST = 20_000;
  private static final long LONGEST = 400_000;

  private final boolean spin;
  private long began;
  private long rests;
  private long sleep;

  Backoff(boolean spin) {
    this.spin = spin;
  }

  /** Begins to wait. */
  void start() {
    rests = 0;
    sleep = SHORTEST;
  }

  /**
   * Waits for a moment; others may unpark this thread.
   *
   * @return false if that went on for so many nanoseconds since the start
   */
  boolean rest(long most) {
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
    } else if (waited < YIELD) {
      Pause.giveWay();
    } else {
      LockSupport.parkNanos(this, Math.min(sleep, most - waited));
      sleep = Math.min(LONGEST, sleep + sleep / 4);
    }
    return true;
  }
}
