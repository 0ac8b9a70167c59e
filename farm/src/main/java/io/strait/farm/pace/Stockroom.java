package io.strait.farm.pace;

import io.strait.farm.simulate.Stock;

/**
 * What a gateway knows about its stock: how long it is to last, how fast tasks are used up, and how
 * large they are.
 */
public final class Stockroom {
  /** A round trip that is longer than the shortest by so many seconds: messages wait on the way. */
  private static final double QUEUE = 1;

  private final Stock stock = new Stock();
  private final SteadyRate computed;
  private final SteadyRate delivered;
  private double horizon;
  private double input;

  public Stockroom(long now) {
    computed = new SteadyRate(now);
    delivered = new SteadyRate(now);
  }

  /** The parent says for how many seconds tasks are to be in hand. */
  public void told(double seconds) {
    horizon = seconds;
  }

  /** An input came. */
  public void came(byte[] bytes) {
    input = input == 0 ? bytes.length : 0.95 * input + 0.05 * bytes.length;
  }

  /**
   * Results of so many tasks came.
   *
   * @param waiting seconds that messages wait on their way up
   */
  public void finished(int tasks, double waiting) {
    computed.add(tasks);
    if (waiting < QUEUE) {
      for (int i = 0; i < tasks; i++) {
        stock.grow(rate(), input);
      }
    }
  }

  /** Results of so many tasks are with the parent. */
  public void delivered(int tasks) {
    delivered.add(tasks);
  }

  /** Tasks per second whose results get to the parent; 0 if unknown. */
  public double deliveredPerSecond() {
    return delivered.perSecond();
  }

  public void update(long now, boolean isBusy, boolean isOpen) {
    computed.update(now, isBusy);
    delivered.update(now, isBusy && isOpen);
  }

  /** What is computed faster than it can be delivered need not be in hand. */
  private double rate() {
    return Math.min(computed.perSecond(), delivered.perSecond());
  }

  /**
   * How many tasks to have in hand.
   *
   * @param hands tasks that children compute at a time
   */
  public int size(int hands) {
    return stock.tasks(horizon, rate(), input, hands);
  }
}
