package io.strait.farm.pace;

/** Learns how many tasks per second go through a node, and how many to have in reserve. */
public final class Throughput {
  private static final long EVERY = 200_000_000L;

  /** Below this part of a task, waiting for the next one does not matter. */
  private static final double NEGLIGIBLE = 0.02;

  private static final int MOST = 16_384;

  private long since;
  private int count;
  private double rate;

  public Throughput(long now) {
    since = now;
  }

  public void add(int tasks) {
    count += tasks;
  }

  public void update(long now) {
    long time = now - since;
    if (time >= EVERY) {
      double fresh = count / (time * 1e-9);
      rate = rate == 0 ? fresh : 0.5 * (rate + fresh);
      count = 0;
      since = now;
    }
  }

  public double rate() {
    return rate;
  }

  /**
   * Tasks to ask for beyond those that are being computed: twice as many as are done during a round
   * trip, so that a node that starves asks for more and more until it does not.
   */
  public int prefetch(double roundTrip) {
    return prefetch(rate, roundTrip);
  }

  /** The same at a rate in tasks per second. */
  static int prefetch(double rate, double roundTrip) {
    double tasks = rate * roundTrip;
    return tasks < NEGLIGIBLE ? 0 : twice(tasks);
  }

  static int twice(double tasks) {
    return Math.min(MOST, (int) Math.ceil(2 * tasks));
  }
}
