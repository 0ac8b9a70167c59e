package io.strait.lab.relay;

import io.strait.model.Grid;
import java.util.ArrayList;
import java.util.List;

/**
 * The hosts of a lab with their addresses: those of the grid, and a gateway for every cluster,
 * which is the last.
 *
 * @param clusters their names, in the order of the grid
 */
public record Hosts(List<String> clusters, List<List<Host>> byCluster) {
  /** What the name of a cluster's gateway begins with. */
  public static final String GATEWAY = "gateway.";

  /** Addresses have a byte for the cluster. */
  public static final int MOST_CLUSTERS = 255;

  /** A host and where it is reached. */
  public record Host(String name, String address) {}

  public Hosts {
    clusters = List.copyOf(clusters);
    byCluster = List.copyOf(byCluster);
  }

  public static Hosts of(Grid grid) {
    var names = new ArrayList<String>();
    var all = new ArrayList<List<Host>>();
    for (var cluster : grid.clusters()) {
      int number = names.size();
      names.add(cluster.name());
      var hosts = new ArrayList<Host>();
      for (var group : cluster.hosts()) {
        for (int i = 0; i < group.size(); i++) {
          hosts.add(host(group.hostName(i), number, hosts.size() + 1));
        }
      }
      hosts.add(host(GATEWAY + cluster.name(), number, hosts.size() + 1));
      all.add(List.copyOf(hosts));
    }
    return new Hosts(names, all);
  }

  private static Host host(String name, int cluster, int number) {
    return new Host(name, "10.%d.%d.%d".formatted(cluster, number >> 8, number & 255));
  }

  /** The hosts of a cluster. */
  public List<Host> of(int cluster) {
    return byCluster.get(cluster);
  }

  /** All hosts. */
  public List<Host> all() {
    return byCluster.stream().flatMap(List::stream).toList();
  }
}
