package io.strait.farm.progress;

/**
 * The present rate: a mean over the past with weights that fade. They fade within a few seconds
 * where much happens, and more slowly where things come one by one, so that a handful of them
 * always counts.
 */
final class RateMeter {
  private static final double HANDFUL = 8;

  /** Less than this of one thing is nothing. */
  private static final double LEAST = 0.5;

  private final double memory;
  private double seen;
  private double age;
  private double weighted;
  private double weight;
  private double quiet;

  /**
   * @param memory seconds after which the past begins to fade
   */
  RateMeter(double memory) {
    this.memory = memory;
  }

  /** Adds what has come in the last seconds. */
  void add(double amount, double seconds) {
    seen += amount;
    quiet = amount > 0 ? 0 : quiet + seconds;
    age += seconds;
    double fade = seen == 0 ? 1 : Math.exp(-seconds / Math.max(memory, HANDFUL * age / seen));
    weighted = weighted * fade + amount;
    weight = weight * fade + seconds;
  }

  /** Nothing once the weights have faded so far that they say nothing any more. */
  double perSecond() {
    return weight > 0 && weighted >= LEAST ? weighted / weight : 0;
  }

  /** Seconds since something came, if that is unusually long ago; else 0. */
  double stalled() {
    return seen > 0 && quiet > Math.max(2 * memory, HANDFUL * age / seen) ? quiet : 0;
  }
}
