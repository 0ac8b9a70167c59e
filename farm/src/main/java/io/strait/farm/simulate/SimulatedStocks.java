package io.strait.farm.simulate;

import java.util.Arrays;

/** The stocks of all gateways of a simulated farm, and how many tasks they have asked for. */
final class SimulatedStocks {
  /** Seconds of messages that wait on a way; beyond, nothing is fetched for a stock. */
  static final double QUEUE = 1;

  private final double seconds;
  private final double input;
  private final double planned;
  private final Stock[] stocks;
  private final int[] window;
  private final int[] hands;
  private final int[] asked;
  private final int[] computed;
  private final int[] delivered;
  private int remote;

  SimulatedStocks(FarmModel model) {
    seconds = model.stock;
    input = model.input;
    planned = model.holdBackRate;
    window = model.window;
    stocks = new Stock[model.clusters];
    Arrays.setAll(stocks, c -> new Stock());
    hands = new int[model.clusters];
    for (int w = 0; w < model.workers; w++) {
      hands[model.clusterOf[w]] += model.cores[w];
    }
    asked = new int[model.clusters];
    computed = new int[model.clusters];
    delivered = new int[model.clusters];
  }

  /** Results of a cluster are with the master. */
  void delivered(int c, int count) {
    delivered[c] += count;
    remote += count;
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
    double rate = Math.min(++computed[c], delivered[c]) / now;
    if (isFree) {
      stocks[c].grow(rate, input);
    }
    double total = Math.max(planned, pool.done() / now);
    double share = remote / Math.max(1.0, pool.done());
    double horizon = Stock.horizon(seconds, pool.left(), total, share);
    int wanted = Math.max(0, stocks[c].tasks(horizon, rate, input, hands[c]) - window[c]);
    int more = Math.max(-1, wanted - asked[c]);
    asked[c] += more;
    return more;
  }
}
