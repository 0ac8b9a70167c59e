package io.strait.stencil.run;

import io.strait.transport.time.NanoClock;

/**
 * What an iteration takes in the middle half of a run, where neither its beginning nor the wait for
 * the last borders counts: from the mean time of the iterations in one part of it to the mean time
 * of those in the next part, which is as long. Iterations come in bursts where all wait for a gap
 * again and again, and from one iteration to another it would matter where in a burst these are.
 * Both parts are of whole periods where there are enough iterations.
 */
final class SteadyTimer {
  /** Iterations in each part that say something. */
  private static final int LEAST = 4;

  private final int period;
  private final NanoClock time;
  private final long base;
  private long seen;
  private long first;
  private long second;
  private double firstSum;
  private double secondSum;
  private long all = -1;

  /**
   * @param period iterations after which waiting repeats itself
   */
  SteadyTimer(int period, NanoClock time) {
    this.period = period;
    this.time = time;
    this.base = time.nanos();
  }

  /** Iterations of one part. */
  private long part() {
    long quarter = all / 4;
    if (quarter >= period) {
      return quarter / period * period;
    }
    return 8L * period <= 3 * all ? period : quarter;
  }

  /** Notes how many iterations are done. */
  void reached(long iteration, long ofAll) {
    if (iteration <= seen) {
      return;
    }
    if (all != ofAll) {
      all = ofAll;
      first = 0;
      second = 0;
      firstSum = 0;
      secondSum = 0;
    }
    long part = part();
    long from = (all - 2 * part) / 2;
    double now = time.nanos() - base;
    while (seen < iteration) {
      seen++;
      if (seen >= from && seen < from + part) {
        first++;
        firstSum += now;
      } else if (seen >= from + part && seen < from + 2 * part) {
        second++;
        secondSum += now;
      }
    }
  }

  /** NaN if the run was too short, as where both parts lie in one burst. */
  double seconds() {
    long part = part();
    boolean isEnough = part >= LEAST && first == part && second == part && secondSum > firstSum;
    return isEnough ? (secondSum - firstSum) * 1e-9 / part / part : Double.NaN;
  }
}
