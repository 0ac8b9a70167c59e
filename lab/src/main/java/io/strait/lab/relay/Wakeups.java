package io.strait.lab.relay;

import java.util.Arrays;

/**
 * How late the relay's thread wakes up, so that packets do not pay for it.
 *
 * <p>A packet that wakes the thread was sent a little before the thread runs: this time, measured
 * when the relay starts, is taken off. A timer wakes the thread a little late: the relay sets it so
 * much earlier and polls until the packet is due. Polling costs CPU that programs in the lab want,
 * so it has a budget of a part of the time; beyond it, packets are late by what the timer is.
 */
final class Wakeups {
  /** The first are slower, since the code is cold; only the last {@link #LAST} count. */
  private static final int ROUNDS = 121;

  private static final int LAST = 41;
  private static final long MOST_NANOS = 150_000;
  private static final long LARGEST_BUDGET = 2_000_000;

  /** Of the time, one part in so many may be polled away. */
  private static final int BUDGET_PART = 5;

  private final long[] bells = new long[ROUNDS];
  private int heard;
  private long bellNanos;
  private long timerNanos;
  private long budget = LARGEST_BUDGET;
  private long refilled = Long.MIN_VALUE;

  /** How many times the bell is to be rung. */
  static int rounds() {
    return ROUNDS;
  }

  /** The bell woke the thread so long after it was rung. */
  void heard(long nanos) {
    if (heard < ROUNDS) {
      bells[heard++] = nanos;
      if (heard == ROUNDS) {
        bellNanos = median(bells);
      }
    }
  }

  /** What timers were late. */
  void timers(long[] late) {
    timerNanos = median(late);
  }

  private static long median(long[] values) {
    var sorted = Arrays.copyOfRange(values, Math.max(0, values.length - LAST), values.length);
    Arrays.sort(sorted);
    return Math.clamp(sorted[sorted.length / 2], 0, MOST_NANOS);
  }

  /** How long before the thread runs a packet was sent that woke it. */
  long bellNanos() {
    return bellNanos;
  }

  @Override
  public String toString() {
    return "packets wake the relay within %d us, timers are %d us late"
        .formatted(bellNanos / 1000, timerNanos / 1000);
  }

  /** How much earlier than a packet is due the thread wants to wake up. */
  long early(long now) {
    if (refilled != Long.MIN_VALUE) {
      budget = Math.min(LARGEST_BUDGET, budget + (now - refilled) / BUDGET_PART);
    }
    refilled = now;
    return budget > 0 ? timerNanos : 0;
  }

  /** The thread polled so long. */
  void polled(long nanos) {
    budget -= nanos;
  }
}
