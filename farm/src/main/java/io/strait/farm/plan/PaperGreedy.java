package io.strait.farm.plan;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The greedy of placement, figure 2, as published: workers on the master's LAN first, then the
 * others, fastest first, each along one way, with whatever the networks on it have left. For
 * comparison with the maximum flow.
 */
final class PaperGreedy {
  private final FarmNetwork net;
  private final int[] byRate;

  PaperGreedy(FarmNetwork net) {
    this.net = net;
    byRate =
        IntStream.range(0, net.hosts)
            .filter(h -> net.workRate[h] > 0)
            .boxed()
            .sorted((a, b) -> Double.compare(net.workRate[b], net.workRate[a]))
            .mapToInt(h -> h)
            .toArray();
  }

  /**
   * What the greedy finds for one master: the rate of every host that it uses, their sum, and what
   * limits every cluster other than its CPUs.
   */
  record Found(int master, double total, double[] rates, @Nullable String[] boundBy) {}

  Found fill(int master) {
    int home = net.clusterOf[master];
    var routes = new FarmRoutes(net, home);
    var lanLeft = new double[net.clusters];
    Arrays.setAll(lanLeft, net::lanRate);
    var gapLeft = new double[net.gaps];
    for (int c = 0; c < net.clusters; c++) {
      int gap = routes.firstGap(c);
      if (gap >= 0) {
        gapLeft[gap] = net.gapRate(gap, routes.isThere(c), 1);
      }
    }
    var rates = new double[net.hosts];
    double limit = net.masterRate[master];
    double total = 0;
    var boundBy = new @Nullable String[net.clusters];
    for (boolean local : new boolean[] {true, false}) {
      for (int h : byRate) {
        int cluster = net.clusterOf[h];
        if (h == master || (cluster == home) != local || total >= limit || lanLeft[home] <= 0) {
          continue;
        }
        if (cluster != home && routes.firstGap(cluster) < 0) {
          continue; // no way to the master
        }
        double rate = Math.min(net.workRate[h], limit - total);
        @Nullable String bound = rate < net.workRate[h] ? "master" : null;
        if (lanLeft[cluster] < rate) {
          rate = lanLeft[cluster];
          bound = "LAN " + net.clusterName(cluster);
        }
        for (int c = cluster; c != home; c = routes.next(c)) {
          int gap = routes.firstGap(c);
          if (gapLeft[gap] < rate) {
            rate = gapLeft[gap];
            bound = "gap " + net.gapName(gap);
          }
        }
        if (lanLeft[home] < rate) {
          rate = lanLeft[home];
          bound = "LAN " + net.clusterName(home);
        }
        if (bound != null) {
          boundBy[cluster] = bound;
        }
        if (rate <= 0) {
          continue;
        }
        rates[h] = rate;
        total += rate;
        lanLeft[home] -= rate;
        if (cluster != home) {
          lanLeft[cluster] -= rate;
        }
        for (int c = cluster; c != home; c = routes.next(c)) {
          gapLeft[routes.firstGap(c)] -= rate;
        }
      }
    }
    return new Found(master, total, rates, boundBy);
  }

  /** The best of several masters. */
  Found best(IntStream masters) {
    return masters
        .mapToObj(this::fill)
        .reduce((a, b) -> b.total > a.total ? b : a)
        .orElseThrow(() -> new IllegalArgumentException("no host may be the master"));
  }
}
