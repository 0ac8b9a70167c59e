package io.strait.measure.command;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a group of processes when its time is over, or when this program ends. It never kills after
 * the leader is reaped, when another process may have its number.
 */
final class Watch implements AutoCloseable {
  private final Kernel kernel;
  private final int leader;
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread atExit = Thread.ofPlatform().unstarted(this::kill);
  private boolean reaped;
  private volatile boolean late;

  Watch(Kernel kernel, int leader, Duration limit) {
    this.kernel = kernel;
    this.leader = leader;
    Runtime.getRuntime().addShutdownHook(atExit);
    Thread.ofPlatform().daemon().name("time limit").start(() -> wait(limit));
  }

  private void wait(Duration limit) {
    try {
      if (!done.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        late = true;
        kill();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void kill() {
    if (!reaped) {
      kernel.killGroup(leader);
    }
  }

  /** Ends what is left of the group when the leader has ended; what the leader used. */
  synchronized Kernel.Usage end() {
    done.countDown();
    kernel.killGroup(leader);
    reaped = true;
    return kernel.reap(leader);
  }

  /** Whether the time was over before the end. */
  boolean isLate() {
    return late;
  }

  /** Ends everything, if something went wrong before {@link #end}. */
  @Override
  public synchronized void close() {
    if (!reaped) {
      end();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The program ends anyway.
    }
  }
}
