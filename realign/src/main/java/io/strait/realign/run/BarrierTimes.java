package io.strait.realign.run;

import java.util.Arrays;

/**
 * Adds up how long ranks took from barrier to barrier: each time as long as the slowest of them.
 */
final class BarrierTimes {
  private final long[] sums = new long[Barrier.Kind.values().length];
  private final int ranks;
  private int arrived;
  private long most;

  BarrierTimes(int ranks) {
    this.ranks = ranks;
  }

  /** A rank has come to the barrier; tells whether it was the last. */
  synchronized boolean arrive(Barrier.Kind kind, long nanos) {
    most = Math.max(most, nanos);
    arrived++;
    if (arrived < ranks) {
      return false;
    }
    sums[index(kind)] += most;
    most = 0;
    arrived = 0;
    return true;
  }

  private static int index(Barrier.Kind kind) {
    return Arrays.asList(Barrier.Kind.values()).indexOf(kind);
  }

  synchronized double seconds(Barrier.Kind kind) {
    return sums[index(kind)] * 1e-9;
  }
}
