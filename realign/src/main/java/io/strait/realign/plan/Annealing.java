package io.strait.realign.plan;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Simulated annealing by single moves: node after node takes a cluster at random, with
 * probabilities exp(-cost / temperature), while the temperature falls.
 *
 * <p>Sizes are kept by prices: a cluster costs the more the fuller it is. They hold nearly, not
 * exactly; {@link SizeRepair} does the rest.
 *
 * <p>What a node costs in each cluster lies in one row of floats, which is a line of the cache for
 * sixteen clusters. Whether a node moves is all that is asked at most visits, so probabilities are
 * counted from its present cluster, without looking for the best one first.
 */
final class Annealing {
  /** What makes bits of a float from a logarithm. */
  private static final double PER_LOGARITHM = (1 << 23) / Math.log(2);

  /** The bits of 1, less by what makes the errors of the line small on both sides. */
  private static final float ONE = (127 - 0.043f) * (1 << 23);

  /** Nothing is more probable than this, so that sums stay finite. */
  private static final int MOST = Float.floatToRawIntBits(0x1p100f);

  /** Clusters that are looked at together; rows are as long as so many times a whole number. */
  private static final int TOGETHER = 4;

  /** What a cluster costs that does not exist. */
  private static final float NEVER = 1e30f;

  private final BlockGraph graph;
  private final int[] cluster;
  private final int[] sizes;
  private final SplittableRandom random;
  private final int clusters;
  private final int length;
  private final double stiffness;

  /** Blocks in each cluster. */
  private final int[] filled;

  /** Row by row: what a node costs in each cluster, up to a constant of the node. */
  private final float[] cost;

  private final float[][] weight;
  private final float[] price;
  private final float[] chance;
  private final float[] change;

  /**
   * @param cluster where each node is; changes as nodes move
   * @param stiffness what a block pays for a cluster that is twice as full as it should be
   */
  Annealing(
      BlockGraph graph, int[] cluster, int[] sizes, double stiffness, SplittableRandom random) {
    this.graph = graph;
    this.cluster = cluster;
    this.sizes = sizes;
    this.stiffness = stiffness;
    this.random = random;
    clusters = sizes.length;
    length = (clusters + TOGETHER - 1) / TOGETHER * TOGETHER;
    filled = new int[clusters];
    price = new float[length];
    Arrays.fill(price, clusters, length, NEVER);
    chance = new float[length];
    change = new float[clusters];
    weight = new float[graph.weight.length][graph.to.length];
    for (int l = 0; l < weight.length; l++) {
      var from = graph.weight[l];
      var to = weight[l];
      for (int e = 0; e < to.length; e++) {
        to[e] = (float) from[e];
      }
    }
    cost = new float[graph.nodes() * length];
    var row = new double[clusters];
    var neighbours = new double[clusters];
    for (int i = 0; i < graph.nodes(); i++) {
      filled[cluster[i]] += graph.size[i];
      graph.costs(i, cluster, neighbours, row);
      // Floats are for the differences, however much all clusters cost.
      double least = Double.POSITIVE_INFINITY;
      for (double each : row) {
        least = Math.min(least, each);
      }
      for (int c = 0; c < clusters; c++) {
        cost[i * length + c] = (float) (row[c] - least);
      }
    }
  }

  /** Sweeps over all nodes, from one temperature down to another. */
  void run(double hot, double cold, int sweeps) {
    for (int s = 0; s < sweeps; s++) {
      double along = sweeps == 1 ? 1 : (double) s / (sweeps - 1);
      sweep(hot * Math.pow(cold / hot, along));
    }
  }

  private void sweep(double temperature) {
    for (int c = 0; c < clusters; c++) {
      reprice(c);
    }
    float perTemperature = (float) (PER_LOGARITHM / temperature);
    for (int i = 0; i < cluster.length; i++) {
      visit(i, perTemperature);
    }
  }

  private void reprice(int c) {
    price[c] = (float) (stiffness * (filled[c] - sizes[c]) / Math.max(1, sizes[c]));
  }

  private void visit(int node, float perTemperature) {
    int before = cluster[node];
    int row = node * length;
    float perPrice = graph.size[node] * perTemperature;
    float own = cost[row + before] * perTemperature + price[before] * perPrice + ONE;
    float sum = 0;
    for (int c = 0; c < length; c += TOGETHER) {
      float first = power(own - cost[row + c] * perTemperature - price[c] * perPrice);
      float second = power(own - cost[row + c + 1] * perTemperature - price[c + 1] * perPrice);
      float third = power(own - cost[row + c + 2] * perTemperature - price[c + 2] * perPrice);
      float fourth = power(own - cost[row + c + 3] * perTemperature - price[c + 3] * perPrice);
      chance[c] = first;
      chance[c + 1] = second;
      chance[c + 2] = third;
      chance[c + 3] = fourth;
      sum += (first + second) + (third + fourth);
    }
    float left = random.nextFloat() * sum - chance[before];
    for (int c = 0; left >= 0 && c < clusters; c++) {
      if (c != before) {
        left -= chance[c];
        if (left < 0) {
          move(node, before, c);
        }
      }
    }
  }

  /** The exponential function to 3 %: powers of two by the bits of a float, a line between. */
  private static float power(float bits) {
    int whole = Math.min((int) bits, MOST);
    return Float.intBitsToFloat(whole & ~(whole >> 31));
  }

  private void move(int node, int source, int target) {
    int size = graph.size[node];
    cluster[node] = target;
    filled[source] -= size;
    filled[target] += size;
    reprice(source);
    reprice(target);
    for (int l = 0; l < weight.length; l++) {
      if (graph.layers.isUniform()) {
        tell(node, source, target, weight[l]);
      } else {
        tell(node, source, target, weight[l], graph.layers.matrix(l));
      }
    }
  }

  private void tell(int node, int source, int target, float[] weights) {
    var to = graph.to;
    int end = graph.start[node + 1];
    for (int e = graph.start[node]; e < end; e++) {
      int row = to[e] * length;
      cost[row + source] += weights[e];
      cost[row + target] -= weights[e];
    }
  }

  private void tell(int node, int source, int target, float[] weights, double[] matrix) {
    for (int c = 0; c < clusters; c++) {
      change[c] = (float) (matrix[target * clusters + c] - matrix[source * clusters + c]);
    }
    for (int e = graph.start[node]; e < graph.start[node + 1]; e++) {
      int row = graph.to[e] * length;
      for (int c = 0; c < clusters; c++) {
        cost[row + c] += weights[e] * change[c];
      }
    }
  }
}
