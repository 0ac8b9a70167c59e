package io.strait.realign.timing;

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
import java.util.stream.IntStream;

/**
 * What gateways send each other over: a channel from every cluster to every other one. It has the
 * latency of the gaps on its way, and of each of them a share by what it carries, so that all that
 * crosses a gap is over at the same time and no share of it is ever idle. The least of these is its
 * bandwidth, but no more than one TCP connection carries under the losses of the way. Where a gap
 * is half duplex, both directions share it.
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
  private record Crossing(Link.Gap gap, boolean back) {
    Network network() {
      return back ? gap.back() : gap.network();
    }

    Crossing opposite() {
      return new Crossing(gap, !back);
    }
  }

  /**
   * @param steps the traffic of each step; where they differ, each counts as much for the shares
   */
  public static Channels of(Grid grid, List<ClusterTraffic> steps) {
    var routes = new Routes(grid);
    return of(grid, steps, (from, to) -> way(grid, routes, from, to));
  }

  /** As they are where all clusters are joined to one and meet there. */
  static Channels over(int home, Grid grid, List<ClusterTraffic> steps) {
    var routes = new Routes(grid);
    return of(
        grid,
        steps,
        (from, to) -> {
          var way = new ArrayList<Crossing>();
          if (from != home) {
            way.addAll(way(grid, routes, from, home));
          }
          if (to != home) {
            way.addAll(way(grid, routes, home, to));
          }
          return way;
        });
  }

  private interface Ways {
    List<Crossing> between(int from, int to);
  }

  private static Channels of(Grid grid, List<ClusterTraffic> steps, Ways routes) {
    int clusters = grid.clusters().size();
    var channels = new Channels(clusters);
    var ways = new HashMap<Integer, List<Crossing>>();
    var carried = new HashMap<Crossing, double[]>();
    for (int from = 0; from < clusters; from++) {
      for (int to = 0; to < clusters; to++) {
        var bytes = bytes(steps, from, to);
        if (from != to && Arrays.stream(bytes).anyMatch(each -> each > 0)) {
          var way = routes.between(from, to);
          ways.put(from * clusters + to, way);
          way.forEach(crossing -> carried.merge(crossing, bytes, Channels::sum));
        }
      }
    }
    ways.forEach(
        (pair, way) ->
            channels.lay(pair, bytes(steps, pair / clusters, pair % clusters), way, carried));
    return channels;
  }

  private static double[] bytes(List<ClusterTraffic> steps, int from, int to) {
    return steps.stream().mapToDouble(step -> step.bytes(from, to)).toArray();
  }

  private static double[] sum(double[] a, double[] b) {
    var sum = a.clone();
    Arrays.setAll(sum, i -> a[i] + b[i]);
    return sum;
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

  private void lay(int pair, double[] bytes, List<Crossing> way, Map<Crossing, double[]> carried) {
    var networks = new ArrayList<Network>();
    for (var crossing : way) {
      var network = crossing.network();
      double share = network.bandwidth().bytesPerSecond() * share(bytes, crossing, carried);
      if (gap[pair].isEmpty() || share < bandwidth[pair]) {
        gap[pair] = crossing.gap.name();
      }
      bandwidth[pair] = Math.min(bandwidth[pair], share);
      latency[pair] += Durations.seconds(network.latency());
      networks.add(network);
    }
    bandwidth[pair] = Math.min(bandwidth[pair], Network.connection(networks));
  }

  /** Which share of what crosses a gap a channel carries, on average over the steps that use it. */
  private static double share(double[] bytes, Crossing crossing, Map<Crossing, double[]> carried) {
    var there = carried.getOrDefault(crossing, bytes);
    var all =
        crossing.network().duplex() == Duplex.HALF
            ? sum(there, carried.getOrDefault(crossing.opposite(), new double[bytes.length]))
            : there;
    return IntStream.range(0, bytes.length)
        .filter(step -> all[step] > 0)
        .mapToDouble(step -> bytes[step] / all[step])
        .average()
        .orElse(1);
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
