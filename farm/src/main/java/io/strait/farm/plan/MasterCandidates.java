package io.strait.farm.plan;

import io.strait.farm.file.Objective;
import io.strait.farm.plan.PlanOptions.Method;
import io.strait.model.Grid;
import io.strait.model.PlanException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The hosts that are worth planning for as masters, the most promising first. Hosts of a cluster
 * with the same rates and price are the same to a plan. Where few kinds are left, all are planned
 * and compared; where there are many, the best few by {@link MasterSearch}, without combining
 * results and as if gaps carried inputs only, and for plans by money the cheapest host of their
 * clusters too.
 */
final class MasterCandidates {
  private static final int MOST_KINDS = 24;
  private static final int MOST_CLUSTERS = 4;
  private static final int LARGE = 2_000;

  private final Grid grid;
  private final FarmNetwork net;
  private final PlanOptions options;

  MasterCandidates(Grid grid, FarmNetwork net, PlanOptions options) {
    this.grid = grid;
    this.net = net;
    this.options = options;
  }

  List<Integer> find() {
    var asked = options.master() == null ? grid.home() : options.master();
    if (asked == null || asked.equals(PlanOptions.AUTO)) {
      return among(0, net.hosts, "the grid");
    }
    int host = options.master() == null ? -1 : net.findHost(asked);
    if (host >= 0) {
      if (!net.mayLead(host)) {
        throw new PlanException.Usage(
            "host '%s' is role: worker, expected a master that is role: any or master"
                .formatted(asked));
      }
      return List.of(host);
    }
    int cluster = net.findCluster(asked);
    if (cluster < 0) {
      throw new PlanException.Usage(
          "the master '%s' is not in the grid, expected auto, a host or a cluster"
              .formatted(asked));
    }
    return among(net.hostStart[cluster], net.hostStart[cluster + 1], "cluster '" + asked + "'");
  }

  private List<Integer> among(int from, int to, String where) {
    var leaders = IntStream.range(from, to).filter(net::mayLead).toArray();
    if (leaders.length == 0) {
      throw new PlanException.Usage(
          "%s has no host that may be the master, expected one that is not role: worker"
              .formatted(where));
    }
    if (options.method() == Method.PAPER) {
      return IntStream.of(leaders).boxed().toList();
    }
    var search = new MasterSearch(net, 1);
    boolean wholeGrid = to - from == net.hosts;
    boolean rateDecides = options.objective() == Objective.FASTEST && !byMoney() && !net.reducible;
    if (wholeGrid && rateDecides) {
      return List.of(search.best(1).getFirst().host()); // the first is the best already
    }
    var kinds = kinds(leaders);
    if (kinds.size() <= MOST_KINDS) {
      kinds.sort(
          Comparator.comparingDouble((Integer h) -> -search.rate(h))
              .thenComparingDouble(h -> net.workRate[h]));
      return kinds;
    }
    var hosts = new LinkedHashSet<Integer>();
    if (wholeGrid) {
      int most = net.clusters > LARGE ? 1 : MOST_CLUSTERS;
      search.best(most).forEach(m -> hosts.add(m.host()));
      if (net.reducible) {
        new MasterSearch(net, Math.max(1, net.tasks)).best(most).forEach(m -> hosts.add(m.host()));
      }
    } else {
      hosts.add(search.bestIn(net.clusterOf[leaders[0]]).host());
    }
    if (byMoney()) {
      for (int host : List.copyOf(hosts)) {
        hosts.add(cheapestOf(net.clusterOf[host]));
      }
    }
    return List.copyOf(hosts);
  }

  private boolean byMoney() {
    return options.objective() == Objective.CHEAPEST || Double.isFinite(options.budget());
  }

  /** One host of every kind. */
  private List<Integer> kinds(int[] leaders) {
    record Kind(int cluster, double work, double master, double price) {}
    Set<Kind> seen = new HashSet<>();
    var hosts = new ArrayList<Integer>();
    for (int h : leaders) {
      if (seen.add(new Kind(net.clusterOf[h], net.workRate[h], net.masterRate[h], net.price[h]))) {
        hosts.add(h);
        if (hosts.size() > MOST_KINDS) {
          break;
        }
      }
    }
    return hosts;
  }

  private int cheapestOf(int cluster) {
    return IntStream.range(net.hostStart[cluster], net.hostStart[cluster + 1])
        .filter(net::mayLead)
        .boxed()
        .min(
            Comparator.comparingDouble((Integer h) -> net.price[h])
                .thenComparingDouble(h -> net.workRate[h]))
        .orElseThrow();
  }
}
