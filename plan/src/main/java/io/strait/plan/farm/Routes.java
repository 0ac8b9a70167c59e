package io.strait.plan.farm;

import java.util.Arrays;

/**
 * One way from every cluster to the master: the fewest gaps, among equals the first in the file.
 */
final class Routes {
  private final FarmNetwork net;
  private final int home;
  private final int[] gapTowardsHome;

  Routes(FarmNetwork net, int home) {
    this.net = net;
    this.home = home;
    gapTowardsHome = new int[net.clusters];
    Arrays.fill(gapTowardsHome, -1);
    var start = new int[net.clusters + 1];
    for (int g = 0; g < net.gaps; g++) {
      start[net.gapFrom[g] + 1]++;
      start[net.gapTo[g] + 1]++;
    }
    for (int c = 0; c < net.clusters; c++) {
      start[c + 1] += start[c];
    }
    var next = start.clone();
    var incident = new int[2 * net.gaps];
    for (int g = 0; g < net.gaps; g++) {
      incident[next[net.gapFrom[g]]++] = g;
      incident[next[net.gapTo[g]]++] = g;
    }
    var queue = new int[net.clusters];
    queue[0] = home;
    for (int read = 0, written = 1; read < written; read++) {
      int c = queue[read];
      for (int i = start[c]; i < start[c + 1]; i++) {
        int other = otherEnd(incident[i], c);
        if (other != home && gapTowardsHome[other] < 0) {
          gapTowardsHome[other] = incident[i];
          queue[written++] = other;
        }
      }
    }
  }

  /** The gap that a cluster's traffic takes first; -1 for the master's own cluster. */
  int firstGap(int cluster) {
    return gapTowardsHome[cluster];
  }

  /** The cluster behind the first gap. */
  int next(int cluster) {
    return otherEnd(gapTowardsHome[cluster], cluster);
  }

  private int otherEnd(int gap, int cluster) {
    return net.gapFrom[gap] == cluster ? net.gapTo[gap] : net.gapFrom[gap];
  }

  /**
   * Tasks to keep asked for so that a cluster does not run dry: those it computes while a request
   * and the bytes of a task are under way, {@code (round trip + transfer) * rate}.
   */
  int prefetch(int cluster, double rate) {
    double latency = net.lanLatency[cluster];
    double bandwidth = net.lanBandwidth[cluster];
    for (int c = cluster; c != home; c = next(c)) {
      latency += net.gapLatency[firstGap(c)];
      bandwidth = Math.min(bandwidth, net.gapBandwidth[firstGap(c)]);
    }
    double seconds = 2 * latency + (net.input + net.output) / bandwidth;
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, Math.ceil(seconds * rate)));
  }
}
