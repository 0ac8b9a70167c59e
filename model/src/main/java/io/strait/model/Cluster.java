package io.strait.model;

import java.util.List;

/**
 * Hosts on one LAN.
 *
 * @param inbound which connections from other clusters it takes
 */
public record Cluster(String name, Network lan, List<HostGroup> hosts, Inbound inbound) {
  public Cluster {
    hosts = List.copyOf(hosts);
  }

  /** A cluster that takes connections from everywhere. */
  public Cluster(String name, Network lan, List<HostGroup> hosts) {
    this(name, lan, hosts, Inbound.ANY);
  }

  /** The cluster with another LAN. */
  public Cluster with(Network other) {
    return new Cluster(name, other, hosts, inbound);
  }

  /** The cluster with other hosts. */
  public Cluster with(List<HostGroup> others) {
    return new Cluster(name, lan, others, inbound);
  }
}
