package io.strait.farm.simulate;

import java.util.Arrays;

/** How many tasks the gateways of a simulated farm ask for. */
final class SimulatedDemand {
  /** Seconds of messages that wait on a way; beyond, nothing is fetched for a stock. */
  static final double QUEUE = 1;

  private final double seconds;
  private final double input;
  private final double output;
  private final int[] aggregate;
  private final double planned;
  private final Stock[] stocks;
  private final int[] window;
  private final double[] lead;
  private final int[] hands;
  private final int[] asked;
  private final int[] computed;
  private final int[] delivered;

  /** Tasks that are not asked for because results wait on their way up. */
  private final int[] owed;

  private int remote;

  SimulatedDemand(FarmModel model) {
    seconds = model.stock;
    input = model.input;
    output = model.output;
    aggregate = model.aggregate;
    planned = model.holdBackRate;
    window = model.window;
    lead = model.gatewayLead;
    stocks = new Stock[model.clusters];
    Arrays.setAll(stocks, c -> new Stock());
    hands = new int[model.clusters];
    for (int w = 0; w < model.workers; w++) {
      hands[model.clusterOf[w]] += model.cores[w];
    }
    asked = new int[model.clusters];
    computed = new int[model.clusters];
    delivered = new int[model.clusters];
    owed = new int[model.clusters];
  }

  /**
   * Results of a cluster are with the master.
   *
   * @return how many tasks its gateway asks for, now that there is room for their results
   */
  int delivered(int c, int count, double now) {
    delivered[c] += count;
    remote += count;
    return ask(c, 0, now);
  }

  /**
   * A gateway got a result.
   *
   * @param pool of the master
   * @param isFree whether few messages wait on its way to the master
   * @return how many tasks it asks for
   */
  int came(int c, TaskPool pool, double now, boolean isFree) {
    computed[c]++;
    // One that asks just before it is needed has one task more until it knows how long all take.
    int next = lead[c] == 0 || computed[c] < hands[c] ? 1 : 0;
    return ask(c, seconds == 0 ? next : next + more(c, pool, now, isFree), now);
  }

  /** A worker is about to need a task; gives how many its gateway asks for. */
  int soon(int c, double now) {
    return ask(c, 1, now);
  }

  /** Tasks beyond the one that replaces a result's; -1 if that is not to be replaced either. */
  private int more(int c, TaskPool pool, double now, boolean isFree) {
    double rate = Math.min(computed[c], delivered[c]) / now;
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

  private int ask(int c, int tasks, double now) {
    int waiting = computed[c] - delivered[c];
    double rate = delivered[c] == 0 ? 0 : delivered[c] / now;
    long bytes = (long) (waiting * output);
    owed[c] += tasks;
    int ask = owed[c] - GatewayPolicy.surplus(waiting, bytes, rate, aggregate[c], window[c]);
    owed[c] -= Math.max(0, ask);
    return Math.max(0, ask);
  }
}
