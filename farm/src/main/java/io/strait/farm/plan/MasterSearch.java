package io.strait.farm.plan;

import io.strait.farm.file.FarmApp;
import io.strait.model.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The best master over all hosts that may lead: the one with the highest rate when all other hosts
 * may work and all gateways combine equally many results (placement, section 4.2, but exact).
 *
 * <p><b>Algorithm.</b> All candidates of a cluster share one number: {@code G(c)}, the maximum flow
 * from the other clusters into c. Host m then yields {@code min(master(m), LAN(c), A(c) - work(m) +
 * G(c))}, so hosts cost O(1) each and only clusters cost a flow. Take the clusters by falling upper
 * bound and stop when no bound exceeds the best found. At first a bound is the capacity around the
 * cluster itself; every flow then yields a minimum cut, which bounds all clusters on the far side
 * of it at once (as in a Gomory-Hu tree), so regions behind one bottleneck cost one flow, not one
 * per cluster. Worst case C maximum flows on the graph of clusters; memory O(hosts + gaps).
 */
public final class MasterSearch {
  private static final double SLACK = 1e-9;

  /**
   * The best master of a grid.
   *
   * @param rate tasks per second that it yields
   * @param flows how many maximum flows it took to find it
   */
  public record Best(String host, String cluster, double rate, int flows) {}

  /** A host and the rate that it yields as master. */
  record Candidate(int host, double rate) {}

  private final FarmNetwork net;
  private final double[] supply;
  private final double[] available;
  private final RootFlows inflows;

  /**
   * @param aggregate how many results gateways combine, the same for all
   */
  MasterSearch(FarmNetwork net, long aggregate) {
    this.net = net;
    supply = new double[net.clusters];
    available = new double[net.clusters];
    int source = net.clusters;
    var flow = new FlowNetwork(net.clusters + 1, net.clusters + net.gaps);
    double all = 0;
    for (int c = 0; c < net.clusters; c++) {
      available[c] = net.availableRate(c, -1);
      supply[c] = Math.min(available[c], net.lanRate(c));
      all += supply[c];
      flow.addEdge(source, c, supply[c]);
    }
    for (int g = 0; g < net.gaps; g++) {
      // The flow into a cluster is found as one from it: what goes there comes back.
      double never = 4 * all + 1;
      flow.addEdge(
          net.gapFrom[g],
          net.gapTo[g],
          Math.min(net.gapRate(g, false, aggregate), never),
          Math.min(net.gapRate(g, true, aggregate), never));
    }
    inflows = new RootFlows(flow, net.clusters + 1, source, 0);
  }

  /** The best master when no results are combined, or null where no host may lead. */
  public static @Nullable Best find(Grid grid, FarmApp app) {
    var net = new FarmNetwork(grid, app);
    var search = new MasterSearch(net, 1);
    var found = search.best(1);
    if (found.isEmpty()) {
      return null;
    }
    int host = found.getFirst().host;
    return new Best(
        net.hostName(host),
        net.clusterName(net.clusterOf[host]),
        found.getFirst().rate,
        search.flows());
  }

  /** How many maximum flows were computed. */
  int flows() {
    return inflows.flows();
  }

  /** The best master of one cluster, or host -1 where none may lead. */
  Candidate bestIn(int cluster) {
    return bestHost(cluster, inflow(cluster));
  }

  /** The rate that a given host yields. */
  double rate(int host) {
    int c = net.clusterOf[host];
    return value(host, c, inflow(c));
  }

  /**
   * The best master of the grid first, then the best masters of the next best clusters, {@code
   * most} in all.
   */
  List<Candidate> best(int most) {
    var open = new PriorityQueue<ClusterBound>();
    for (int c = 0; c < net.clusters; c++) {
      double bound = bestHost(c, inflowBound(c)).rate;
      if (bound >= 0) {
        open.add(new ClusterBound(c, bound));
      }
    }
    var found = new ArrayList<Candidate>();
    var kept = new PriorityQueue<Double>(); // the highest rates found, at most as many as asked for
    while (!open.isEmpty()) {
      var top = open.remove();
      if (kept.size() == most && top.rate() <= kept.element() * (1 + SLACK)) {
        break;
      }
      double bound = bestHost(top.cluster(), inflowBound(top.cluster())).rate;
      if (bound < top.rate()) {
        open.add(new ClusterBound(top.cluster(), bound));
        continue;
      }
      var candidate = bestIn(top.cluster());
      found.add(candidate);
      kept.add(candidate.rate);
      if (kept.size() > most) {
        kept.remove();
      }
    }
    // Rounding must not decide between equals.
    double best = found.stream().mapToDouble(Candidate::rate).max().orElse(0) * (1 - SLACK);
    found.sort(
        (a, b) -> {
          int byRate = Double.compare(Math.min(b.rate, best), Math.min(a.rate, best));
          return byRate != 0 ? byRate : Integer.compare(a.host, b.host);
        });
    return found.subList(0, Math.min(most, found.size()));
  }

  /** Maximum flow from the other clusters into this one. */
  private double inflow(int cluster) {
    return Math.max(0, inflows.value(cluster) - supply[cluster]);
  }

  /** An upper bound of it. */
  private double inflowBound(int cluster) {
    return Math.max(0, inflows.atMost(cluster) - supply[cluster]);
  }

  private Candidate bestHost(int cluster, double inflow) {
    var best = new Candidate(-1, -1);
    for (int h = net.hostStart[cluster]; h < net.hostStart[cluster + 1]; h++) {
      if (net.mayLead(h)) {
        double rate = value(h, cluster, inflow);
        // A host that computes nothing is the natural master among equals.
        if (rate > best.rate * (1 + SLACK)
            || best.host < 0
            || (rate >= best.rate * (1 - SLACK) && net.workRate[h] < net.workRate[best.host])) {
          best = new Candidate(h, rate);
        }
      }
    }
    return best;
  }

  private double value(int host, int cluster, double inflow) {
    double others = Math.max(0, available[cluster] - net.workRate[host]);
    return Math.min(net.masterRate[host], Math.min(net.lanRate(cluster), others + inflow));
  }
}
