package io.strait.farm.plan;

import io.strait.farm.file.PhasePlan.GapUse;
import io.strait.farm.file.PhasePlan.Limit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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
 * <p>Bytes are those of both directions, or those of the heavier one where all networks are full
 * duplex. Where S differs and there are networks of either kind, no single count fits all: the
 * others' capacity is then taken at the least favourable ratio, both counts are tried, and the
 * better rate is a lower bound. With one S for all every count is exact.
 *
 * <p>Long because rates, cuts and what binds a cluster are read off one flow.
 */
final class RateSolver {
  private static final double SLACK = 1e-9;

  /** Less than this is not worth a word. */
  private static final double VISIBLE = 1e-6;

  private static final int MOST_CLUSTERS_TO_BALANCE = 32;

  private final FarmNetwork net;
  private final int home;
  private final int masterHost;
  private final double masterLimit;
  private final double allRates;

  /** The flows of clusters that are alone, per S where that matters. */
  private final Map<Integer, AloneFlows> alone = new HashMap<>();

  /**
   * What clusters can send that are alone.
   *
   * @param never more than all gaps that have a limit carry together
   */
  private record AloneFlows(RootFlows flows, double never) {
    double bytes(int c) {
      double bytes = flows.value(c);
      return bytes >= never ? Double.POSITIVE_INFINITY : bytes;
    }
  }

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

  /** No results combined anywhere. */
  int[] noAggregation() {
    var s = new int[net.clusters];
    Arrays.fill(s, 1);
    return s;
  }

  /**
   * Finds the rates for these workers and aggregations. Where clusters share what limits them, each
   * gets the same share of what it offers, as it will when they compete for a link, unless that
   * would lower the total.
   */
  Solution solve(double[] supply, int[] aggregate) {
    return solveKeeping(supply, aggregate, 0);
  }

  /** The same total, shared out among clusters in any way. */
  Solution quick(double[] supply, int[] aggregate) {
    return solve(supply, aggregate, new double[net.clusters]);
  }

  /**
   * As {@link #solve}, but every cluster first gets {@code floor} of what it offers, if that is
   * possible at all; {@link Solution#keeps} tells. Where clusters combine different numbers of
   * results that may cost rate; the cut then says how much, with a minus.
   */
  Solution solveKeeping(double[] supply, int[] aggregate, double floor) {
    var any = quick(supply, aggregate);
    boolean balance = net.clusters <= MOST_CLUSTERS_TO_BALANCE;
    if (any.keeps(1) || (floor == 0 && !balance)) {
      return any;
    }
    var floors = new double[net.clusters];
    for (int c = 0; c < net.clusters; c++) {
      floors[c] = floor * supply[c];
    }
    if (balance) {
      floors = new FairShares(this, supply, aggregate).above(floor);
    }
    var kept = solve(supply, aggregate, floors);
    kept.cut.clear();
    kept.cut.putAll(any.cut);
    if (kept.total < any.total * (1 - SLACK)) {
      kept.cut.put("target efficiency", kept.total - any.total);
    }
    return kept;
  }

  /** Whether the clusters can all send {@code floor} of what they offer at the same time. */
  boolean canKeep(double[] supply, int[] aggregate, double floor) {
    var floors = Arrays.stream(supply).map(s -> floor * s).toArray();
    return solve(supply, aggregate, floors).keeps(floor);
  }

  /** Fills the network, first up to the floors of all clusters, in tasks per second. */
  Solution solve(double[] supply, int[] aggregate, double[] floors) {
    if (!net.anyFull || isUniform(aggregate)) {
      return solve(supply, aggregate, floors, false);
    }
    var heavier = solve(supply, aggregate, floors, true);
    if (!net.anyHalf && !net.isLopsided()) {
      return heavier;
    }
    var both = solve(supply, aggregate, floors, false);
    boolean heavierKeeps = heavier.reaches(floors);
    if (heavierKeeps != both.reaches(floors)) {
      return heavierKeeps ? heavier : both;
    }
    return heavier.total > both.total ? heavier : both;
  }

  private boolean isUniform(int[] aggregate) {
    for (int c = 0; c < net.clusters; c++) {
      if (aggregate[c] != 1 && c != home) {
        return false;
      }
    }
    return true;
  }

  private Solution solve(double[] supply, int[] aggregate, double[] floors, boolean heavier) {
    var solution = new Solution(supply, aggregate, heavier);
    solution.fill(Double.POSITIVE_INFINITY, false, floors);
    if (solution.total > masterLimit * (1 + SLACK)) {
      // The master binds: prefer its own cluster, whose tasks cross no gap.
      var homeFirst = new Solution(supply, aggregate, heavier);
      homeFirst.fill(masterLimit, true, floors);
      if (homeFirst.total >= masterLimit * (1 - SLACK)) {
        return homeFirst;
      }
      solution = new Solution(supply, aggregate, heavier);
      solution.fill(masterLimit, false, floors);
    }
    return solution;
  }

  /** The least that is counted per byte of results, of inputs, and of both, whoever sends it. */
  private static final class Counts {
    double perResult = Double.POSITIVE_INFINITY;
    double perInput = Double.POSITIVE_INFINITY;
    double perBoth = Double.POSITIVE_INFINITY;

    void add(FarmNetwork net, int s, double counted) {
      perResult = Math.min(perResult, counted / (net.output / s));
      perInput = Math.min(perInput, counted / net.input);
      perBoth = Math.min(perBoth, counted / net.gapVolume(s));
    }

    /** Bandwidths in the bytes that are counted. */
    double capacity(double results, double inputs, boolean full) {
      return full ? Math.min(results * perResult, inputs * perInput) : results * perBoth;
    }
  }

  /** Rates, and why they are not higher. */
  final class Solution {
    final double[] rates = new double[net.clusters];
    double total;
    final int[] aggregate;

    private final double[] supply;

    private final Counts onGaps = new Counts();
    private final Counts onLan = new Counts();
    private final double[] volume = new double[net.clusters];
    private final FlowNetwork flow;
    private final int[] supplyArc = new int[net.clusters];
    private final int[] gapArc = new int[net.gaps];
    private final int lanArc;
    private final int source = net.clusters;
    private final int sink = net.clusters + 1;
    private final Map<String, Double> cut = new LinkedHashMap<>();
    private final @Nullable String[] networkBound = new @Nullable String[net.clusters];
    private boolean limited;

    private Solution(double[] supply, int[] aggregate, boolean heavier) {
      this.supply = supply;
      this.aggregate = aggregate;
      boolean free = net.input + net.output == 0;
      for (int c = 0; c < net.clusters && !free; c++) {
        int s = c == home ? 1 : aggregate[c];
        volume[c] = heavier ? Math.max(net.input, net.output / s) : net.gapVolume(s);
        onLan.add(net, s, volume[c]);
        if (c != home) {
          onGaps.add(net, s, volume[c]);
        }
      }
      if (free) {
        Arrays.fill(volume, 1);
      }
      double never = 4 * allRates * (free ? 1 : net.gapVolume(1)); // a capacity that cannot bind
      flow = new FlowNetwork(net.clusters + 2, net.clusters + net.gaps + 1);
      for (int g = 0; g < net.gaps; g++) {
        gapArc[g] =
            flow.addEdge(
                net.gapFrom[g],
                net.gapTo[g],
                free ? never : Math.min(capacity(g, true), never),
                free ? never : Math.min(capacity(g, false), never));
      }
      for (int c = 0; c < net.clusters; c++) {
        supplyArc[c] = flow.addArc(source, c, 0);
      }
      double bandwidth = net.lanBandwidth[home];
      double lan = onLan.capacity(bandwidth, bandwidth, net.lanFull[home]);
      lanArc = flow.addArc(home, sink, free ? never : Math.min(lan, never));
    }

    /** The bytes that are counted of a gap whose results cross it in this direction. */
    private double capacity(int g, boolean there) {
      return onGaps.capacity(
          net.resultBandwidth(g, there), net.resultBandwidth(g, !there), net.gapFull[g]);
    }

    /**
     * Fills the network, clusters with the smallest volume per task first.
     *
     * @param limit tasks per second that the master serves, infinite where that is not to bind
     * @param homeFirst whether the master's own cluster comes before all others
     * @param floors tasks per second that every cluster gets before any gets more
     */
    private void fill(double limit, boolean homeFirst, double[] floors) {
      limited = Double.isFinite(limit);
      var order = order(homeFirst);
      if (Arrays.stream(floors).anyMatch(f -> f > 0)) {
        fillLevels(order, limit, homeFirst, floors, false);
      }
      fillLevels(order, limit, homeFirst, supply, !limited);
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

    /** Lets every cluster send up to {@code most} tasks per second, level by level. */
    private void fillLevels(
        int[] order, double limit, boolean homeFirst, double[] most, boolean cuts) {
      for (int start = 0; start < order.length; ) {
        double v = volume[order[start]];
        int end = start + 1;
        boolean alone = homeFirst && order[start] == home;
        while (end < order.length && !alone && volume[order[end]] == v) {
          end++;
        }
        for (int i = start; i < end; i++) {
          int c = order[i];
          double bytes = v * Math.min(most[c], net.lanRate(c));
          flow.setCapacity(supplyArc[c], Math.max(bytes, flow.flow(supplyArc[c])));
        }
        flow.augment(source, sink, Math.max(0, (limit - total) * v));
        for (int i = start; i < end; i++) {
          int c = order[i];
          total -= rates[c];
          rates[c] = flow.flow(supplyArc[c]) / v;
          // Rounding must not make a cluster that is not limited look as if it were.
          if (rates[c] > supply[c] * (1 - 1e-12)) {
            rates[c] = supply[c];
          }
          total += rates[c];
        }
        if (cuts) {
          addCut(1 / v - (end < order.length ? 1 / volume[order[end]] : 0));
        }
        start = end;
      }
    }

    /** Whether every cluster sends at least so many tasks per second. */
    boolean reaches(double[] floors) {
      for (int c = 0; c < net.clusters; c++) {
        if (rates[c] < floors[c] * (1 - SLACK)) {
          return false;
        }
      }
      return true;
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

    /** Adds the present minimum cut with this weight. */
    private void addCut(double weight) {
      flow.reach(source, -1);
      for (int c = 0; c < net.clusters; c++) {
        if (!flow.isReached(c)) {
          addLimit(ownLimit(c), weight * flow.capacity(supplyArc[c]));
        }
      }
      for (int g = 0; g < net.gaps; g++) {
        if (flow.isReached(net.gapFrom[g]) != flow.isReached(net.gapTo[g])) {
          int arc = flow.isReached(net.gapFrom[g]) ? gapArc[g] : gapArc[g] ^ 1;
          addLimit("gap " + net.gapName(g), weight * flow.capacity(arc));
        }
      }
      if (flow.isReached(home)) {
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

    boolean isLimitedByMaster() {
      return limited;
    }

    boolean isFreed(int c) {
      return rates[c] >= supply[c] * (1 - VISIBLE);
    }

    /** What limits one cluster. */
    String boundBy(int c) {
      if (isFreed(c)) {
        return "CPU";
      }
      if (rates[c] >= net.lanRate(c) * (1 - VISIBLE)) {
        return "LAN " + net.clusterName(c);
      }
      if (limited) {
        return "master";
      }
      @Nullable String known = networkBound[c];
      return known != null ? known : findNetworkBound(c);
    }

    /**
     * Names the networks around all that cluster c can still send to, for it and for all clusters
     * that have the same around them.
     */
    private String findNetworkBound(int c) {
      int reached = flow.reach(c, source);
      var gaps = new ArrayList<Integer>(); // the arcs of gap g are 2g and 2g + 1
      for (int i = 0; i < reached; i++) {
        for (int arc = flow.firstArc(flow.reachedNode(i)); arc >= 0; arc = flow.nextArc(arc)) {
          if (arc / 2 < net.gaps && !flow.isReached(flow.head(arc))) {
            gaps.add(arc / 2);
          }
        }
      }
      Collections.sort(gaps);
      var names = new ArrayList<String>();
      gaps.forEach(g -> names.add("gap " + net.gapName(g)));
      if (flow.isReached(home)) {
        names.add("LAN " + net.clusterName(home));
      }
      var bound = String.join(", ", names);
      int alike = flow.keepMutual();
      for (int i = 0; i < alike; i++) {
        if (flow.reachedNode(i) < net.clusters) {
          networkBound[flow.reachedNode(i)] = bound;
        }
      }
      return bound;
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
        double sent = net.input + net.output == 0 ? 0 : flow.flow(gapArc[g]);
        boolean there = sent >= 0;
        double limit = capacity(g, there);
        double share = Math.abs(sent) / limit;
        // of the direction that is fuller
        boolean byInputs = limit < net.resultBandwidth(g, there) * onGaps.perResult;
        double bandwidth = net.resultBandwidth(g, there != (byInputs && net.gapFull[g]));
        use.add(
            new GapUse(
                net.gapName(g),
                Double.isFinite(limit) ? share * bandwidth : Math.abs(sent),
                share));
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
    double ratio = bothToHeavier(s);
    double bytes = alone.computeIfAbsent(net.anyFull ? s : 1, this::aloneFlows).bytes(c);
    double lan = net.lanBandwidth[home] * (net.lanFull[home] ? ratio : 1);
    return Math.min(bytes, lan);
  }

  /** Bytes of both directions over those of the heavier one, from 1 to 2. */
  private double bothToHeavier(int s) {
    return net.gapVolume(s) / Math.max(net.input, net.output / s);
  }

  private AloneFlows aloneFlows(int s) {
    double both = net.gapVolume(s);
    double finite = 0;
    for (int g = 0; g < net.gaps; g++) {
      double there = net.gapRate(g, true, s) * both;
      double back = net.gapRate(g, false, s) * both;
      finite += (Double.isFinite(there) ? there : 0) + (Double.isFinite(back) ? back : 0);
    }
    double never = 2 * finite + 1;
    var flow = new FlowNetwork(net.clusters, net.gaps);
    for (int g = 0; g < net.gaps; g++) {
      flow.addEdge(
          net.gapFrom[g],
          net.gapTo[g],
          Math.min(net.gapRate(g, true, s) * both, 2 * never),
          Math.min(net.gapRate(g, false, s) * both, 2 * never));
    }
    var flows = new RootFlows(flow, net.clusters, home, home);
    if (s == 1) {
      flows.findAll(); // every phase asks for all of them
    }
    return new AloneFlows(flows, never);
  }
}
