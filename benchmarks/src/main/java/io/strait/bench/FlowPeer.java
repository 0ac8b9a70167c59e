package io.strait.bench;

import static java.util.Objects.requireNonNull;

import io.strait.farm.file.FarmApp;
import io.strait.model.Grid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import org.jgrapht.Graph;
import org.jgrapht.alg.flow.DinicMFImpl;
import org.jgrapht.alg.flow.PushRelabelMFImpl;
import org.jgrapht.alg.interfaces.MaximumFlowAlgorithm;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleDirectedWeightedGraph;

/**
 * JGraphT on the problem of placement: the maximum flow from all workers over LANs and gaps to one
 * master. A gap is two opposite arcs; the graph is simple, which push-relabel needs. Only the
 * flow's computation is meant to be timed, the graph stands before.
 */
final class FlowPeer {
  /** JGraphT's algorithms worth comparing with. */
  enum Algorithm {
    DINIC("Dinic"),
    PUSH_RELABEL("push-relabel");

    private final String title;

    Algorithm(String title) {
      this.title = title;
    }

    @Override
    public String toString() {
      return title;
    }
  }

  /** What the graph is made of. */
  enum Detail {
    /** Source, hosts, clusters, master. */
    HOSTS,
    /** The hosts of a cluster merged into one supply: what a user who knows flows would do. */
    CLUSTERS;
  }

  private static final double EPSILON = 1e-9;

  /** A host that may lead. */
  record Candidate(String name, int host, int cluster) {}

  private record Hosts(double[] work, double[] master, int[] cluster) {}

  private final int clusters;
  private final Hosts hosts;
  private final double[] lan;
  private final double[] available;
  private final Detail detail;
  private final Graph<Integer, DefaultWeightedEdge> graph =
      new SimpleDirectedWeightedGraph<>(DefaultWeightedEdge.class);
  private final List<DefaultWeightedEdge> supply = new ArrayList<>();
  private final List<DefaultWeightedEdge> toMaster = new ArrayList<>();
  private final List<Candidate> candidates = new ArrayList<>();
  private final int source;
  private final int sink;

  FlowPeer(Grid grid, FarmApp app, Detail detail) {
    this.detail = detail;
    clusters = grid.clusters().size();
    hosts =
        new Hosts(
            new double[grid.hostCount()], new double[grid.hostCount()], new int[grid.hostCount()]);
    lan = new double[clusters];
    available = new double[clusters];
    double volume = app.input().count() + app.output().count();
    var index = new HashMap<String, Integer>();
    int h = 0;
    for (int c = 0; c < clusters; c++) {
      var cluster = grid.clusters().get(c);
      index.put(cluster.name(), c);
      lan[c] = cluster.lan().bandwidth().bytesPerSecond() / volume;
      for (var group : cluster.hosts()) {
        var rate = app.workRate(group);
        hosts.work[h] = rate != null && group.role().mayWork() ? rate.perSecond() : 0;
        hosts.master[h] = app.masterRate(group);
        hosts.cluster[h] = c;
        available[c] += hosts.work[h];
        if (group.role().mayLead()) {
          candidates.add(new Candidate(group.name(), h, c));
        }
        h++;
      }
    }
    // Nodes: the clusters' gateways, then their LANs and hosts where they are nodes.
    int nodes = clusters;
    for (int c = 0; c < clusters; c++) {
      graph.addVertex(c);
    }
    if (detail == Detail.HOSTS) {
      nodes = 2 * clusters + h;
      for (int node = clusters; node < nodes; node++) {
        graph.addVertex(node);
      }
    }
    source = nodes;
    sink = nodes + 1;
    graph.addVertex(source);
    graph.addVertex(sink);
    if (detail == Detail.HOSTS) {
      for (int c = 0; c < clusters; c++) {
        arc(clusters + c, c, lan[c]);
      }
      for (int i = 0; i < h; i++) {
        supply.add(arc(source, 2 * clusters + i, hosts.work[i]));
        arc(2 * clusters + i, clusters + hosts.cluster[i], hosts.work[i]);
      }
    } else {
      for (int c = 0; c < clusters; c++) {
        supply.add(arc(source, c, Math.min(lan[c], available[c])));
      }
    }
    for (int c = 0; c < clusters; c++) {
      toMaster.add(arc(c, sink, 0));
    }
    for (var link : grid.links()) {
      for (var gap : link.gaps()) {
        double rate = gap.network().bandwidth().bytesPerSecond() / volume;
        int from = requireNonNull(index.get(gap.from()));
        int to = requireNonNull(index.get(gap.to()));
        arc(from, to, rate);
        arc(to, from, rate);
      }
    }
  }

  private DefaultWeightedEdge arc(int from, int to, double capacity) {
    var edge = graph.addEdge(from, to);
    graph.setEdgeWeight(edge, capacity);
    return edge;
  }

  List<Candidate> candidates() {
    return candidates;
  }

  /** The candidate of that name. */
  Candidate candidate(String name) {
    return candidates.stream().filter(c -> c.name.equals(name)).findFirst().orElseThrow();
  }

  /** One candidate of every cluster that has any: the one of that name, elsewhere the first. */
  List<Candidate> onePerCluster(String name) {
    var chosen = new LinkedHashMap<Integer, Candidate>();
    chosen.put(candidate(name).cluster, candidate(name));
    candidates.forEach(c -> chosen.putIfAbsent(c.cluster, c));
    return List.copyOf(chosen.values());
  }

  /** How many clusters have a host that may lead. */
  int candidateClusters() {
    return (int) candidates.stream().mapToInt(Candidate::cluster).distinct().count();
  }

  /** The rate with this master; sets its capacities, solves, and sets them back. */
  double rate(Candidate master, Algorithm algorithm) {
    int c = master.cluster;
    double work = hosts.work[master.host];
    double limit = Math.min(lan[c], hosts.master[master.host]);
    var own = supply.get(detail == Detail.HOSTS ? master.host : c);
    double before = graph.getEdgeWeight(own);
    graph.setEdgeWeight(
        own, detail == Detail.HOSTS ? 0 : Math.min(lan[c], Math.max(0, available[c] - work)));
    // A limit beyond all supply would only cost push-relabel precision.
    graph.setEdgeWeight(toMaster.get(c), Math.min(limit, 1e9));
    double rate = solver(algorithm).getMaximumFlow(source, sink).getValue();
    graph.setEdgeWeight(toMaster.get(c), 0);
    graph.setEdgeWeight(own, before);
    return rate;
  }

  private MaximumFlowAlgorithm<Integer, DefaultWeightedEdge> solver(Algorithm algorithm) {
    return switch (algorithm) {
      case DINIC -> new DinicMFImpl<>(graph, EPSILON);
      case PUSH_RELABEL -> new PushRelabelMFImpl<>(graph, EPSILON);
    };
  }
}
