package io.strait.program.run;

import io.strait.program.run.Wiring.Channel;
import io.strait.program.simulate.FlowSimulation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What parts that nobody waits for go by: how far the receivers of their data are, what has come
 * for them, the clock, and whether all that is due is done.
 */
final class Followers {
  /** What {@link #awaitUnit} returns when the run is over. */
  static final long OVER = -1;

  private final int dueRanks;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<Integer, Long> used = new HashMap<>();
  private final Map<Integer, Long> newest = new HashMap<>();
  private int dueDone;
  private @Nullable RuntimeException failure;

  /**
   * @param dueRanks how many ranks have calculations that are due
   */
  Followers(int dueRanks) {
    this.dueRanks = dueRanks;
  }

  /** A receiver has used so many units. */
  void used(Channel channel, long units) {
    change(() -> used.merge(channel.number(), units, Math::max));
  }

  /** Data of a unit have come. */
  void came(Channel channel, long unit) {
    change(() -> newest.merge(channel.number(), unit, Math::max));
  }

  /** One more rank has done all that is due. */
  void dueDone() {
    change(() -> dueDone++);
  }

  void fail(RuntimeException why) {
    change(() -> failure = why);
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until a time.
   *
   * @param due by {@link System#nanoTime}
   * @return whether the run goes on
   */
  boolean awaitClock(long due) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = due - System.nanoTime();
      while (isGoingOn() && left > 0) {
        long ignored = changed.awaitNanos(left);
        left = due - System.nanoTime();
      }
      return isGoingOn();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until a part may work that nobody waits for: it is never far ahead of its receivers, and
   * where it is behind them it goes on with the unit of the foremost. A part without receivers
   * works when data have come for it.
   *
   * @param next the first unit that it has neither done nor left out
   * @param units of the run
   * @return the unit to do, or {@link #OVER}
   */
  long awaitUnit(List<Channel> inputs, List<Channel> outputs, long next, long units)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (isGoingOn()) {
        long unit = unit(inputs, outputs, next);
        if (unit >= next && unit < units) {
          return unit;
        }
        changed.await();
      }
      return OVER;
    } finally {
      lock.unlock();
    }
  }

  private long unit(List<Channel> inputs, List<Channel> outputs, long next) {
    if (!outputs.isEmpty()) {
      long foremost = most(used, outputs, 0);
      return foremost >= next - FlowSimulation.AHEAD ? Math.max(next, foremost) : OVER;
    }
    return inputs.isEmpty() ? next : most(newest, inputs, OVER);
  }

  private static long most(Map<Integer, Long> of, List<Channel> channels, long least) {
    long most = least;
    for (var channel : channels) {
      most = Math.max(most, of.getOrDefault(channel.number(), least));
    }
    return most;
  }

  private boolean isGoingOn() {
    if (failure != null) {
      throw failure;
    }
    return dueDone < dueRanks;
  }
}
