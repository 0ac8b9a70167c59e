package io.strait.bench;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.Reduction;
import io.strait.model.Cluster;
import io.strait.model.Duplex;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Link;
import io.strait.model.Network;
import io.strait.model.Role;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Seeded random grids on which planning is not trivial: no two hosts are alike, gaps hold up a good
 * part of the clusters, some LANs and some masters bind. Bandwidths are drawn relative to what the
 * clusters behind them compute.
 */
final class RandomGrids {
  static final int HOSTS_PER_CLUSTER = 100;

  /** How the clusters are joined. */
  enum Topology {
    /** Regions of clusters below one root, gaps towards the root wider. */
    TREE,
    /** Any cluster with any other, four gaps each on average. */
    GRAPH,
    /** Well joined inside a continent, a few thin gaps between continents. */
    CONTINENTS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** 100 kB there and 100 kB back, nothing to be combined: every result crosses the gaps. */
  static final FarmApp APP =
      new FarmApp(
          "bench", 1_000_000, new Bytes(1e5), new Bytes(1e5), Reduction.NONE, null, null, null);

  private static final double BYTES_PER_TASK = 2e5;
  private static final int BRANCHES = 8;
  private static final int CONTINENTS = 6;

  private final Random random;
  private final int clusters;
  private final double[] supply;
  private double all;
  private final List<Link> links = new ArrayList<>();
  private final Set<Long> joined = new HashSet<>();

  private RandomGrids(int clusters, long seed) {
    this.random = new Random(seed);
    this.clusters = clusters;
    this.supply = new double[clusters];
  }

  static Grid make(int clusters, Topology topology, long seed) {
    var grids = new RandomGrids(clusters, seed);
    var hosts = new ArrayList<List<HostGroup>>();
    for (int c = 0; c < clusters; c++) {
      hosts.add(grids.hosts(c));
    }
    var list = new ArrayList<Cluster>();
    for (int c = 0; c < clusters; c++) {
      list.add(new Cluster(name(c), network(grids.lanRate(c)), hosts.get(c)));
    }
    switch (topology) {
      case TREE -> grids.tree();
      case GRAPH -> grids.graph(0, clusters, 2.0, 0.1, Math.max(8, clusters / 4.0));
      case CONTINENTS -> grids.continents();
    }
    return new Grid("random-" + topology, null, list, grids.links);
  }

  private List<HostGroup> hosts(int cluster) {
    var hosts = new ArrayList<HostGroup>(HOSTS_PER_CLUSTER);
    boolean limited = random.nextBoolean();
    for (int i = 0; i < HOSTS_PER_CLUSTER; i++) {
      double rate = between(0.2, 2);
      double draw = random.nextDouble();
      var role = draw < 0.02 ? Role.MASTER : draw < 0.3 ? Role.WORKER : Role.ANY;
      var masterRates =
          limited
              ? Map.of(APP.name(), new Rate(logBetween(50, 100.0 * clusters)))
              : Map.<String, Rate>of();
      hosts.add(
          new HostGroup(
              name(cluster) + "-h" + i,
              0,
              role,
              Map.of(APP.name(), new Rate(rate)),
              null,
              1,
              Fraction.ALL,
              null,
              masterRates));
      supply[cluster] += role.mayWork() ? rate : 0;
    }
    all += supply[cluster];
    return hosts;
  }

  /**
   * A fifth of the LANs binds its own cluster, two fifths a master there, two fifths hardly any.
   */
  private double lanRate(int cluster) {
    double draw = random.nextDouble();
    if (draw < 0.2) {
      return supply[cluster] * between(0.4, 0.95);
    }
    return draw < 0.6 ? supply[cluster] * between(3, 30) : all * between(0.3, 3);
  }

  /** Half of it a hierarchy of regions, half grown at random. */
  private void tree() {
    var parent = new int[clusters];
    for (int c = 1; c < clusters; c++) {
      parent[c] = c < clusters / 2 ? (c - 1) / BRANCHES : random.nextInt(c);
    }
    var behind = supply.clone();
    for (int c = clusters - 1; c > 0; c--) {
      behind[parent[c]] += behind[c];
    }
    for (int c = 1; c < clusters; c++) {
      join(parent[c], c, behind[c] * between(0.3, 1.5));
    }
  }

  /** A random spanning tree, then gaps between random pairs. */
  private void graph(int from, int to, double gapsPerCluster, double thin, double wide) {
    double typical = all / clusters;
    for (int c = from + 1; c < to; c++) {
      join(from + random.nextInt(c - from), c, typical * logBetween(thin, wide));
    }
    int most = (to - from) * (to - from - 1) / 2;
    int wanted = (int) Math.min(most, Math.round(gapsPerCluster * (to - from)));
    for (int made = to - from - 1; made < wanted; ) {
      int a = from + random.nextInt(to - from);
      int b = from + random.nextInt(to - from);
      if (join(a, b, typical * logBetween(thin, wide))) {
        made++;
      }
    }
  }

  private void continents() {
    int count = Math.min(CONTINENTS, Math.max(2, clusters / 4));
    for (int k = 0; k < count; k++) {
      graph(start(k, count), start(k + 1, count), 4.0, 0.5, Math.max(20, clusters / 8.0));
    }
    for (int k = 1; k < count; k++) {
      for (int i = 0; i < 3; i++) {
        int near = start(random.nextInt(k), count);
        int other = near + random.nextInt(clusters / count);
        int far = start(k, count) + random.nextInt(clusters / count);
        join(other, far, all / count * between(0.02, 0.15));
      }
    }
  }

  private int start(int continent, int count) {
    return (int) ((long) clusters * continent / count);
  }

  private boolean join(int a, int b, double rate) {
    long pair = (long) Math.min(a, b) * clusters + Math.max(a, b);
    if (a == b || !joined.add(pair)) {
      return false;
    }
    links.add(new Link(List.of(name(a), name(b)), network(rate)));
    return true;
  }

  private static Network network(double rate) {
    return new Network(
        new Bandwidth(rate * BYTES_PER_TASK), Duration.ofMillis(20), Fraction.NONE, Duplex.HALF);
  }

  private static String name(int cluster) {
    return "c" + cluster;
  }

  private double between(double low, double high) {
    return low + (high - low) * random.nextDouble();
  }

  private double logBetween(double low, double high) {
    return low * Math.pow(high / low, random.nextDouble());
  }
}
