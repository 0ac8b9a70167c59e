package io.strait.realign.plan;

import io.strait.model.Grid;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.PlanException;
import io.strait.model.Routes;
import io.strait.model.quantity.Durations;
import io.strait.realign.file.RealignPlan.Unit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a grid says about sending from cluster to cluster.
 *
 * <p>Where a link has a cost, or nothing is said about bandwidths and latencies, messages are
 * counted: nothing inside a cluster, the cost of the link (1 if it has none) between clusters that
 * are linked, else the least sum over links. Otherwise messages are timed: latency and bandwidth of
 * the LAN, of the link, or of the route with the least latency, on which latencies add up and the
 * least bandwidth counts, under loss at most that of a TCP connection. Both ways of a link may
 * differ.
 *
 * @param costs per element and message; of {@link Unit#MESSAGES} the element costs what its
 *     messages do, still to be divided by the elements of a message
 */
record GridCosts(Unit unit, LinkCosts costs) {

  /** What a gap is in one direction. */
  private record Way(Network network, double cost) {}

  /** Two clusters, the sender first. */
  private record Pair(String from, String to) {}

  /**
   * @throws PlanException if clusters are not connected
   */
  static GridCosts of(Grid grid, int elementBytes) {
    var ways = new HashMap<Pair, Way>();
    boolean priced = false;
    boolean timed = false;
    for (var cluster : grid.clusters()) {
      timed |= isTimed(cluster.lan());
    }
    for (var link : grid.links()) {
      Link.@Nullable Back back = link.back();
      @Nullable Double there = link.cost();
      @Nullable Double home = back == null ? null : back.cost();
      var networkBack = back == null ? link.network() : back.network();
      priced |= there != null || home != null;
      timed |= isTimed(link.network()) || isTimed(networkBack);
      double cost = there == null ? 1 : there;
      for (var gap : link.gaps()) {
        ways.put(new Pair(gap.from(), gap.to()), new Way(link.network(), cost));
        ways.put(new Pair(gap.to(), gap.from()), new Way(networkBack, home == null ? cost : home));
      }
    }
    return priced || !timed
        ? new GridCosts(Unit.MESSAGES, counted(grid, ways))
        : new GridCosts(Unit.SECONDS, timed(grid, ways, elementBytes));
  }

  private static boolean isTimed(Network network) {
    return network.bandwidth().isLimited() || !network.latency().isZero();
  }

  private static LinkCosts counted(Grid grid, Map<Pair, Way> ways) {
    int clusters = grid.clusters().size();
    var names = grid.clusters().stream().map(cluster -> cluster.name()).toList();
    var cost = new double[clusters * clusters];
    for (int a = 0; a < clusters; a++) {
      for (int b = 0; b < clusters; b++) {
        @Nullable Way way = ways.get(new Pair(names.get(a), names.get(b)));
        cost[a * clusters + b] = a == b ? 0 : way == null ? Double.POSITIVE_INFINITY : way.cost;
      }
    }
    var least = cost.clone();
    for (int via = 0; via < clusters; via++) {
      for (int a = 0; a < clusters; a++) {
        for (int b = 0; b < clusters; b++) {
          least[a * clusters + b] =
              Math.min(
                  least[a * clusters + b], least[a * clusters + via] + least[via * clusters + b]);
        }
      }
    }
    for (int i = 0; i < cost.length; i++) {
      cost[i] = Double.isInfinite(cost[i]) ? least[i] : cost[i];
      if (Double.isInfinite(cost[i])) {
        throw new PlanException(
            "no route leads from cluster '%s' to cluster '%s', expected a link"
                .formatted(names.get(i / clusters), names.get(i % clusters)));
      }
    }
    return new LinkCosts(clusters, cost, new double[cost.length]);
  }

  private static LinkCosts timed(Grid grid, Map<Pair, Way> ways, int elementBytes) {
    int clusters = grid.clusters().size();
    var routes = new Routes(grid);
    var perElement = new double[clusters * clusters];
    var perMessage = new double[clusters * clusters];
    for (int a = 0; a < clusters; a++) {
      for (int b = 0; b < clusters; b++) {
        var way = networks(grid, routes, ways, a, b);
        double slowest = 1 / Network.connection(way);
        for (var network : way) {
          slowest = Math.max(slowest, 1 / network.bandwidth().bytesPerSecond());
          perMessage[a * clusters + b] += Durations.seconds(network.latency());
        }
        perElement[a * clusters + b] = elementBytes * slowest;
      }
    }
    return new LinkCosts(clusters, perElement, perMessage);
  }

  /** What a message passes from one cluster to another. */
  private static List<Network> networks(
      Grid grid, Routes routes, Map<Pair, Way> ways, int a, int b) {
    var from = grid.clusters().get(a);
    var to = grid.clusters().get(b);
    if (a == b) {
      return List.of(from.lan());
    }
    @Nullable Way direct = ways.get(new Pair(from.name(), to.name()));
    if (direct != null) {
      return List.of(direct.network);
    }
    var route = routes.between(a, b);
    var networks = new ArrayList<Network>();
    var at = from.name();
    // A route is told from the cluster with the larger number on.
    for (var gap : a > b ? route : route.reversed()) {
      var next = gap.from().equals(at) ? gap.to() : gap.from();
      @Nullable Way way = ways.get(new Pair(at, next));
      networks.add(way == null ? gap.network() : way.network);
      at = next;
    }
    return networks;
  }
}
