package io.strait.run.stencil;

/**
 * What an iteration takes in the middle half of a run, where neither its beginning nor the wait for
 * the last borders counts; in whole periods where waiting repeats itself.
 */
final class Settled {
  /** Iterations in the middle half that say something. */
  private static final int LEAST = 8;

  private final int period;
  private long from = -1;
  private long fromNanos;
  private long to = -1;
  private long toNanos;

  /**
   * @param period iterations after which waiting repeats itself
   */
  Settled(int period) {
    this.period = period;
  }

  /** So many of all iterations are done. */
  void reached(long iteration, long all) {
    if (from < 0 && iteration * 4 >= all) {
      from = iteration;
      fromNanos = System.nanoTime();
    }
    if (to < 0 && from >= 0 && iteration >= from + window(all)) {
      to = iteration;
      toNanos = System.nanoTime();
    }
  }

  private long window(long all) {
    long half = Math.ceilDiv(all, 2);
    return half >= period ? half / period * period : half;
  }

  double seconds() {
    return from >= 0 && to - from >= LEAST
        ? (toNanos - fromNanos) * 1e-9 / (to - from)
        : Double.NaN;
  }
}
