package io.strait.model;

import java.util.List;

/** Hosts on one LAN. */
public record Cluster(String name, Network lan, List<HostGroup> hosts) {
  public Cluster {
    hosts = List.copyOf(hosts);
  }
}
