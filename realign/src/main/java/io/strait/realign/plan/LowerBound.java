package io.strait.realign.plan;

import java.util.Arrays;

/**
 * What no assignment can go below, quickly: every block in the cluster that suits it best, with its
 * heaviest neighbours in the nearest places. It does not ask whether that goes together; {@link
 * ExactSearch} asks more.
 */
final class LowerBound {
  private final BlockGraph graph;
  private final int[] sizes;
  private final int clusters;

  /** For each layer and cluster: what places cost from there, the nearest first, and how many. */
  private final double[][][] price;

  private final int[][][] room;

  private LowerBound(BlockGraph graph, int[] sizes) {
    this.graph = graph;
    this.sizes = sizes;
    clusters = sizes.length;
    price = new double[graph.weight.length][clusters][clusters];
    room = new int[graph.weight.length][clusters][clusters];
    for (int l = 0; l < graph.weight.length; l++) {
      for (int own = 0; own < clusters; own++) {
        fill(l, own);
      }
    }
  }

  /** As {@link BlockGraph#cost(int[])} counts. */
  static double of(BlockGraph graph, int[] sizes) {
    return new LowerBound(graph, sizes).sum();
  }

  private void fill(int layer, int own) {
    var row = Arrays.copyOfRange(graph.layers.matrix(layer), own * clusters, (own + 1) * clusters);
    var places = new Integer[clusters];
    Arrays.setAll(places, c -> c);
    Arrays.sort(places, (a, b) -> Double.compare(row[a], row[b]));
    for (int k = 0; k < clusters; k++) {
      price[layer][own][k] = row[places[k]];
      room[layer][own][k] = sizes[places[k]] - (places[k] == own ? 1 : 0);
    }
  }

  private double sum() {
    double sum = 0;
    var least = new double[clusters];
    for (int i = 0; i < graph.nodes(); i++) {
      for (int c = 0; c < clusters; c++) {
        least[c] = graph.own.length > 0 ? graph.own[i * clusters + c] : 0;
      }
      for (int l = 0; l < graph.weight.length; l++) {
        if (areFree(l, i)) {
          continue;
        }
        var weights = Arrays.copyOfRange(graph.weight[l], graph.start[i], graph.start[i + 1]);
        Arrays.sort(weights);
        for (int c = 0; c < clusters; c++) {
          least[c] += nearest(l, c, weights) / 2;
        }
      }
      double best = Double.POSITIVE_INFINITY;
      for (int c = 0; c < clusters; c++) {
        best = sizes[c] > 0 ? Math.min(best, least[c]) : best;
      }
      sum += best;
    }
    return sum;
  }

  /** Whether all neighbours of a node find places that cost nothing, in whatever cluster it is. */
  private boolean areFree(int layer, int node) {
    for (int c = 0; c < clusters; c++) {
      if (price[layer][c][0] != 0
          || room[layer][c][0] < graph.start[node + 1] - graph.start[node]) {
        return false;
      }
    }
    for (int e = graph.start[node]; e < graph.start[node + 1]; e++) {
      if (graph.weight[layer][e] < 0) {
        return false;
      }
    }
    return true;
  }

  private double nearest(int layer, int own, double[] weights) {
    double sum = 0;
    int at = 0;
    int left = room[layer][own][0];
    for (int k = weights.length - 1; k >= 0; k--) {
      if (weights[k] < 0) {
        sum += weights[k] * farthest(layer, own);
        continue;
      }
      while (left <= 0) {
        left = room[layer][own][++at];
      }
      left--;
      sum += weights[k] * price[layer][own][at];
    }
    return sum;
  }

  /** What the dearest place costs: where being apart is cheaper, that is the best. */
  private double farthest(int layer, int own) {
    int k = clusters - 1;
    while (k > 0 && room[layer][own][k] <= 0) {
      k--;
    }
    return price[layer][own][k];
  }
}
