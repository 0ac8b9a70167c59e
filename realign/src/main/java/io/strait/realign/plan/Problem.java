package io.strait.realign.plan;

import io.strait.realign.file.ArrayDistribution;
import io.strait.realign.file.ClusterTraffic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where blocks are to go: the steps of a realignment, the room in clusters, and what sending costs.
 * A placement names the cluster of every block, phase by phase; which processor of a cluster a
 * block gets makes no difference.
 *
 * <p>Solvers count in whole numbers, so that sums are exact and ties are ties: costs times a power
 * of two that leaves room for sums over all blocks and clusters. Whole costs are taken as they are.
 */
final class Problem {
  /** Stands for the places of a phase whose blocks have none yet. */
  static final int[] NOWHERE = {};

  /** The bits of a long that all costs together may take; the rest is room for solvers. */
  private static final int BITS = 50;

  /** A problem with whole costs, which need not be rounded. */
  private static final int WHOLE_BITS = 60;

  private final List<ArrayDistribution> distributions;
  private final int blocks;
  private final int[] sizes;
  private final LinkCosts costs;
  private final List<MessagePattern> outs = new ArrayList<>();
  private final List<MessagePattern> ins = new ArrayList<>();
  private final double factor;
  private final double[] row;
  private final long elements;
  private long messages;

  Problem(List<ArrayDistribution> phases, int[] sizes, LinkCosts costs) {
    this.distributions = List.copyOf(phases);
    this.sizes = sizes.clone();
    this.costs = costs;
    blocks = Arrays.stream(sizes).sum();
    for (int k = 0; k + 1 < phases.size(); k++) {
      outs.add(new MessagePattern(phases.get(k), phases.get(k + 1)));
      ins.add(new MessagePattern(phases.get(k + 1), phases.get(k)));
      messages = Math.addExact(messages, outs.get(k).messages());
    }
    elements = Math.multiplyExact(phases.getFirst().elements(), (long) steps());
    row = new double[sizes.length];
    factor = factor();
  }

  private double factor() {
    double mostPerElement = 0;
    double mostPerMessage = 0;
    boolean whole = true;
    for (int a = 0; a < sizes.length; a++) {
      for (int b = 0; b < sizes.length; b++) {
        mostPerElement = Math.max(mostPerElement, costs.perElement(a, b));
        mostPerMessage = Math.max(mostPerMessage, costs.perMessage(a, b));
        whole &= costs.perElement(a, b) == Math.rint(costs.perElement(a, b));
        whole &= costs.perMessage(a, b) == Math.rint(costs.perMessage(a, b));
      }
    }
    double most = elements * mostPerElement + messages * mostPerMessage;
    int exponent = most == 0 ? 0 : 1 + Math.getExponent(most);
    int clusterBits = Integer.SIZE - Integer.numberOfLeadingZeros(sizes.length);
    return whole && exponent <= WHOLE_BITS - clusterBits ? 1 : Math.scalb(1.0, BITS - exponent);
  }

  int blocks() {
    return blocks;
  }

  int clusters() {
    return sizes.length;
  }

  int[] sizes() {
    return sizes.clone();
  }

  LinkCosts costs() {
    return costs;
  }

  int steps() {
    return outs.size();
  }

  int phases() {
    return outs.size() + 1;
  }

  ArrayDistribution distribution(int phase) {
    return distributions.get(phase);
  }

  /** What blocks of phase k send to those of phase k + 1. */
  MessagePattern out(int step) {
    return outs.get(step);
  }

  /** What blocks of phase k + 1 get from those of phase k. */
  MessagePattern in(int step) {
    return ins.get(step);
  }

  /** The messages of all steps. */
  long messages() {
    return messages;
  }

  /** Moved in all steps. */
  long elements() {
    return elements;
  }

  /** A cost as solvers count it. */
  long whole(double cost) {
    return Math.round(cost * factor);
  }

  /** A cost that solvers have counted. */
  double cost(long whole) {
    return whole / factor;
  }

  /** Room for what each block of a phase costs in each cluster. */
  long[] table() {
    return new long[Math.multiplyExact(blocks, sizes.length)];
  }

  /**
   * What each block of a phase costs in each cluster, row by row, all others where they are: {@code
   * m[i,a] = sum over b of W[i,b]*L[a,b] + M[i,b]*l[a,b]} for what it sends, likewise for what it
   * gets.
   *
   * @param places of the blocks by phase; {@link #NOWHERE} for phases that do not count yet
   */
  void fill(long[] table, int phase, int[][] places) {
    Arrays.fill(table, 0);
    if (phase < steps() && places[phase + 1].length > 0) {
      add(table, outs.get(phase), places[phase + 1], true);
    }
    if (phase > 0 && places[phase - 1].length > 0) {
      add(table, ins.get(phase - 1), places[phase - 1], false);
    }
  }

  private void add(long[] table, MessagePattern pattern, int[] others, boolean out) {
    var weights = new Weights(pattern, others, sizes.length);
    for (int n = 0; n < blocks; n++) {
      int block = pattern.block(n);
      weights.of(block);
      Arrays.fill(row, 0);
      for (int k = 0; k < weights.size(); k++) {
        int b = weights.cluster(k);
        double elementsOfB = weights.elements(b);
        double messagesOfB = weights.messages(b);
        for (int a = 0; a < row.length; a++) {
          int from = out ? a : b;
          int to = out ? b : a;
          row[a] += elementsOfB * costs.perElement(from, to);
          row[a] += messagesOfB * costs.perMessage(from, to);
        }
      }
      for (int a = 0; a < row.length; a++) {
        table[block * row.length + a] += whole(row[a]);
      }
    }
  }

  /** What goes from cluster to cluster in all steps, an element counted as so many bytes. */
  ClusterTraffic traffic(int[][] places, int elementBytes) {
    var traffic = new ClusterTraffic(sizes.length);
    for (int k = 0; k < steps(); k++) {
      var pattern = outs.get(k);
      var weights = new Weights(pattern, places[k + 1], sizes.length);
      for (int n = 0; n < blocks; n++) {
        int block = pattern.block(n);
        weights.of(block);
        for (int i = 0; i < weights.size(); i++) {
          int to = weights.cluster(i);
          traffic.add(
              places[k][block], to, weights.messages(to), weights.elements(to) * elementBytes);
        }
      }
    }
    return traffic;
  }

  /** What a placement costs. */
  double cost(int[][] places) {
    return cost(traffic(places, 1), 1);
  }

  /** What traffic costs, summed by pairs of clusters: equal traffic costs exactly the same. */
  double cost(ClusterTraffic traffic, int elementBytes) {
    double sum = 0;
    for (int a = 0; a < sizes.length; a++) {
      for (int b = 0; b < sizes.length; b++) {
        sum += costs.of(a, b, traffic.messages(a, b), traffic.bytes(a, b) / elementBytes);
      }
    }
    return sum;
  }
}
