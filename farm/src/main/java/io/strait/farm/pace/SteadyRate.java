package io.strait.farm.pace;

/**
 * Tasks per second over about the last minute. Time in which nobody computed does not count: it
 * says nothing about how fast the children are.
 */
public final class SteadyRate {
  private static final double MEMORY = 60;

  private double tasks;
  private double seconds;
  private long last;
  private boolean busy;

  public SteadyRate(long now) {
    last = now;
  }

  /** Results of so many tasks came. */
  public void add(int count) {
    tasks += count;
  }

  /** Time has passed, in which somebody computed or nobody did. */
  public void update(long now, boolean isBusy) {
    double passed = (now - last) * 1e-9;
    if (passed < 0.1) {
      return;
    }
    if (busy) {
      double faded = Math.exp(-passed / MEMORY);
      tasks *= faded;
      seconds = seconds * faded + passed;
    }
    busy = isBusy;
    last = now;
  }

  /** Tasks per second; 0 if unknown. */
  public double perSecond() {
    return seconds > 0 ? tasks / seconds : 0;
  }
}
