package io.strait.farm.plan;

import io.strait.farm.file.FarmApp;
import io.strait.model.Duplex;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Rate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A grid as one farm sees it, in flat arrays: hosts are numbered through, cluster by cluster, and
 * so are gaps. Rates in tasks per second, bandwidths in bytes per second, prices per hour.
 */
final class FarmNetwork {
  final int clusters;
  final int hosts;
  final int gaps;

  /** Hosts of cluster c are {@code hostStart[c]} to {@code hostStart[c + 1] - 1}. */
  final int[] hostStart;

  /** What a host computes; 0 where it may not work. */
  final double[] workRate;

  /** What a host serves as master; 0 where it may not lead. */
  final double[] masterRate;

  final double[] price;

  final double[] lanBandwidth;
  final boolean[] lanFull;
  final double[] lanLatency;

  final int[] gapFrom;
  final int[] gapTo;

  /** Bytes per second of a gap from its first cluster to its second, and from there. */
  final double[] gapThere;

  final double[] gapBack;
  final boolean[] gapFull;

  /** Whether any network with a bandwidth carries both directions at once. */
  final boolean anyFull;

  /** Whether any network with a bandwidth carries one direction at a time. */
  final boolean anyHalf;

  /** How many times more bandwidth a gap has in one direction than in the other, at most. */
  final double mostLopsided;

  /** Half a round trip. */
  final double[] gapLatency;

  /** Bytes per task, to the worker and back. */
  final double input;

  final double output;
  final boolean reducible;
  final long tasks;
  private final boolean masterWork;

  private final Grid grid;
  private final List<Link.Gap> gapRecords;
  private final Map<String, Integer> clusterIndex = new HashMap<>();
  private final HostGroup[] groupOf;
  private final int[] indexInGroup;

  /** The cluster of a host. */
  final int[] clusterOf;

  FarmNetwork(Grid grid, FarmApp app) {
    this.grid = grid;
    input = app.input().count();
    output = app.output().count();
    reducible = app.reduce().shrinks();
    clusters = grid.clusters().size();
    hosts = grid.hostCount();
    hostStart = new int[clusters + 1];
    workRate = new double[hosts];
    masterRate = new double[hosts];
    price = new double[hosts];
    groupOf = new HostGroup[hosts];
    indexInGroup = new int[hosts];
    clusterOf = new int[hosts];
    lanBandwidth = new double[clusters];
    lanFull = new boolean[clusters];
    lanLatency = new double[clusters];
    int host = 0;
    for (int c = 0; c < clusters; c++) {
      var cluster = grid.clusters().get(c);
      clusterIndex.put(cluster.name(), c);
      lanFull[c] = cluster.lan().duplex() == Duplex.FULL;
      lanLatency[c] = Durations.seconds(cluster.lan().latency());
      for (var group : cluster.hosts()) {
        @Nullable Rate rate = app.workRate(group);
        double work = group.role().mayWork() && rate != null ? rate.perSecond() : 0;
        double lead = group.role().mayLead() ? app.masterRate(group) : 0;
        double cost = group.price() == null ? 0 : group.price().perHour();
        for (int i = 0; i < group.size(); i++, host++) {
          workRate[host] = work;
          masterRate[host] = lead;
          price[host] = cost;
          groupOf[host] = group;
          indexInGroup[host] = i;
          clusterOf[host] = c;
        }
      }
      hostStart[c + 1] = host;
      lanBandwidth[c] = usable(cluster.lan(), host - hostStart[c], 2 * lanLatency[c]);
    }
    gapRecords = new ArrayList<>();
    for (var link : grid.links()) {
      gapRecords.addAll(link.gaps());
    }
    gaps = gapRecords.size();
    gapFrom = new int[gaps];
    gapTo = new int[gaps];
    gapThere = new double[gaps];
    gapBack = new double[gaps];
    gapFull = new boolean[gaps];
    gapLatency = new double[gaps];
    double lopsided = 1;
    for (int g = 0; g < gaps; g++) {
      var gap = gapRecords.get(g);
      gapFrom[g] = clusterIndex.getOrDefault(gap.from(), -1);
      gapTo[g] = clusterIndex.getOrDefault(gap.to(), -1);
      double roundTrip =
          Durations.seconds(gap.network().latency()) + Durations.seconds(gap.back().latency());
      gapThere[g] = usable(gap.network(), 1, roundTrip);
      gapBack[g] = usable(gap.back(), 1, roundTrip);
      gapFull[g] = gap.network().duplex() == Duplex.FULL;
      gapLatency[g] = roundTrip / 2;
      if (gapThere[g] != gapBack[g]) {
        double ratio = gapThere[g] / gapBack[g];
        lopsided = Math.max(lopsided, Math.max(ratio, 1 / ratio));
      }
    }
    mostLopsided = lopsided;
    anyFull = anyNetwork(true);
    anyHalf = anyNetwork(false);
    tasks = app.tasks();
    masterWork = app.masterWork() != null;
  }

  /**
   * The bytes per second that connections get under loss, both directions added where they share
   * the bandwidth. Each direction has at most what TCP gives it, so that on half duplex the share
   * of the heavier one counts; where results are combined that may be all.
   */
  private double usable(Network network, int connections, double roundTrip) {
    double bandwidth = network.bandwidth().bytesPerSecond();
    double oneWay = network.ofConnections(Math.max(1, connections), roundTrip).bytesPerSecond();
    if (oneWay >= bandwidth || network.duplex() == Duplex.FULL || reducible) {
      return oneWay;
    }
    double both = input + output;
    return both == 0 ? oneWay : Math.min(bandwidth, oneWay * both / Math.max(input, output));
  }

  /** The grid as its file has it. */
  Grid grid() {
    return grid;
  }

  /** The gap as the grid has it. */
  Link.Gap gap(int g) {
    return gapRecords.get(g);
  }

  private boolean anyNetwork(boolean full) {
    boolean lan =
        IntStream.range(0, clusters)
            .anyMatch(c -> lanFull[c] == full && Double.isFinite(lanBandwidth[c]));
    return lan
        || IntStream.range(0, gaps)
            .anyMatch(g -> gapFull[g] == full && Double.isFinite(leastBandwidth(g)));
  }

  String clusterName(int c) {
    return grid.clusters().get(c).name();
  }

  String gapName(int g) {
    return gapRecords.get(g).name();
  }

  String hostName(int h) {
    return groupOf[h].hostName(indexInGroup[h]);
  }

  int cores(int h) {
    return groupOf[h].cores();
  }

  /** The cluster of that name, or -1. */
  int findCluster(String name) {
    return clusterIndex.getOrDefault(name, -1);
  }

  /** The host of that name, or -1. */
  int findHost(String name) {
    for (int h = 0; h < hosts; h++) {
      if (groupOf[h].name().length() <= name.length() && hostName(h).equals(name)) {
        return h;
      }
    }
    return -1;
  }

  boolean hasPrices() {
    for (int h = 0; h < hosts; h++) {
      if (groupOf[h].price() != null) {
        return true;
      }
    }
    return false;
  }

  /** Whether the app gives the master's work and the host nothing to go with it. */
  boolean masterCostUnknown(int h) {
    return masterWork && Double.isInfinite(masterRate[h]);
  }

  boolean mayLead(int h) {
    return masterRate[h] > 0;
  }

  /**
   * Bytes per task over a gap when {@code s} results are combined before it, both directions added:
   * tuning (5).
   */
  double gapVolume(int s) {
    return input + output / s;
  }

  /** Bytes per task that decide how much a gap carries, by the kind of networks that there are. */
  double decidingVolume(int s) {
    return anyHalf ? gapVolume(s) : Math.max(input, output / s);
  }

  /** Tasks per second that the LAN of a cluster carries for its own workers: placement (8). */
  double lanRate(int c) {
    return rate(lanBandwidth[c], lanFull[c] ? Math.max(input, output) : input + output);
  }

  /**
   * Tasks per second that a gap carries when {@code s} results are combined before it.
   *
   * @param there whether results cross it from its first cluster to its second
   */
  double gapRate(int g, boolean there, long s) {
    double back = output / s;
    return gapFull[g]
        ? Math.min(rate(resultBandwidth(g, there), back), rate(resultBandwidth(g, !there), input))
        : rate(gapThere[g], input + back);
  }

  /** Bytes per second of results over a gap; those of inputs go the other way. */
  double resultBandwidth(int g, boolean there) {
    return there ? gapThere[g] : gapBack[g];
  }

  /** Bytes per second of a gap in the slower direction. */
  double leastBandwidth(int g) {
    return Math.min(gapThere[g], gapBack[g]);
  }

  /** Whether the directions of a gap have different bandwidths. */
  boolean isLopsided() {
    return mostLopsided > 1;
  }

  private static double rate(double bandwidth, double volume) {
    return volume == 0 ? Double.POSITIVE_INFINITY : bandwidth / volume;
  }

  /** The sum of the work rates of a cluster's hosts without one of them (or -1 for none). */
  double availableRate(int c, int without) {
    double sum = 0;
    for (int h = hostStart[c]; h < hostStart[c + 1]; h++) {
      if (h != without) {
        sum += workRate[h];
      }
    }
    return sum;
  }
}
