package io.strait.farm.progress;

/**
 * The present rate: a mean over the past with weights that fade. They fade within a few seconds
 * where much happens, and more slowly where things come one by one, so that a handful of them
 * always counts.
 */
final class RateMeter {
  private static final double HANDFUL = 8;

  private final double memory;
  private double seen;
  private double age;
  private double weighted;
  private double weight;

  /**
   * @param memory seconds after which the past begins to fade
   */
  RateMeter(double memory) {
    this.memory = memory;
  }

  /** Adds what has come in the last seconds. */
  void add(double amount, double seconds) {
    seen += amount;
    age += seconds;
    double fade = seen == 0 ? 1 : Math.exp(-seconds / Math.max(memory, HANDFUL * age / seen));
    weighted = weighted * fade + amount;
    weight = weight * fade + seconds;
  }

  double perSecond() {
    return weight > 0 ? weighted / weight : 0;
  }
}
