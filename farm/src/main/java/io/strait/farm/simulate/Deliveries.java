package io.strait.farm.simulate;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * How soon results of the master's children come: those of its own workers, and those of gateways.
 * A child is a worker's number, or the number of workers plus that of a cluster.
 */
public final class Deliveries {
  private final double[] latency;
  private final double[] rate;

  /** Whether the master deals with it itself. */
  private final boolean[] isChild;

  /** As the model of a farm says, on networks that are free. */
  public Deliveries(FarmModel model) {
    this(model, new SimulatedNetwork(model, null));
  }

  Deliveries(FarmModel model, SimulatedNetwork network) {
    int children = model.workers + model.clusters;
    latency = new double[children];
    rate = new double[children];
    isChild = new boolean[children];
    Arrays.fill(latency, model.workers, children, Double.POSITIVE_INFINITY);
    for (int w = 0; w < model.workers; w++) {
      int gateway = model.workers + model.clusterOf[w];
      double seconds = model.taskSeconds[w];
      latency[w] = seconds + network.transit(model.clusterOf[w]);
      rate[w] = model.cores[w] / seconds;
      isChild[model.gateways && model.clusterOf[w] != model.home ? gateway : w] = true;
      latency[gateway] = Math.min(latency[gateway], latency[w]);
      rate[gateway] += rate[w];
    }
    for (int c = 0; c < model.clusters; c++) {
      if (model.clusterRate[c] > 0) {
        rate[model.workers + c] = Math.min(rate[model.workers + c], model.clusterRate[c]);
      }
    }
  }

  /**
   * What is to be expected of all together.
   *
   * @param total tasks per second that they do; 0 if nobody knows
   */
  public Expectation expectation(double total) {
    return expectation(total, child -> true);
  }

  /** The same of those that are there. */
  Expectation expectation(double total, IntPredicate isThere) {
    var latencies = new double[latency.length];
    var rates = new double[latency.length];
    int children = 0;
    for (int child = 0; child < latency.length; child++) {
      if (isChild[child] && isThere.test(child)) {
        latencies[children] = latency[child];
        rates[children++] = rate[child];
      }
    }
    return Expectation.of(total, latencies, rates, children);
  }

  /** Of one child. */
  public Delivery of(int child) {
    return new Delivery(latency[child], rate[child]);
  }

  double latency(int child) {
    return latency[child];
  }

  double rate(int child) {
    return rate[child];
  }
}
