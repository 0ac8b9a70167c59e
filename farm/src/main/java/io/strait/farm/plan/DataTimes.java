package io.strait.farm.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How long the data of clusters take from the master over the gaps. All are sent from the start;
 * those that cross the same network share it evenly, and one that is done leaves its share to the
 * others.
 */
final class DataTimes {
  private final FarmNetwork net;

  /** Networks that the data of every cluster cross: gaps, and after them the LAN of the master. */
  private final List<int[]> ways = new ArrayList<>();

  private final double[] bandwidth;

  DataTimes(FarmNetwork net, int home) {
    this.net = net;
    bandwidth = new double[net.gaps + 1];
    Arrays.fill(bandwidth, Double.POSITIVE_INFINITY);
    bandwidth[net.gaps] = net.lanBandwidth[home];
    var routes = new FarmRoutes(net, home);
    for (int c = 0; c < net.clusters; c++) {
      var way = new ArrayList<Integer>();
      for (int at = c; at != home && routes.firstGap(at) >= 0; at = routes.next(at)) {
        int gap = routes.firstGap(at);
        bandwidth[gap] = net.resultBandwidth(gap, !routes.isThere(at));
        way.add(gap);
      }
      if (!way.isEmpty()) {
        way.add(net.gaps);
      }
      ways.add(way.stream().mapToInt(gap -> gap).toArray());
    }
  }

  /**
   * Seconds until every cluster has its bytes.
   *
   * @param bytes of every cluster
   */
  double[] seconds(double[] bytes) {
    var left = bytes.clone();
    var seconds = new double[net.clusters];
    double now = 0;
    var active = new boolean[net.clusters];
    int count = 0;
    for (int c = 0; c < net.clusters; c++) {
      active[c] = left[c] > 0 && ways.get(c).length > 0;
      count += active[c] ? 1 : 0;
    }
    while (count > 0) {
      var rates = rates(active);
      double next = Double.POSITIVE_INFINITY;
      for (int c = 0; c < net.clusters; c++) {
        next = active[c] ? Math.min(next, left[c] / rates[c]) : next;
      }
      now += next;
      for (int c = 0; c < net.clusters; c++) {
        if (active[c]) {
          boolean isDone = left[c] / rates[c] <= next;
          left[c] -= rates[c] * next;
          if (isDone) {
            seconds[c] = now;
            active[c] = false;
            count--;
          }
        }
      }
    }
    return seconds;
  }

  /** Bytes per second: the narrowest network is divided first, then the rest of the others. */
  private double[] rates(boolean[] active) {
    var rates = new double[net.clusters];
    var open = active.clone();
    var free = bandwidth.clone();
    for (int narrowest = narrowest(open, free); narrowest >= 0; narrowest = narrowest(open, free)) {
      double share = free[narrowest] / users(open, narrowest);
      for (int c = 0; c < net.clusters; c++) {
        if (open[c] && crosses(c, narrowest)) {
          rates[c] = share;
          open[c] = false;
          for (int network : ways.get(c)) {
            free[network] -= network == narrowest || Double.isInfinite(share) ? 0 : share;
          }
        }
      }
    }
    return rates;
  }

  /** The network that leaves least for each who crosses it; -1 if nobody is left. */
  private int narrowest(boolean[] open, double[] free) {
    int narrowest = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int network = 0; network < free.length; network++) {
      int users = users(open, network);
      if (users > 0 && (narrowest < 0 || free[network] / users < least)) {
        narrowest = network;
        least = free[network] / users;
      }
    }
    return narrowest;
  }

  private int users(boolean[] open, int network) {
    int users = 0;
    for (int c = 0; c < net.clusters; c++) {
      users += open[c] && crosses(c, network) ? 1 : 0;
    }
    return users;
  }

  private boolean crosses(int c, int network) {
    return Arrays.stream(ways.get(c)).anyMatch(one -> one == network);
  }
}
