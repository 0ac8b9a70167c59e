package io.strait.plan.realign;

import io.strait.model.Grid;
import io.strait.model.Permutation;
import java.util.Arrays;

/** The hosts that work, numbered cluster by cluster. */
final class Processors {
  private final int[] first;
  private final int[] clusterOf;

  private Processors(int[] sizes) {
    first = new int[sizes.length + 1];
    for (int c = 0; c < sizes.length; c++) {
      first[c + 1] = Math.addExact(first[c], sizes[c]);
    }
    clusterOf = new int[first[sizes.length]];
    for (int c = 0; c < sizes.length; c++) {
      Arrays.fill(clusterOf, first[c], first[c + 1], c);
    }
  }

  static Processors of(Grid grid) {
    return new Processors(
        grid.clusters().stream()
            .mapToInt(
                cluster ->
                    cluster.hosts().stream()
                        .filter(group -> group.role().mayWork())
                        .mapToInt(group -> group.size())
                        .sum())
            .toArray());
  }

  int count() {
    return clusterOf.length;
  }

  int clusters() {
    return first.length - 1;
  }

  /** How many processors each cluster has. */
  int[] sizes() {
    var sizes = new int[clusters()];
    Arrays.setAll(sizes, c -> first[c + 1] - first[c]);
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
