package io.strait.farm.report;

import io.strait.farm.report.EventIndex.Node;
import io.strait.farm.report.EventIndex.Role;
import io.strait.model.Duplex;
import io.strait.model.Grid;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.view.page.Bins;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes every LAN and every gap carried when. As in a plan, traffic between clusters loads
 * the gaps with the fewest crossings between them and the LAN of the parent, traffic within a
 * cluster its LAN.
 */
final class NetworkLoad {
  private static final int MOST = 2_000;

  /**
   * One LAN or gap.
   *
   * @param gap null if it is a LAN
   * @param network towards the parent
   * @param back from the parent
   * @param clusters whose nodes used it
   */
  record Use(
      String name,
      Link.@Nullable Gap gap,
      Network network,
      Network back,
      Set<String> clusters,
      Bins up,
      Bins down) {
    /**
     * What counts against the capacity: both directions of half duplex, else the fuller one, as so
     * much of that capacity.
     */
    double[] perSecond(int bins) {
      var rates = up.perSecond(bins);
      var other = down.perSecond(bins);
      for (int i = 0; i < rates.length; i++) {
        rates[i] = counted(rates[i], other[i]);
      }
      return rates;
    }

    private double counted(double up, double down) {
      if (network.duplex() == Duplex.HALF) {
        return up + down;
      }
      return Math.max(counted(up, network), counted(down, back));
    }

    private double counted(double bytes, Network direction) {
      double usable = usable(direction);
      if (usable == capacity()) {
        return bytes;
      }
      return Double.isInfinite(usable) ? 0 : bytes * (capacity() / usable);
    }

    /** Bytes per second towards the parent; the other way where that one has no limit. */
    double capacity() {
      double usable = usable(network);
      return Double.isInfinite(usable) ? usable(back) : usable;
    }

    private double usable(Network direction) {
      double roundTrip = Network.roundTrip(List.of(network, back)) / 2;
      var usable = gap == null ? direction.bandwidth() : direction.ofConnections(1, roundTrip);
      return usable.bytesPerSecond();
    }

    /** Bytes per second that count, on average over some seconds. */
    double mean(double seconds) {
      return counted(up.sum(), down.sum()) / seconds;
    }
  }

  private final Grid grid;
  private final Crew crew;
  private final long span;
  private final int bins;
  private final Map<String, Network> lans = new HashMap<>();
  private final GapRoutes routes;
  private final Map<String, List<Use>> ways = new HashMap<>();
  private final Map<String, Use> uses = new LinkedHashMap<>();

  NetworkLoad(Grid grid, Crew crew, long span, int bins) {
    this.grid = grid;
    this.crew = crew;
    this.span = span;
    this.bins = bins;
    grid.clusters().forEach(c -> lans.put(c.name(), c.lan()));
    routes = new GapRoutes(grid);
  }

  void carried(Node node, long from, long to, double up, double down) {
    @Nullable Node parent = crew.parent(node);
    if (parent == null) {
      return;
    }
    var here = crew.clusterOf(node);
    var there = crew.clusterOf(parent);
    boolean worker = node.role() == Role.WORKER;
    var way =
        ways.computeIfAbsent(
            (worker ? "w " : "g ") + here + "\t" + there, key -> way(worker, here, there));
    for (var use : way) {
      use.up.add(from, to, up);
      use.down.add(from, to, down);
    }
  }

  private List<Use> way(boolean worker, String here, String there) {
    var way = new ArrayList<Use>();
    if (worker || here.equals(there)) {
      addLan(way, here, here);
    }
    if (!here.equals(there)) {
      var at = here;
      for (var gap : routes.between(here, there)) {
        var next = gap.from().equals(at) ? gap.to() : gap.from();
        add(way, here, "gap " + gap.name(), gap, gap.leaving(at), gap.leaving(next));
        at = next;
      }
      addLan(way, here, there);
    }
    return way;
  }

  private void addLan(List<Use> way, String from, String cluster) {
    @Nullable Network lan = lans.get(cluster);
    if (lan != null) {
      add(way, from, "LAN " + cluster, null, lan, lan);
    }
  }

  private void add(
      List<Use> way,
      String from,
      String name,
      Link.@Nullable Gap gap,
      Network network,
      Network back) {
    if (uses.size() >= MOST && !uses.containsKey(name)) {
      return;
    }
    var use =
        uses.computeIfAbsent(
            name,
            n ->
                new Use(
                    n,
                    gap,
                    network,
                    back,
                    new HashSet<>(),
                    new Bins(span, bins),
                    new Bins(span, bins)));
    use.clusters.add(from);
    way.add(use);
  }

  /** All that carried something, gaps first, in the order of the grid. */
  List<Use> uses() {
    var found = new ArrayList<Use>();
    for (var link : grid.links()) {
      link.gaps().forEach(g -> addUse(found, "gap " + g.name()));
    }
    grid.clusters().forEach(c -> addUse(found, "LAN " + c.name()));
    return found;
  }

  private void addUse(List<Use> found, String name) {
    @Nullable Use use = uses.get(name);
    if (use != null && !found.contains(use)) {
      found.add(use);
    }
  }
}
