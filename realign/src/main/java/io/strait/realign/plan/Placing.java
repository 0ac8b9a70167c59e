package io.strait.realign.plan;

/**
 * Nodes in clusters, and what each would cost in every cluster as long as the others stay: one
 * number for each node and cluster, kept up to date as nodes move.
 */
final class Placing {
  final BlockGraph graph;
  final int[] cluster;

  /** Row by row: what a node costs in each cluster, up to a constant of the node. */
  final double[] cost;

  /** Blocks in each cluster. */
  final int[] filled;

  private final int clusters;
  private final double[] neighbours;

  Placing(BlockGraph graph, int[] cluster) {
    this.graph = graph;
    this.cluster = cluster.clone();
    clusters = graph.clusters();
    neighbours = new double[clusters];
    cost = new double[graph.nodes() * clusters];
    filled = new int[clusters];
    var row = new double[clusters];
    for (int i = 0; i < graph.nodes(); i++) {
      filled[cluster[i]] += graph.size[i];
      graph.costs(i, cluster, neighbours, row);
      System.arraycopy(row, 0, cost, i * clusters, clusters);
    }
  }

  /** What is saved by moving a node alone. */
  double gain(int node, int target) {
    return cost[node * clusters + cluster[node]] - cost[node * clusters + target];
  }

  /** What is saved by exchanging two nodes of different clusters. */
  double exchangeGain(int first, int second) {
    int a = cluster[first];
    int b = cluster[second];
    // Each gain counts on the other staying.
    return gain(first, b) + gain(second, a) - overlap(first, second, a, b);
  }

  private double overlap(int first, int second, int a, int b) {
    boolean fewer = degree(first) <= degree(second);
    int from = fewer ? first : second;
    int other = fewer ? second : first;
    for (int e = graph.start[from]; e < graph.start[from + 1]; e++) {
      if (graph.to[e] == other) {
        double sum = 0;
        for (int l = 0; l < graph.weight.length; l++) {
          var m = graph.layers.matrix(l);
          double apart = m[a * clusters + b] + m[b * clusters + a];
          double together = m[a * clusters + a] + m[b * clusters + b];
          sum += graph.weight[l][e] * (apart - together);
        }
        return sum;
      }
    }
    return 0;
  }

  private int degree(int node) {
    return graph.start[node + 1] - graph.start[node];
  }

  void exchange(int first, int second) {
    int a = cluster[first];
    move(first, cluster[second]);
    move(second, a);
  }

  void move(int node, int target) {
    int source = cluster[node];
    if (source == target) {
      return;
    }
    cluster[node] = target;
    filled[source] -= graph.size[node];
    filled[target] += graph.size[node];
    for (int l = 0; l < graph.weight.length; l++) {
      var weight = graph.weight[l];
      if (graph.layers.isUniform()) {
        for (int e = graph.start[node]; e < graph.start[node + 1]; e++) {
          int row = graph.to[e] * clusters;
          cost[row + source] += weight[e];
          cost[row + target] -= weight[e];
        }
        continue;
      }
      // How a weight of 1 changes the costs of a neighbour.
      var matrix = graph.layers.matrix(l);
      for (int c = 0; c < clusters; c++) {
        neighbours[c] = matrix[target * clusters + c] - matrix[source * clusters + c];
      }
      for (int e = graph.start[node]; e < graph.start[node + 1]; e++) {
        int row = graph.to[e] * clusters;
        for (int c = 0; c < clusters; c++) {
          cost[row + c] += weight[e] * neighbours[c];
        }
      }
    }
  }
}
