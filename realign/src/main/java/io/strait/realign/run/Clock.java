package io.strait.realign.run;

import java.util.Arrays;

/** Adds up how long ranks took from gate to gate: each time as long as the slowest of them. */
final class Clock {
  private final long[] sums = new long[Gate.Kind.values().length];
  private final int ranks;
  private int arrived;
  private long most;

  Clock(int ranks) {
    this.ranks = ranks;
  }

  /** A rank has come to the gate; whether it was the last. */
  synchronized boolean arrive(Gate.Kind kind, long nanos) {
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

  private static int index(Gate.Kind kind) {
    return Arrays.asList(Gate.Kind.values()).indexOf(kind);
  }

  synchronized double seconds(Gate.Kind kind) {
    return sums[index(kind)] * 1e-9;
  }
}
