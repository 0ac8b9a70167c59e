package io.strait.measure.link;

import java.util.concurrent.locks.LockSupport;

/**
 * Closes a line whose other end is silent for too long, since a blocked call cannot be ended
 * otherwise.
 */
final class Watch implements AutoCloseable {
  private static final long TICK = 200_000_000;

  private final Line line;
  private final Thread thread = Thread.ofPlatform().daemon().name("watch").unstarted(this::run);
  private volatile long deadline = Long.MAX_VALUE;
  private volatile boolean expired;
  private volatile boolean closed;

  Watch(Line line) {
    this.line = line;
    thread.start();
  }

  /** From now on the other end has so many seconds. */
  void allow(double seconds) {
    deadline = System.nanoTime() + (long) (seconds * 1e9);
  }

  /** Whether the line was closed. */
  boolean isExpired() {
    return expired;
  }

  private void run() {
    while (!closed) {
      LockSupport.parkNanos(TICK);
      long until = deadline;
      if (until != Long.MAX_VALUE && System.nanoTime() - until > 0 && !closed) {
        expired = true;
        line.close();
        return;
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
