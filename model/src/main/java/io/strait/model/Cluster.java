package io.strait.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hosts on one LAN.
 *
 * @param inbound which connections from other clusters it takes
 * @param start how a run starts its processes there; null if people do
 */
public record Cluster(
    String name, Network lan, List<HostGroup> hosts, Inbound inbound, @Nullable Start start) {
  public Cluster {
    hosts = List.copyOf(hosts);
  }

  /** A cluster that takes connections from everywhere, and where people start processes. */
  public Cluster(String name, Network lan, List<HostGroup> hosts) {
    this(name, lan, hosts, Inbound.ANY, null);
  }

  /** The cluster with another LAN. */
  public Cluster with(Network other) {
    return new Cluster(name, other, hosts, inbound, start);
  }

  /** The cluster with other hosts. */
  public Cluster with(List<HostGroup> others) {
    return new Cluster(name, lan, others, inbound, start);
  }
}
