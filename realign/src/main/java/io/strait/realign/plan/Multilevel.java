package io.strait.realign.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The search for large cases: nodes are put together two by two ({@link Coarsening}) until few are
 * left, which are annealed from scratch, several times if few levels follow; the best is taken back
 * level by level, and annealed on each from a temperature that changes it without melting it.
 *
 * <p>Temperatures are shares of the one at which neighbours stop to hold clusters together. For q
 * equal clusters and a node with neighbours of weight z that is z (q-2) / (2 (q-1) ln(q-1)), where
 * the order of the Potts model vanishes in mean-field theory.
 */
final class Multilevel {
  /** Nodes for each cluster on the coarsest level. */
  private static final int COARSEST = 64;

  /** A level must have at most this share of the nodes of the one below. */
  private static final double WORTHWHILE = 0.9;

  private static final double MELTED = 1.1;
  private static final double WARM = 0.55;
  private static final double FROZEN = 0.13;

  /** Nodes to visit on a level, unless that makes too many sweeps or too few. */
  private static final int VISITS = 1_000_000;

  /** The clusters and neighbours that a visit usually looks at; longer visits are fewer. */
  private static final double USUAL_WORK = 20;

  private static final int MOST_SWEEPS = 300;
  private static final int LEAST_SWEEPS = 12;

  /** On the coarsest level, if no more than so many levels are to follow, which forget it. */
  private static final int TRIES = 4;

  private static final int FEW_LEVELS = 3;

  /** What a cluster that is twice as full as it should be costs, as a share of a node's weight. */
  private static final double STIFFNESS = 2;

  private final List<BlockGraph> levels = new ArrayList<>();
  private final List<int[]> groups = new ArrayList<>();
  private final int[] sizes;

  /** The temperature at which clusters of blocks melt, for each block of a node. */
  private final double melting;

  private final double stiffness;

  Multilevel(BlockGraph finest, int[] sizes) {
    this.sizes = sizes;
    int blocks = finest.nodes();
    int few = COARSEST * sizes.length;
    int mostBlocks = Math.max(2, 2 * blocks / few);
    levels.add(finest);
    while (levels.getLast().nodes() > few) {
      var graph = levels.getLast();
      var group = Coarsening.pairs(graph, mostBlocks);
      int count = 0;
      for (int g : group) {
        count = Math.max(count, g + 1);
      }
      if (count > WORTHWHILE * graph.nodes()) {
        break;
      }
      groups.add(group);
      levels.add(graph.merged(group, count));
    }
    double strength = 0;
    for (double w : finest.attraction()) {
      strength += w / blocks;
    }
    melting = strength * meltingShare(sizes, blocks);
    stiffness = STIFFNESS * strength;
  }

  /** The share of the weight of a node's neighbours at which everything melts. */
  private static double meltingShare(int[] sizes, int blocks) {
    double squares = 0;
    for (int size : sizes) {
      squares += (double) size / blocks * size / blocks;
    }
    double q = 1 / squares;
    return q < 2.1 ? 0.5 : (q - 2) / (2 * (q - 1) * Math.log(q - 1));
  }

  /** Whether neighbours attract each other at all, so that there is something to anneal. */
  boolean isWorthwhile() {
    return melting > 0;
  }

  /** A placing of the single blocks; sizes are nearly right. */
  Placing search(SplittableRandom random) {
    int top = levels.size() - 1;
    var best = fromScratch(top, random);
    for (int i = 1; i < (top <= FEW_LEVELS ? TRIES : 1); i++) {
      var other = fromScratch(top, random);
      if (levels.get(top).cost(other) < levels.get(top).cost(best)) {
        best = other;
      }
    }
    for (int level = top - 1; level >= 0; level--) {
      var group = groups.get(level);
      var cluster = new int[group.length];
      for (int i = 0; i < group.length; i++) {
        cluster[i] = best[group[i]];
      }
      best = cluster;
      anneal(best, level, WARM, random);
    }
    return new Placing(levels.getFirst(), best);
  }

  private int[] fromScratch(int level, SplittableRandom random) {
    var cluster = new int[levels.get(level).nodes()];
    for (int i = 0; i < cluster.length; i++) {
      cluster[i] = random.nextInt(sizes.length);
    }
    anneal(cluster, level, MELTED, random);
    return cluster;
  }

  private void anneal(int[] cluster, int level, double from, SplittableRandom random) {
    var graph = levels.get(level);
    int nodes = graph.nodes();
    double unit = melting * levels.getFirst().nodes() / nodes;
    int sweeps = Math.clamp(visits(graph) / nodes, LEAST_SWEEPS, MOST_SWEEPS);
    new Annealing(graph, cluster, sizes, stiffness, random).run(from * unit, FROZEN * unit, sweeps);
  }

  /**
   * Fewer where a visit takes longer than usual: it looks at all clusters, and some move and tell
   * others.
   */
  private static long visits(BlockGraph graph) {
    int clusters = graph.clusters();
    double told = (double) graph.to.length / graph.nodes();
    double work = clusters + told * (graph.layers.isUniform() ? 1 : clusters) / 4;
    return (long) (VISITS * Math.min(1, USUAL_WORK / work));
  }
}
