package io.strait.cli.sites;

import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Role;
import io.strait.model.Start;
import io.strait.model.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which hosts of a grid have probes.
 *
 * @param home the cluster of this machine
 * @param here the name of this machine in it
 * @param clusters those where probes are started
 * @param others the names of clusters that do not say how
 * @param each how many hosts of a group of equal ones
 */
public record ProbePlaces(
    Cluster home, String here, List<Cluster> clusters, List<String> others, int each) {
  public ProbePlaces {
    clusters = List.copyOf(clusters);
    others = List.copyOf(others);
  }

  /**
   * The places of a grid.
   *
   * @param file where it stands, for people
   */
  public static ProbePlaces of(Grid grid, int each, Path file) {
    var home =
        grid.clusters().stream()
            .filter(cluster -> cluster.name().equals(grid.home()))
            .findFirst()
            .orElse(grid.clusters().getFirst());
    @Nullable Start start = home.start();
    if (start != null && !start.ssh().isEmpty() && !start.isPerHost()) {
      throw new UsageException(
          "%s: home '%s' is behind ssh, expected a cluster of its own for this machine, such as home: {hosts: [{name: laptop, role: master}]}"
              .formatted(file, home.name()));
    }
    var here =
        home.hosts().stream()
            .filter(group -> group.role() == Role.MASTER)
            .findFirst()
            .orElse(home.hosts().getFirst())
            .hostName(0);
    var places = new ProbePlaces(home, here, grid.clusters(), List.of(), each);
    var clusters =
        grid.clusters().stream()
            .filter(cluster -> cluster.start() != null && !places.wanted(cluster).isEmpty())
            .toList();
    if (clusters.isEmpty()) {
      throw new UsageException(
          "%s: no cluster but this machine has start, expected start: {ssh: HOST, …} in one"
              .formatted(file));
    }
    var others =
        grid.clusters().stream()
            .filter(cluster -> cluster.start() == null && !cluster.equals(home))
            .map(Cluster::name)
            .toList();
    return new ProbePlaces(home, here, clusters, others, each);
  }

  /** The hosts of a cluster that get probes: those that work, some of each group. */
  List<String> wanted(Cluster cluster) {
    @Nullable Start start = cluster.start();
    var names = new ArrayList<String>();
    for (var group : cluster.hosts()) {
      for (int i = 0; i < Math.min(each, group.size()) && group.role().mayWork(); i++) {
        names.add(group.hostName(i));
      }
    }
    names.remove(here);
    boolean isOneMachine = start == null || (start.engine() == null && !start.isPerHost());
    if (isOneMachine && cluster.equals(home)) {
      return List.of(); // this machine has its probe
    }
    return isOneMachine && names.size() > 1 ? names.subList(0, 1) : names;
  }

  /** All hosts of a cluster, those with probes first. */
  List<String> all(Cluster cluster) {
    var names = new ArrayList<>(wanted(cluster));
    for (var group : cluster.hosts()) {
      for (int i = 0; i < group.size(); i++) {
        if (!names.contains(group.hostName(i)) && !group.hostName(i).equals(here)) {
          names.add(group.hostName(i));
        }
      }
    }
    return names;
  }

  /** The cores that a job of a cluster asks for, as in a run. */
  static int cores(Cluster cluster) {
    return cluster.hosts().stream().mapToInt(HostGroup::cores).max().orElse(1);
  }
}
