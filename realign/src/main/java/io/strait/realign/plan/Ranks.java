package io.strait.realign.plan;

import io.strait.model.Grid;
import io.strait.realign.file.Permutation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The processors of a realignment: all hosts that work, cluster by cluster. The first of a cluster
 * is its gateway.
 */
public final class Ranks {
  private final Grid grid;
  private final int[] first;
  private final int[] clusterOf;

  private Ranks(Grid grid) {
    this.grid = grid;
    var clusters = grid.clusters();
    first = new int[clusters.size() + 1];
    for (int c = 0; c < clusters.size(); c++) {
      int size = 0;
      for (var group : clusters.get(c).hosts()) {
        size += group.role().mayWork() ? group.size() : 0;
      }
      first[c + 1] = first[c] + size;
    }
    clusterOf = new int[first[clusters.size()]];
    for (int c = 0; c < clusters.size(); c++) {
      Arrays.fill(clusterOf, first[c], first[c + 1], c);
    }
  }

  public static Ranks of(Grid grid) {
    return new Ranks(grid);
  }

  public int size() {
    return clusterOf.length;
  }

  public int clusters() {
    return first.length - 1;
  }

  public int clusterOf(int rank) {
    return clusterOf[rank];
  }

  /** The first rank of a cluster; of the number after the last cluster, the number of ranks. */
  public int first(int cluster) {
    return first[cluster];
  }

  public int size(int cluster) {
    return first[cluster + 1] - first[cluster];
  }

  public boolean isGateway(int rank) {
    return first[clusterOf[rank]] == rank;
  }

  public String clusterName(int cluster) {
    return grid.clusters().get(cluster).name();
  }

  /** The names of all hosts, by rank. */
  public List<String> hosts() {
    var hosts = new ArrayList<String>(size());
    for (var cluster : grid.clusters()) {
      for (var group : cluster.hosts()) {
        for (int i = 0; group.role().mayWork() && i < group.size(); i++) {
          hosts.add(group.hostName(i));
        }
      }
    }
    return hosts;
  }

  public int[] firsts() {
    return first.clone();
  }

  /** How many ranks each cluster has. */
  int[] sizes() {
    var sizes = new int[clusters()];
    Arrays.setAll(sizes, this::size);
    return sizes;
  }

  /** The cluster of every block in natural order. */
  int[] natural() {
    return clusterOf.clone();
  }

  /** The cluster of every block under a numbering. */
  int[] clusters(Permutation numbering) {
    var clusters = new int[numbering.size()];
    Arrays.setAll(clusters, block -> clusterOf[numbering.of(block)]);
    return clusters;
  }

  /**
   * A numbering that puts every block into its cluster. A block whose own processor is there stays
   * on it; the others get what is left in rising order.
   */
  Permutation numbering(int[] clusters) {
    int blocks = clusters.length;
    var processors = new int[blocks];
    Arrays.fill(processors, -1);
    var taken = new boolean[blocks];
    for (int block = 0; block < blocks; block++) {
      if (clusterOf[block] == clusters[block]) {
        processors[block] = block;
        taken[block] = true;
      }
    }
    var next = Arrays.copyOf(first, clusters());
    for (int block = 0; block < blocks; block++) {
      if (processors[block] < 0) {
        int cluster = clusters[block];
        while (taken[next[cluster]]) {
          next[cluster]++;
        }
        processors[block] = next[cluster]++;
      }
    }
    return Permutation.of(processors);
  }
}
