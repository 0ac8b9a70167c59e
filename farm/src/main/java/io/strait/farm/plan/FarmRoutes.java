package io.strait.farm.plan;

import java.util.Arrays;

/**
 * One way from every cluster to the master: the fewest gaps, among equals the first in the file.
 */
final class FarmRoutes {
  private final FarmNetwork net;
  private final int[] gapTowardsHome;

  /** The latency from a cluster's workers to the master. */
  private final double[] latency;

  /** Bytes per second to a cluster's workers, and back. */
  private final double[] down;

  private final double[] up;

  FarmRoutes(FarmNetwork net, int home) {
    this.net = net;
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
    latency = net.lanLatency.clone();
    down = net.lanBandwidth.clone();
    up = net.lanBandwidth.clone();
    var gapsLatency = new double[net.clusters];
    var gapsDown = new double[net.clusters];
    var gapsUp = new double[net.clusters];
    gapsDown[home] = Double.POSITIVE_INFINITY;
    gapsUp[home] = Double.POSITIVE_INFINITY;
    for (int read = 0, written = 1; read < written; read++) {
      int c = queue[read];
      for (int i = start[c]; i < start[c + 1]; i++) {
        int other = otherEnd(incident[i], c);
        if (other != home && gapTowardsHome[other] < 0) {
          int gap = incident[i];
          gapTowardsHome[other] = gap;
          gapsLatency[other] = gapsLatency[c] + net.gapLatency[gap];
          gapsDown[other] = Math.min(gapsDown[c], net.resultBandwidth(gap, !isThere(other)));
          gapsUp[other] = Math.min(gapsUp[c], net.resultBandwidth(gap, isThere(other)));
          latency[other] += gapsLatency[other];
          down[other] = Math.min(down[other], gapsDown[other]);
          up[other] = Math.min(up[other], gapsUp[other]);
          queue[written++] = other;
        }
      }
    }
  }

  /**
   * The gap that a cluster's traffic takes first; -1 for the master's own cluster and for those
   * without a way to it.
   */
  int firstGap(int cluster) {
    return gapTowardsHome[cluster];
  }

  /**
   * Whether results of a cluster cross its first gap from the gap's first cluster to its second.
   */
  boolean isThere(int cluster) {
    return net.gapFrom[gapTowardsHome[cluster]] == cluster;
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
    double bytes =
        down[cluster] == up[cluster]
            ? (net.input + net.output) / up[cluster]
            : net.input / down[cluster] + net.output / up[cluster];
    double seconds = 2 * latency[cluster] + bytes;
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, Math.ceil(seconds * rate)));
  }
}
