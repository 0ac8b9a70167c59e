package io.strait.lab.relay;

import java.util.Arrays;

/**
 * How late the relay's thread wakes up, so that packets do not pay for it.
 *
 * <p>A packet that wakes the thread was sent a little before the thread runs: this time, measured
 * now and then by a bell, is taken off. A timer wakes the thread a little late: the relay sets it
 * so much earlier and polls until the packet is due. Polling costs CPU that programs in the lab
 * want, so it has a budget of a part of the time; beyond it, packets are late by what the timer is.
 * Both delays depend on what else the machine does, so the latest count.
 */
final class Wakeups {
  /** How many times the bell is to be rung at first; the code is cold, so the last count. */
  static final int ROUNDS = 100;

  private static final int KEPT = 32;
  private static final long MOST_NANOS = 150_000;
  private static final long LARGEST_BUDGET = 2_000_000;

  /** Of the time, one part in so many may be polled away. */
  private static final int BUDGET_PART = 5;

  /** The shortest: packets had better be a little late than before their time. */
  private final Delays bells = new Delays(0);

  private final Delays timers = new Delays(KEPT / 4);
  private long budget = LARGEST_BUDGET;
  private long refilled = Long.MIN_VALUE;

  /** The latest of some delays, and the one of a rank among them. */
  private static final class Delays {
    private final long[] latest = new long[KEPT];
    private final long[] sorted = new long[KEPT];
    private final int rank;
    private int count;
    private long typical;

    Delays(int rank) {
      this.rank = rank;
    }

    void add(long nanos) {
      latest[count++ % KEPT] = nanos;
      if (count % (KEPT / 4) == 0) {
        System.arraycopy(latest, 0, sorted, 0, KEPT);
        Arrays.sort(sorted);
        typical = count < KEPT ? 0 : Math.clamp(sorted[rank], 0, MOST_NANOS);
      }
    }
  }

  /** The bell woke the thread so long after it was rung. */
  void heard(long nanos) {
    bells.add(nanos);
  }

  /** A timer was so late. */
  void late(long nanos) {
    timers.add(nanos);
  }

  /** How long before the thread runs a packet was sent that woke it. */
  long bellNanos() {
    return bells.typical;
  }

  @Override
  public String toString() {
    return "packets wake the relay within %d us, timers are %d us late"
        .formatted(bells.typical / 1000, timers.typical / 1000);
  }

  /** How much earlier than a packet is due the thread wants to wake up. */
  long early(long now) {
    if (refilled != Long.MIN_VALUE) {
      budget = Math.min(LARGEST_BUDGET, budget + (now - refilled) / BUDGET_PART);
    }
    refilled = now;
    return budget > 0 ? timers.typical : 0;
  }

  /** The thread polled so long. */
  void polled(long nanos) {
    budget -= nanos;
  }
}
