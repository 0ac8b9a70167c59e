package io.strait.transport.fabric;

import java.time.Duration;

/**
 * A clock in nanoseconds that stands still while this process does, so that nobody takes its own
 * sleep for the silence of others. One thread moves it on.
 */
final class AwakeClock {
  private final long most;
  private volatile long now;
  private long read = System.nanoTime();

  /**
   * @param tick how often it is moved on
   */
  AwakeClock(Duration tick) {
    this.most = 2 * tick.toNanos();
  }

  long now() {
    return now;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // only one thread writes it
  long moveOn() {
    long time = System.nanoTime();
    now += Math.min(time - read, most);
    read = time;
    return now;
  }
}
