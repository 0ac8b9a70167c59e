package io.strait.realign.plan;

import java.util.Arrays;

/**
 * Puts nodes together two by two: those that have most to do with the same others, so that they
 * will want to be in the same cluster wherever the others are. A node is its own neighbour too, by
 * its heaviest weight, so that close neighbours count as alike as well. Among equals the nearest
 * number is taken.
 */
final class Coarsening {
  /** Nodes with more neighbours than this tell nothing about who is alike. */
  private static final int HUB = 256;

  /** The score of nodes that are in a group already, and no candidates any more. */
  private static final double GROUPED = -1;

  private final BlockGraph graph;
  private final double[] weight;
  private final int[] group;
  private final double[] strength;
  private final double[] heaviest;
  private final double[] score;
  private final int[] touched;
  private int touches;
  private int groups;

  private Coarsening(BlockGraph graph) {
    this.graph = graph;
    weight = graph.attraction();
    int nodes = graph.nodes();
    group = new int[nodes];
    Arrays.fill(group, -1);
    strength = new double[nodes];
    heaviest = new double[nodes];
    score = new double[nodes];
    touched = new int[nodes];
    for (int i = 0; i < nodes; i++) {
      for (int e = graph.start[i]; e < graph.start[i + 1]; e++) {
        double w = weight[e];
        strength[i] += w;
        heaviest[i] = Math.max(heaviest[i], w);
      }
    }
  }

  /** The group of each node, none with more blocks than so many; groups are numbered from 0. */
  static int[] pairs(BlockGraph graph, int mostBlocks) {
    var coarsening = new Coarsening(graph);
    for (int i = 0; i < graph.nodes(); i++) {
      if (coarsening.group[i] < 0) {
        coarsening.match(i, mostBlocks);
      }
    }
    return coarsening.group;
  }

  private void match(int node, int mostBlocks) {
    touches = 0;
    join(node);
    for (int e = graph.start[node]; e < graph.start[node + 1]; e++) {
      int via = graph.to[e];
      double w = weight[e];
      if (w == 0 || strength[via] == 0) {
        continue;
      }
      touch(via, w * heaviest[node] / strength[node] + w * heaviest[via] / strength[via]);
      if (graph.start[via + 1] - graph.start[via] > HUB) {
        continue;
      }
      double share = w / strength[via];
      for (int f = graph.start[via]; f < graph.start[via + 1]; f++) {
        touch(graph.to[f], share * weight[f]);
      }
    }
    int best = -1;
    for (int k = 0; k < touches; k++) {
      int other = touched[k];
      if (graph.size[node] + graph.size[other] <= mostBlocks
          && (best < 0 || isBetter(other, best, node))) {
        best = other;
      }
    }
    for (int k = 0; k < touches; k++) {
      score[touched[k]] = 0;
    }
    if (best >= 0) {
      join(best);
    }
    groups++;
  }

  private void join(int node) {
    group[node] = groups;
    score[node] = GROUPED;
  }

  private void touch(int node, double more) {
    double before = score[node];
    if (before >= 0) {
      if (before == 0) {
        touched[touches++] = node;
      }
      score[node] = before + more;
    }
  }

  private boolean isBetter(int other, int best, int node) {
    double difference = score[other] - score[best];
    double noise = 1e-9 * score[best];
    return difference > noise
        || (difference >= -noise && Math.abs(other - node) < Math.abs(best - node));
  }
}
