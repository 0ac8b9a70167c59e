package io.strait.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All machines to run on: clusters and the links between them.
 *
 * @param home the cluster where the master starts by default; null if it may be any
 */
public record Grid(String name, @Nullable String home, List<Cluster> clusters, List<Link> links) {
  public Grid {
    clusters = List.copyOf(clusters);
    links = List.copyOf(links);
  }

  public int hostCount() {
    int count = 0;
    for (var cluster : clusters) {
      for (var group : cluster.hosts()) {
        count += group.size();
      }
    }
    return count;
  }
}
