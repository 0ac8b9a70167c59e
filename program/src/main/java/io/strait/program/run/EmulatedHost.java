package io.strait.program.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The CPU and the network cards of an emulated machine.
 *
 * <p>Threads share the CPU as the simulation says: each wants a share of one core while it works,
 * and where all together want more than there is, cores are divided fairly among them and each
 * falls behind accordingly. A thread that is alone takes exactly its time.
 */
final class EmulatedHost {
  /** Something that takes time on this machine. */
  static final class Work {
    private final double demand;
    private double left;
    private double speed = 1;

    /** When it was done, by {@link System#nanoTime}. */
    private long ended;

    private Work(double nanos, double demand) {
      this.left = nanos;
      this.demand = demand;
    }

    private boolean isDoneAt(long now) {
      if (left <= DONE) {
        ended = now;
      }
      return left <= DONE;
    }
  }

  private static final double DONE = 1; // nanoseconds

  private final int cores;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Work> active = new ArrayList<>();
  private final ReentrantLock sending = new ReentrantLock(true);
  private final ReentrantLock receiving = new ReentrantLock(true);
  private long updated = System.nanoTime();

  EmulatedHost(int cores) {
    this.cores = cores;
  }

  /** The card in one direction; both are one where a network is half duplex. */
  ReentrantLock card(boolean send, boolean isFullDuplex) {
    return send || !isFullDuplex ? sending : receiving;
  }

  /**
   * Begins something.
   *
   * @param nanos that it takes alone
   * @param demand the share of a core that it wants meanwhile
   */
  Work begin(double nanos, double demand) {
    lock.lock();
    try {
      update();
      var work = new Work(nanos, Math.min(1, demand));
      if (!work.isDoneAt(updated)) {
        active.add(work);
        share();
      }
      return work;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until it is done.
   *
   * @return for how many nanoseconds it was done before this thread knew, because this machine is
   *     slower than the emulated one or has other things to do
   */
  long finish(Work work) throws InterruptedException {
    lock.lock();
    try {
      update();
      while (work.left > DONE) {
        long ignored = changed.awaitNanos((long) untilNextEnd() + 1);
        update();
      }
      return System.nanoTime() - work.ended;
    } finally {
      end(work);
      lock.unlock();
    }
  }

  private void end(Work work) {
    if (active.remove(work)) {
      share();
    }
  }

  /** Counts what was done since the last change. */
  private void update() {
    long now = System.nanoTime();
    double passed = now - updated;
    updated = now;
    while (!active.isEmpty() && passed > 0) {
      // Shares change whenever something ends, whether somebody waits for it or not.
      double step = Math.min(passed, untilNextEnd());
      passed -= step;
      for (var work : active) {
        work.left -= step * work.speed;
      }
      long at = now - (long) passed;
      if (active.removeIf(work -> work.isDoneAt(at))) {
        share();
      }
    }
  }

  /** Nanoseconds until the first of all that is active ends, if nothing changes. */
  private double untilNextEnd() {
    double least = Double.POSITIVE_INFINITY;
    for (var work : active) {
      least = Math.min(least, Math.max(0, work.left) / work.speed);
    }
    return least;
  }

  /** Divides the cores: who wants less than an equal share of what is left gets it all. */
  private void share() {
    var open = new ArrayList<>(active);
    double free = cores;
    boolean settled = false;
    while (!open.isEmpty() && !settled) {
      double fair = free / open.size();
      settled = true;
      for (var each = open.iterator(); each.hasNext(); ) {
        var work = each.next();
        if (work.demand <= fair) {
          work.speed = 1;
          free -= work.demand;
          each.remove();
          settled = false;
        }
      }
    }
    for (var work : open) {
      work.speed = free / open.size() / work.demand;
    }
    changed.signalAll();
  }
}
