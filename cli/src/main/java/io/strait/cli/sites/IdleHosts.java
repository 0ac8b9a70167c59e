package io.strait.cli.sites;

import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A grid with as many hosts as have room: a host takes as many idle cores as it has. */
final class IdleHosts {
  private IdleHosts() {}

  /**
   * @param idle cores that are idle, by cluster; other clusters stay as they are
   */
  static Grid of(Grid grid, Map<String, Integer> idle) {
    var clusters = new ArrayList<Cluster>();
    for (var cluster : grid.clusters()) {
      @Nullable Integer cores = idle.get(cluster.name());
      clusters.add(
          cores == null
              ? cluster
              : new Cluster(
                  cluster.name(),
                  cluster.lan(),
                  hosts(cluster.hosts(), cores),
                  cluster.inbound(),
                  cluster.start()));
    }
    return new Grid(grid.name(), grid.home(), clusters, grid.links());
  }

  private static List<HostGroup> hosts(List<HostGroup> groups, int cores) {
    var hosts = new ArrayList<HostGroup>();
    int left = cores;
    for (var group : groups) {
      int fit = group.role().mayWork() ? Math.min(group.size(), left / group.cores()) : 0;
      left -= fit * group.cores();
      if (fit == group.size() || !group.role().mayWork()) {
        hosts.add(group);
      } else if (fit > 0) {
        hosts.add(changed(group, fit, group.role()));
      }
    }
    // A cluster has hosts; one that may not work waits for nothing.
    return hosts.isEmpty()
        ? List.of(changed(groups.getFirst(), groups.getFirst().count(), Role.MASTER))
        : hosts;
  }

  private static HostGroup changed(HostGroup group, int count, Role role) {
    return new HostGroup(
        group.name(),
        count,
        role,
        group.rates(),
        group.speed(),
        group.cores(),
        group.available(),
        group.price(),
        group.masterRates(),
        group.peripherals());
  }
}
