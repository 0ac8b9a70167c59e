package io.strait.transport.emulate;

import java.util.concurrent.locks.LockSupport;

/**
 * How fast an emulated host is: a task really computes, then waits until the host would be done
 * with it.
 */
public final class Pace {
  private final long taskNanos;

  public Pace(long taskNanos) {
    this.taskNanos = taskNanos;
  }

  /** Nanoseconds that the host takes for a task. */
  public long taskNanos() {
    return taskNanos;
  }

  /**
   * Waits until a task is done that the host began at a time.
   *
   * @return when the host was done with it, which is when it can begin the next
   */
  public long finish(long began) throws InterruptedException {
    long end = began + taskNanos;
    long now = System.nanoTime();
    if (now > end) {
      return now; // this machine is slower than the host
    }
    while (now < end) {
      LockSupport.parkNanos(this, end - now);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      now = System.nanoTime();
    }
    return end;
  }
}
