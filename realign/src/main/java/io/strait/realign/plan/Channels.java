package io.strait.realign.plan;

import io.strait.model.Duplex;
import io.strait.model.Grid;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.Routes;
import io.strait.model.quantity.Durations;
import io.strait.realign.file.ClusterTraffic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What gateways send each other over: a channel from every cluster to every other one. It has the
 * latency of the gaps on its way, and of each of them the share that is left if all channels with
 * traffic use it equally; the least of these is its bandwidth, but no more than one TCP connection
 * carries under the losses of the way. Where a gap is half duplex, both directions share it.
 */
public final class Channels {
  private final int clusters;
  private final double[] bandwidth;
  private final double[] latency;
  private final String[] gap;

  private Channels(int clusters) {
    this.clusters = clusters;
    bandwidth = new double[clusters * clusters];
    Arrays.fill(bandwidth, Double.POSITIVE_INFINITY);
    latency = new double[bandwidth.length];
    gap = new String[bandwidth.length];
    Arrays.fill(gap, "");
  }

  /** A gap in one direction. */
  private record Crossing(Link.Gap gap, boolean back) {}

  /**
   * @param traffic of all steps together
   */
  public static Channels of(Grid grid, ClusterTraffic traffic) {
    int clusters = grid.clusters().size();
    var channels = new Channels(clusters);
    var routes = new Routes(grid);
    var uses = new HashMap<Crossing, Integer>();
    for (int from = 0; from < clusters; from++) {
      for (int to = 0; to < clusters; to++) {
        if (from != to && traffic.bytes(from, to) > 0) {
          for (var crossing : way(grid, routes, from, to)) {
            uses.merge(crossing, 1, Integer::sum);
          }
        }
      }
    }
    for (int from = 0; from < clusters; from++) {
      for (int to = 0; to < clusters; to++) {
        if (from != to && traffic.bytes(from, to) > 0) {
          channels.lay(from * clusters + to, way(grid, routes, from, to), uses);
        }
      }
    }
    return channels;
  }

  private static List<Crossing> way(Grid grid, Routes routes, int from, int to) {
    var gaps = routes.between(from, to);
    // The route begins at the larger number.
    var ordered = from > to ? gaps : gaps.reversed();
    var crossings = new ArrayList<Crossing>();
    var at = grid.clusters().get(from).name();
    for (var gap : ordered) {
      boolean back = !gap.from().equals(at);
      crossings.add(new Crossing(gap, back));
      at = back ? gap.from() : gap.to();
    }
    return crossings;
  }

  private void lay(int pair, List<Crossing> way, Map<Crossing, Integer> uses) {
    var networks = new ArrayList<Network>();
    for (var crossing : way) {
      var network = crossing.back ? crossing.gap.back() : crossing.gap.network();
      int sharing = uses.getOrDefault(crossing, 0);
      if (network.duplex() == Duplex.HALF) {
        sharing += uses.getOrDefault(new Crossing(crossing.gap, !crossing.back), 0);
      }
      double share = network.bandwidth().bytesPerSecond() / Math.max(1, sharing);
      if (gap[pair].isEmpty() || share < bandwidth[pair]) {
        gap[pair] = crossing.gap.name();
      }
      bandwidth[pair] = Math.min(bandwidth[pair], share);
      latency[pair] += Durations.seconds(network.latency());
      networks.add(network);
    }
    bandwidth[pair] = Math.min(bandwidth[pair], Network.connection(networks));
  }

  /** Bytes per second; infinite where nothing limits it, or nothing is sent. */
  public double bandwidth(int from, int to) {
    return bandwidth[from * clusters + to];
  }

  /** In seconds. */
  public double latency(int from, int to) {
    return latency[from * clusters + to];
  }

  /** The name of the gap that limits it. */
  public String gap(int from, int to) {
    return gap[from * clusters + to];
  }

  double[] bandwidths() {
    return bandwidth.clone();
  }

  double[] latencies() {
    return latency.clone();
  }
}
