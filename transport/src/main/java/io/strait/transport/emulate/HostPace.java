package io.strait.transport.emulate;

import io.strait.transport.time.NanoClock;

/**
 * The speed of an emulated host. The work is really done, and then the thread waits until the
 * emulated host would have finished it.
 */
public final class HostPace {
  private final long workNanos;
  private final NanoClock clock;

  /**
   * @param workNanos how long the host takes for one piece of work
   */
  public HostPace(long workNanos) {
    this(workNanos, NanoClock.SYSTEM);
  }

  HostPace(long workNanos, NanoClock clock) {
    this.workNanos = workNanos;
    this.clock = clock;
  }

  /** How long the host takes for one piece of work, in nanoseconds. */
  public long workNanos() {
    return workNanos;
  }

  /**
   * Waits until the host has finished a piece of work that it began at a time.
   *
   * @return when the host finished, which is when it can begin the next piece
   */
  public long finish(long began) throws InterruptedException {
    long end = began + workNanos;
    long now = clock.nanos();
    if (now > end) {
      return now; // this machine is slower than the host
    }
    while (now < end) {
      clock.sleep(end - now);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      now = clock.nanos();
    }
    return end;
  }
}
