package io.strait.realign.plan;

import java.util.SplittableRandom;

/**
 * Simulated annealing by single moves: node after node takes a cluster at random, with
 * probabilities exp(-cost / temperature), while the temperature falls.
 *
 * <p>Sizes are kept by prices: a cluster costs the more the fuller it is. They hold nearly, not
 * exactly; {@link SizeRepair} does the rest.
 */
final class Annealing {
  /** At a temperature of 1, nobody chooses what costs so much more than the least. */
  private static final double HOPELESS = 10;

  private static final double PER_LOGARITHM = (1L << 52) / Math.log(2);

  /** The bits of 1, less by what makes the errors of the line small on both sides. */
  private static final double ONE = 1023.0 * (1L << 52) - 0.043 * (1L << 52);

  private final Placing placing;
  private final int[] sizes;
  private final SplittableRandom random;
  private final int clusters;
  private final double[] price;
  private final double[] chance;
  private final double stiffness;

  /**
   * @param stiffness what a block pays for a cluster that is twice as full as it should be
   */
  Annealing(Placing placing, int[] sizes, double stiffness, SplittableRandom random) {
    this.placing = placing;
    this.sizes = sizes;
    this.random = random;
    this.stiffness = stiffness;
    clusters = sizes.length;
    price = new double[clusters];
    chance = new double[clusters];
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
    for (int i = 0; i < placing.graph.nodes(); i++) {
      visit(i, temperature);
    }
  }

  /** The exponential function to 3 %: powers of two by the bits of a double, a line between. */
  private static double exp(double x) {
    return Double.longBitsToDouble((long) (x * PER_LOGARITHM + ONE));
  }

  private void reprice(int c) {
    price[c] = stiffness * (placing.filled[c] - sizes[c]) / Math.max(1, sizes[c]);
  }

  private void visit(int node, double temperature) {
    var cost = placing.cost;
    int row = node * clusters;
    int size = placing.graph.size[node];
    double least = Double.POSITIVE_INFINITY;
    for (int c = 0; c < clusters; c++) {
      double own = cost[row + c] + size * price[c];
      chance[c] = own;
      least = Math.min(least, own);
    }
    double limit = least + HOPELESS * temperature;
    double perTemperature = 1 / temperature;
    double sum = 0;
    for (int c = 0; c < clusters; c++) {
      double own = chance[c];
      chance[c] = own > limit ? 0 : exp((least - own) * perTemperature);
      sum += chance[c];
    }
    int before = placing.cluster[node];
    if (chance[before] == sum) {
      return;
    }
    double left = random.nextDouble() * sum - chance[before];
    if (left < 0) {
      return;
    }
    for (int c = 0; c < clusters; c++) {
      if (c != before && chance[c] > 0) {
        left -= chance[c];
        if (left < 0) {
          placing.move(node, c);
          reprice(before);
          reprice(c);
          return;
        }
      }
    }
  }
}
