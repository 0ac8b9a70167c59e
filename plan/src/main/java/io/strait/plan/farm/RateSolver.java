package io.strait.plan.farm;

import io.strait.model.PhasePlan.GapUse;
import io.strait.model.PhasePlan.Limit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The highest rate for one master, given what each cluster's workers can do and how many results
 * each gateway combines.
 *
 * <p><b>Model</b> (placement (3) to (5), tuning (2) and (5)). A task of a worker in cluster c costs
 * input + output bytes on the LAN of c and, from another cluster than the master's, {@code v(c) =
 * input + output / S(c)} bytes on every gap of its way and on the master's LAN. A way through other
 * clusters passes their gateways and not their LANs. Work may be split over several ways; a link
 * that several clusters use is counted once, for all of them together. On a full-duplex network the
 * heavier direction counts.
 *
 * <p><b>Algorithm.</b> Counted in bytes, all traffic is one flow from the clusters to the master,
 * whatever S. What sets of clusters can send together is a polymatroid, so the greedy is exact:
 * fill the clusters with the smallest v(c) first (they bring most tasks per byte), each level by
 * maximum flow, never taking back what an earlier level sends.
 *
 * <p><b>Certificate.</b> With weights {@code w = 1 / v} in falling order and {@code F(k)} the flow
 * after level k, the rate is {@code sum over k of (w(k) - w(k+1)) * F(k)}, and each F(k) equals a
 * minimum cut: every resource in the cuts accounts for a part of the rate, and the parts add up to
 * it. This is the dual of the linear program, so nothing faster exists. With one S for all it is
 * one minimum cut.
 *
 * <p>Where clusters with different S share a full-duplex network, its capacity is taken at the
 * least favourable of their ratios of both directions to the heavier one; the rate is then a lower
 * bound, exact for one S.
 */
final class RateSolver {
  private static final double SLACK = 1e-9;
  private static final int ROUNDS = 32;
  private static final int MOST_CLUSTERS_TO_BALANCE = 256;

  private final FarmNetwork net;
  private final int home;
  private final int masterHost;
  private final double masterLimit;
  private final double allRates;

  RateSolver(FarmNetwork net, int masterHost) {
    this.net = net;
    this.masterHost = masterHost;
    this.home = net.clusterOf[masterHost];
    this.masterLimit = net.masterRate[masterHost];
    double sum = 0;
    for (double rate : net.workRate) {
      sum += rate;
    }
    this.allRates = sum;
  }

  FarmNetwork network() {
    return net;
  }

  int home() {
    return home;
  }

  int masterHost() {
    return masterHost;
  }

  /** What every cluster's hosts offer together when all of them but the master work. */
  double[] allWorkers() {
    var supply = new double[net.clusters];
    for (int c = 0; c < net.clusters; c++) {
      supply[c] = net.availableRate(c, masterHost);
    }
    return supply;
  }

  /** No results combined anywhere. */
  int[] noAggregation() {
    var s = new int[net.clusters];
    Arrays.fill(s, 1);
    return s;
  }

  /**
   * Finds the rates for these workers and aggregations. Where clusters share what limits them and
   * bring equally many tasks per byte, each gets about the same share of what it offers, as it will
   * when they compete for a link.
   */
  Solution solve(double[] supply, int[] aggregate) {
    var solution = quick(supply, aggregate);
    if (net.clusters > MOST_CLUSTERS_TO_BALANCE || solution.allFreed()) {
      return solution;
    }
    return solve(supply, aggregate, 0, ROUNDS);
  }

  /** The same total, shared out among clusters in any way. */
  Solution quick(double[] supply, int[] aggregate) {
    return solve(supply, aggregate, 0, 1);
  }

  /**
   * As {@link #solve}, but every cluster first gets {@code floor} of what it offers, if that is
   * possible at all; {@link Solution#keeps} tells. The cut is that of {@link #solve}: where
   * clusters combine different numbers of results it may lie above the rate that the floor leaves.
   */
  Solution solveKeeping(double[] supply, int[] aggregate, double floor) {
    var free = solve(supply, aggregate);
    if (free.keeps(floor)) {
      return free;
    }
    int rounds = net.clusters > MOST_CLUSTERS_TO_BALANCE ? 1 : ROUNDS;
    var kept = solve(supply, aggregate, floor, rounds);
    kept.cut.clear();
    kept.cut.putAll(free.cut);
    return kept;
  }

  /** Whether the clusters can all send {@code floor} of what they offer at the same time. */
  boolean canKeep(double[] supply, int[] aggregate, double floor) {
    return solve(supply, aggregate, floor, 1).keeps(floor);
  }

  private Solution solve(double[] supply, int[] aggregate, double floor, int rounds) {
    var solution = new Solution(supply, aggregate);
    solution.fill(Double.POSITIVE_INFINITY, false, floor, rounds);
    if (solution.total > masterLimit * (1 + SLACK)) {
      // The master binds: prefer its own cluster, whose tasks cross no gap.
      var homeFirst = new Solution(supply, aggregate);
      homeFirst.fill(masterLimit, true, floor, rounds);
      if (homeFirst.total >= masterLimit * (1 - SLACK)) {
        return homeFirst;
      }
      solution = new Solution(supply, aggregate);
      solution.fill(masterLimit, false, floor, rounds);
    }
    return solution;
  }

  /** Rates, and why they are not higher. */
  final class Solution {
    final double[] rates = new double[net.clusters];
    double total;
    final int[] aggregate;

    private final double[] supply;
    private final double[] volume = new double[net.clusters];
    private final FlowNetwork flow;
    private final int[] supplyArc = new int[net.clusters];
    private final int[] gapArc = new int[net.gaps];
    private final int lanArc;
    private final int source = net.clusters;
    private final int sink = net.clusters + 1;
    private final Map<String, Double> cut = new LinkedHashMap<>();
    private boolean limited;

    private Solution(double[] supply, int[] aggregate) {
      this.supply = supply;
      this.aggregate = aggregate;
      boolean free = net.input + net.output == 0;
      double heavier = 2; // both directions over the heavier one, at least
      for (int c = 0; c < net.clusters; c++) {
        int s = c == home ? 1 : aggregate[c];
        volume[c] = free ? 1 : net.gapVolume(s);
        if (!free) {
          heavier = Math.min(heavier, volume[c] / Math.max(net.input, net.output / s));
        }
      }
      double never =
          free ? 4 * allRates : 4 * allRates * net.gapVolume(1); // a capacity that cannot bind
      flow = new FlowNetwork(net.clusters + 2, net.clusters + net.gaps + 1);
      for (int g = 0; g < net.gaps; g++) {
        double limit = net.gapBandwidth[g] * (net.gapFull[g] ? heavier : 1);
        gapArc[g] =
            flow.addEdge(net.gapFrom[g], net.gapTo[g], free ? never : Math.min(limit, never));
      }
      for (int c = 0; c < net.clusters; c++) {
        supplyArc[c] = flow.addArc(source, c, 0);
      }
      double lan = net.lanBandwidth[home] * (net.lanFull[home] ? heavier : 1);
      lanArc = flow.addArc(home, sink, free ? never : Math.min(lan, never));
    }

    /** Bytes per second that cluster c offers. */
    private double offer(int c) {
      return volume[c] * Math.min(supply[c], net.lanRate(c));
    }

    /**
     * Fills the network, clusters with the smallest volume per task first.
     *
     * @param limit tasks per second that the master serves, infinite where that is not to bind
     * @param homeFirst whether the master's own cluster comes before all others
     * @param floor the share of its offer that every cluster gets before any gets more
     * @param rounds in how many steps clusters of the same volume are filled, side by side
     */
    private void fill(double limit, boolean homeFirst, double floor, int rounds) {
      limited = Double.isFinite(limit);
      var order = order(homeFirst);
      if (floor > 0) {
        fillLevels(order, limit, homeFirst, floor, 1, false);
      }
      fillLevels(order, limit, homeFirst, 1, rounds, !limited);
      if (limited) {
        cut.put("master " + net.hostName(masterHost), masterLimit);
      }
    }

    private int[] order(boolean homeFirst) {
      return IntStream.range(0, net.clusters)
          .boxed()
          .sorted(
              (a, b) -> {
                if (homeFirst && (a == home) != (b == home)) {
                  return a == home ? -1 : 1;
                }
                int byVolume = Double.compare(volume[a], volume[b]);
                return byVolume != 0 ? byVolume : Integer.compare(a, b);
              })
          .mapToInt(c -> c)
          .toArray();
    }

    private void fillLevels(
        int[] order, double limit, boolean homeFirst, double share, int rounds, boolean cuts) {
      for (int start = 0; start < order.length; ) {
        double v = volume[order[start]];
        int end = start + 1;
        boolean alone = homeFirst && order[start] == home;
        while (end < order.length && !alone && volume[order[end]] == v) {
          end++;
        }
        for (int round = 1; round <= rounds; round++) {
          for (int i = start; i < end; i++) {
            int arc = supplyArc[order[i]];
            double part = volume[order[i]] * supply[order[i]] * share * round / rounds;
            flow.setCapacity(arc, Math.max(Math.min(part, offer(order[i])), flow.flow(arc)));
          }
          flow.augment(source, sink, Math.max(0, (limit - total) * v));
          readRates();
        }
        if (cuts) {
          addCut(1 / v - (end < order.length ? 1 / volume[order[end]] : 0));
        }
        start = end;
      }
    }

    private void readRates() {
      total = 0;
      for (int c = 0; c < net.clusters; c++) {
        rates[c] = flow.flow(supplyArc[c]) / volume[c];
        // Rounding must not make a cluster that is not limited look as if it were.
        if (rates[c] > supply[c] * (1 - 1e-12)) {
          rates[c] = supply[c];
        }
        total += rates[c];
      }
    }

    /** Whether every cluster sends at least this share of what its workers offer. */
    boolean keeps(double share) {
      for (int c = 0; c < net.clusters; c++) {
        if (rates[c] < supply[c] * share * (1 - SLACK)) {
          return false;
        }
      }
      return true;
    }

    boolean allFreed() {
      return keeps(1);
    }

    /** Adds the present minimum cut with this weight. */
    private void addCut(double weight) {
      var inside = new boolean[net.clusters + 2];
      flow.reach(source, -1, inside);
      for (int c = 0; c < net.clusters; c++) {
        if (!inside[c]) {
          addLimit(ownLimit(c), weight * flow.capacity(supplyArc[c]));
        }
      }
      for (int g = 0; g < net.gaps; g++) {
        if (inside[net.gapFrom[g]] != inside[net.gapTo[g]]) {
          addLimit("gap " + net.gapName(g), weight * flow.capacity(gapArc[g]));
        }
      }
      if (inside[home]) {
        addLimit("LAN " + net.clusterName(home), weight * flow.capacity(lanArc));
      }
    }

    private void addLimit(String resource, double rate) {
      if (rate > 0) {
        cut.merge(resource, rate, Double::sum);
      }
    }

    private String ownLimit(int c) {
      return (supply[c] <= net.lanRate(c) ? "CPU " : "LAN ") + net.clusterName(c);
    }

    /** The resources whose limits add up to the rate. */
    List<Limit> cut() {
      return cut.entrySet().stream().map(e -> new Limit(e.getKey(), e.getValue())).toList();
    }

    /**
     * What limits the whole, in a few words: the networks and the master by name, then the CPUs.
     */
    String boundBy() {
      var names = cut.keySet().stream().filter(name -> !name.startsWith("CPU ")).toList();
      if (names.isEmpty()) {
        return "CPU";
      }
      var shown = String.join(", ", names.subList(0, Math.min(4, names.size())));
      return shown
          + (names.size() > 4 ? " and %d more".formatted(names.size() - 4) : "")
          + (names.size() < cut.size() ? ", CPU" : "");
    }

    boolean isFreed(int c) {
      return rates[c] >= supply[c] * (1 - SLACK);
    }

    /** What limits one cluster. */
    String boundBy(int c) {
      if (isFreed(c)) {
        return "CPU";
      }
      if (rates[c] >= net.lanRate(c) * (1 - SLACK)) {
        return "LAN " + net.clusterName(c);
      }
      if (limited) {
        return "master";
      }
      var inside = new boolean[net.clusters + 2];
      flow.reach(c, source, inside);
      var names = new ArrayList<String>();
      for (int g = 0; g < net.gaps; g++) {
        if (inside[net.gapFrom[g]] != inside[net.gapTo[g]]) {
          names.add("gap " + net.gapName(g));
        }
      }
      if (inside[home]) {
        names.add("LAN " + net.clusterName(home));
      }
      return String.join(", ", names);
    }

    /**
     * Adds a worker of this rate to cluster c and sends as much of its work as fits.
     *
     * @return by how much the total rate grew
     */
    double grow(int c, double workRate) {
      double room = Math.min(workRate, Math.min(net.lanRate(c) - rates[c], masterLimit - total));
      if (!(room > 0)) {
        return 0;
      }
      double added = flow.augment(c, sink, room * volume[c]) / volume[c];
      rates[c] += added;
      total += added;
      return added;
    }

    /** Takes back what {@link #grow} of the same cluster has just added. */
    void shrink(int c, double added) {
      double taken = flow.augment(sink, c, added * volume[c]) / volume[c];
      rates[c] -= taken;
      total -= taken;
    }

    List<GapUse> gapUse() {
      var use = new ArrayList<GapUse>();
      for (int g = 0; g < net.gaps; g++) {
        double bytes = net.input + net.output == 0 ? 0 : Math.abs(flow.flow(gapArc[g]));
        use.add(new GapUse(net.gapName(g), bytes, bytes / net.gapBandwidth[g]));
      }
      return use;
    }
  }

  /**
   * MaxPerf of tuning: what the networks carry for cluster c, were it alone and its workers without
   * limit; infinite where no network has a bandwidth.
   */
  double aloneRate(int c, int s) {
    if (c == home) {
      return net.lanRate(c);
    }
    if (net.input + net.output == 0) {
      return Double.POSITIVE_INFINITY;
    }
    return Math.min(net.lanRate(c), aloneBytes(c, s) / net.gapVolume(s));
  }

  /** Bytes per second, both directions added, that can flow between cluster c and the master. */
  double aloneBytes(int c, int s) {
    double heavier = net.gapVolume(s) / Math.max(net.input, net.output / s);
    var flow = new FlowNetwork(net.clusters + 1, net.gaps + 1);
    double finite = 0;
    for (int g = 0; g < net.gaps; g++) {
      finite += Double.isFinite(net.gapBandwidth[g]) ? net.gapBandwidth[g] : 0;
    }
    double never = 4 * finite + 1;
    for (int g = 0; g < net.gaps; g++) {
      double limit = net.gapBandwidth[g] * (net.gapFull[g] ? heavier : 1);
      flow.addEdge(net.gapFrom[g], net.gapTo[g], Math.min(limit, 2 * never));
    }
    double bytes = flow.augment(c, home, 4 * never);
    double lan = net.lanBandwidth[home] * (net.lanFull[home] ? heavier : 1);
    return Math.min(bytes >= never ? Double.POSITIVE_INFINITY : bytes, lan);
  }
}
