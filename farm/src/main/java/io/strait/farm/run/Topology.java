package io.strait.farm.run;

import io.strait.farm.file.PhasePlan;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who is whose child: the workers of the master's own cluster are the master's, those of other
 * clusters have a gateway between.
 *
 * @param home workers of the master itself
 * @param clusters the others, by the name of the cluster, which is also the gateway's
 */
public record Topology(List<String> home, Map<String, List<String>> clusters) {
  /** As a phase of a plan says. */
  public static Topology of(PhasePlan phase, String masterCluster) {
    var clusters = new TreeMap<String, List<String>>();
    List<String> home = List.of();
    for (var cluster : phase.clusters()) {
      if (cluster.workers().isEmpty()) {
        continue;
      }
      if (cluster.name().equals(masterCluster)) {
        home = cluster.workers();
      } else {
        clusters.put(cluster.name(), cluster.workers());
      }
    }
    return new Topology(List.copyOf(home), clusters);
  }

  /** All workers. */
  public int workers() {
    return home.size() + clusters.values().stream().mapToInt(List::size).sum();
  }
}
