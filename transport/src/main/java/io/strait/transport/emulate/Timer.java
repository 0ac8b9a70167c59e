package io.strait.transport.emulate;

import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Does things when their time has come, in the order of times, and of asking for the same time. */
public final class Timer implements AutoCloseable {
  private record Due(long at, long order, Runnable action) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      return at == other.at ? Long.compare(order, other.order) : Long.compare(at, other.at);
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition sooner = lock.newCondition();
  private final PriorityQueue<Due> queue = new PriorityQueue<>();
  private long asked;
  private boolean closed;

  public Timer() {
    Thread.ofPlatform().daemon().name("emulated-time").start(this::run);
  }

  /** Lets the timer's thread do something at a time of {@link System#nanoTime}. */
  public void at(long time, Runnable action) {
    lock.lock();
    try {
      var first = queue.peek();
      queue.add(new Due(time, asked++, action));
      if (first == null || time < first.at) {
        sooner.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    for (var next = take(); next != null; next = take()) {
      try {
        next.run();
      } catch (RuntimeException e) {
        // All others would wait for ever.
        System.getLogger(Timer.class.getName()).log(System.Logger.Level.WARNING, "failed", e);
      }
    }
  }

  private @Nullable Runnable take() {
    lock.lock();
    try {
      while (!closed) {
        var next = queue.peek();
        if (next == null) {
          sooner.await();
          continue;
        }
        long wait = next.at - System.nanoTime();
        if (wait <= 0) {
          return queue.remove().action;
        }
        sooner.awaitNanos(wait);
      }
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** What is not due yet never happens. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      queue.clear();
      sooner.signal();
    } finally {
      lock.unlock();
    }
  }
}
