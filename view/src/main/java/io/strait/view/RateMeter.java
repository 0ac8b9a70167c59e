package io.strait.view;

/**
 * How much per second lately: a mean over the past with weights that fade. They fade within a few
 * seconds where much happens, and more slowly where things come one by one, so that a handful of
 * them always counts.
 */
public final class RateMeter {
  private static final double HANDFUL = 8;

  private final double memory;
  private double seen;
  private double age;
  private double weighted;
  private double weight;

  /**
   * @param memory seconds after which what happened begins not to matter
   */
  public RateMeter(double memory) {
    this.memory = memory;
  }

  /** So much has come in the last so many seconds. */
  public void add(double amount, double seconds) {
    seen += amount;
    age += seconds;
    double fade = seen == 0 ? 1 : Math.exp(-seconds / Math.max(memory, HANDFUL * age / seen));
    weighted = weighted * fade + amount;
    weight = weight * fade + seconds;
  }

  public double perSecond() {
    return weight > 0 ? weighted / weight : 0;
  }
}
