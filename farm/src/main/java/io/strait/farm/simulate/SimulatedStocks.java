package io.strait.farm.simulate;

import java.util.Arrays;

/** The stocks of all gateways of a simulated farm, and how many tasks they have asked for. */
final class SimulatedStocks {
  /** Seconds of messages that wait on a way; beyond, nothing is fetched for a stock. */
  static final double QUEUE = 1;

  private final double seconds;
  private final double input;
  private final Stock[] stocks;
  private final int[] window;
  private final int[] asked;
  private final int[] done;

  /**
   * @param seconds that every stock is to last; 0 for none
   * @param input bytes of an input
   * @param window tasks that every gateway asks for beyond its workers' anyway
   */
  SimulatedStocks(double seconds, double input, int[] window) {
    this.seconds = seconds;
    this.input = input;
    this.window = window;
    stocks = new Stock[window.length];
    Arrays.setAll(stocks, c -> new Stock());
    asked = new int[window.length];
    done = new int[window.length];
  }

  /**
   * A gateway got a result.
   *
   * @param pool of the master
   * @param isFree whether few messages wait on its way to the master
   * @return how many tasks it asks for beyond the one that replaces the result's; -1 if it does not
   *     ask for that either
   */
  int more(int c, TaskPool pool, double now, boolean isFree) {
    if (seconds == 0) {
      return 0;
    }
    double rate = ++done[c] / now;
    if (isFree) {
      stocks[c].grow(rate, input);
    }
    double horizon = Stock.horizon(seconds, pool.left(), pool.done() / now);
    int wanted = Math.max(0, stocks[c].tasks(horizon, rate, input) - window[c]);
    int more = Math.max(-1, wanted - asked[c]);
    asked[c] += more;
    return more;
  }
}
