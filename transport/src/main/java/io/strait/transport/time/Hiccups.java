package io.strait.transport.time;

import java.util.concurrent.locks.LockSupport;

/**
 * Notices when threads of this machine wait for a processor: a thread that sleeps for a millisecond
 * again and again, and counts by how much it wakes too late.
 */
public final class Hiccups implements AutoCloseable {
  private static final long NAP = 1_000_000;

  /** Less is what timers of a quiet machine are late by. */
  private static final long SLIGHT = 1_000_000;

  private final long began = System.nanoTime();
  private final Thread thread;
  private volatile long late;
  private volatile boolean over;

  public Hiccups() {
    thread = Thread.ofPlatform().daemon().name("hiccups").start(this::watch);
  }

  private void watch() {
    long last = System.nanoTime();
    long sum = 0;
    while (!over) {
      LockSupport.parkNanos(NAP);
      long now = System.nanoTime();
      long excess = now - last - NAP;
      if (excess > SLIGHT) {
        sum += excess;
        late = sum;
      }
      last = now;
    }
  }

  /** The share of the time since the beginning in which a thread that could run did not. */
  public double share() {
    return (double) late / Math.max(1, System.nanoTime() - began);
  }

  @Override
  public void close() {
    over = true;
    LockSupport.unpark(thread);
  }
}
