package io.strait.program.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The CPU and the network cards of an emulated machine.
 *
 * <p>Whatever begins says when it could, and gets to know when it was done: points in the emulated
 * machine's time, by {@link System#nanoTime}. A thread that wakes up late begins in the past, and
 * so makes up for it.
 *
 * <p>Threads share the CPU as the simulation says: each wants a share of one core while it works,
 * and where all together want more than there is, cores are divided fairly among them and each
 * falls behind accordingly. A thread that is alone takes exactly its time.
 */
final class EmulatedHost {
  /** Something that takes time on this machine. */
  static final class Work {
    private final double demand;
    private final long began;
    private double left;
    private double speed = 1;

    /** When it was done, by {@link System#nanoTime}. */
    private long ended;

    private Work(double nanos, double demand, long began) {
      this.left = nanos;
      this.demand = demand;
      this.began = began;
    }

    private boolean isDoneAt(long now) {
      if (left <= DONE) {
        ended = now;
      }
      return left <= DONE;
    }
  }

  /** One direction of a network card, or both: it carries one thing after the other. */
  static final class Card {
    final ReentrantLock lock = new ReentrantLock(true);

    /** When it was done with the last. Guarded by the lock. */
    long free = Long.MIN_VALUE;
  }

  private static final double DONE = 1; // nanoseconds

  private final int cores;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Work> active = new ArrayList<>();
  private final Card sending = new Card();
  private final Card receiving = new Card();
  private long updated = System.nanoTime();

  EmulatedHost(int cores) {
    this.cores = cores;
  }

  /** The card in one direction; both are one where a network is half duplex. */
  Card card(boolean send, boolean isFullDuplex) {
    return send || !isFullDuplex ? sending : receiving;
  }

  /**
   * Begins something.
   *
   * @param nanos that it takes alone
   * @param demand the share of a core that it wants meanwhile
   * @param at when it could begin, which is not later than now. What is under way gives up the
   *     share that it should not have had since then; what has ended stays as it is.
   */
  Work begin(double nanos, double demand, long at) {
    lock.lock();
    try {
      update();
      var work = new Work(nanos, Math.min(1, demand), Math.min(at, updated));
      if (!work.isDoneAt(at)) {
        begin(work);
      }
      return work;
    } finally {
      lock.unlock();
    }
  }

  private void begin(Work work) {
    var others = List.copyOf(active);
    double[] speeds = others.stream().mapToDouble(other -> other.speed).toArray();
    active.add(work);
    share();
    // If it is done already, it was there no longer than it took.
    double passed = Math.min((double) (updated - work.began), work.left / work.speed);
    for (int i = 0; i < speeds.length; i++) {
      var other = others.get(i);
      double together = Math.clamp(work.began + passed - other.began, 0, passed);
      other.left += together * (speeds[i] - other.speed);
    }
    work.left -= passed * work.speed;
    if (work.isDoneAt(work.began + (long) passed)) {
      end(work);
    } else {
      changed.signalAll();
    }
  }

  /**
   * Waits until it is done.
   *
   * @return when it was done, which may be earlier than now: this machine is slower than the
   *     emulated one or has other things to do
   */
  long finish(Work work) throws InterruptedException {
    lock.lock();
    try {
      update();
      while (work.left > DONE) {
        long ignored = changed.awaitNanos((long) untilNextEnd() + 1);
        update();
      }
      return work.ended;
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
