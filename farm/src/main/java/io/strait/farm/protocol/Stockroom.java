package io.strait.farm.protocol;

import io.strait.farm.simulate.Stock;

/**
 * What a gateway knows about its stock: how long it is to last, how fast tasks are used up, and how
 * large they are.
 */
final class Stockroom {
  /** A round trip that is longer than the shortest by so many seconds: messages wait on the way. */
  private static final double QUEUE = 1;

  private final Stock stock = new Stock();
  private final SteadyRate rate;
  private double horizon;
  private double input;

  Stockroom(long now) {
    rate = new SteadyRate(now);
  }

  /** The parent says for how many seconds tasks are to be in hand. */
  void told(double seconds) {
    horizon = seconds;
  }

  /** An input came. */
  void came(byte[] bytes) {
    input = input == 0 ? bytes.length : 0.95 * input + 0.05 * bytes.length;
  }

  /**
   * Results of so many tasks came.
   *
   * @param waiting seconds that messages wait on their way up
   */
  void finished(int tasks, double waiting) {
    rate.add(tasks);
    if (waiting < QUEUE) {
      for (int i = 0; i < tasks; i++) {
        stock.grow(rate.perSecond(), input);
      }
    }
  }

  void update(long now, boolean isBusy) {
    rate.update(now, isBusy);
  }

  /** How many tasks to have in hand. */
  int size() {
    return stock.tasks(horizon, rate.perSecond(), input);
  }
}
