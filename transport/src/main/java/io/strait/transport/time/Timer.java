package io.strait.transport.time;

import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs actions when they are due, on a thread of its own. Actions that are due at the same time run
 * in the order in which they were added.
 *
 * <p>A {@link #precise} timer wakes within microseconds and yields shortly before each action; a
 * {@link #coarse} one only parks, so it costs no CPU time between actions and may be late by the
 * slack of the kernel's timers (50 us).
 */
public final class Timer implements AutoCloseable {
  private static final long FOREVER = Long.MAX_VALUE / 4;

  private record Due(long at, long order, Runnable action) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      return at == other.at ? Long.compare(order, other.order) : Long.compare(at, other.at);
    }
  }

  private final PriorityQueue<Due> queue = new PriorityQueue<>();
  private final Sleeper sleeper = new Sleeper();
  private final boolean precise;
  private final long never = System.nanoTime() + FOREVER;
  private long added;
  private volatile boolean closed;

  private Timer(String thread, boolean precise) {
    this.precise = precise;
    Thread.ofPlatform().daemon().name(thread).start(this::run);
  }

  /** A timer that is as precise as a thread can be woken. */
  public static Timer precise(String thread) {
    return new Timer(thread, true);
  }

  /** A timer that uses as little CPU time as possible. */
  public static Timer coarse(String thread) {
    return new Timer(thread, false);
  }

  /** Adds an action that is due at a time of {@link System#nanoTime}. */
  public void at(long due, Runnable action) {
    synchronized (queue) {
      queue.add(new Due(due, added++, action));
    }
    sleeper.wakeBefore(due);
  }

  private void run() {
    while (!closed) {
      long due = next();
      sleeper.prepare(due);
      // An action that was added before the announcement did not wake this thread.
      if (!closed && next() == due) {
        sleep(due);
      }
      sleeper.finish();
      for (var action = take(); action != null; action = take()) {
        run(action);
      }
    }
  }

  private void sleep(long due) {
    long wait = due - System.nanoTime();
    if (wait <= 0) {
      return;
    }
    if (precise) {
      sleeper.sleep();
    } else {
      LockSupport.parkNanos(this, wait);
    }
  }

  private long next() {
    synchronized (queue) {
      var first = queue.peek();
      return first == null ? never : first.at;
    }
  }

  private @Nullable Runnable take() {
    synchronized (queue) {
      var first = queue.peek();
      return closed || first == null || first.at - System.nanoTime() > 0
          ? null
          : queue.remove().action;
    }
  }

  private static void run(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      // One failure must not hold up the other actions.
      System.getLogger(Timer.class.getName()).log(System.Logger.Level.WARNING, "failed", e);
    }
  }

  /** Stops. Actions that are not due yet never run. */
  @Override
  public void close() {
    closed = true;
    sleeper.wake();
  }
}
