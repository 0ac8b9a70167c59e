package io.strait.bench.realign;

import java.util.Arrays;
import java.util.LinkedHashSet;
import org.jgrapht.Graph;
import org.jgrapht.alg.flow.mincost.CapacityScalingMinimumCostFlow;
import org.jgrapht.alg.flow.mincost.MinimumCostFlowProblem.MinimumCostFlowProblemImpl;
import org.jgrapht.alg.matching.KuhnMunkresMinimalWeightBipartitePerfectMatching;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleDirectedWeightedGraph;
import org.jgrapht.graph.SimpleWeightedGraph;

/** JGraphT on the problem of placing blocks. Only solving is meant to be timed. */
enum AssignmentPeer {
  /** Every block to one of all processors, by Kuhn and Munkres. */
  ASSIGNMENT("assignment") {
    @Override
    Solver solver(long[] costs, int[] sizes) {
      int blocks = Arrays.stream(sizes).sum();
      var graph = new SimpleWeightedGraph<Integer, DefaultWeightedEdge>(DefaultWeightedEdge.class);
      addVertices(graph, 2 * blocks);
      var left = new LinkedHashSet<Integer>();
      var right = new LinkedHashSet<Integer>();
      for (int i = 0; i < blocks; i++) {
        left.add(i);
        right.add(blocks + i);
        int processor = blocks;
        for (int c = 0; c < sizes.length; c++) {
          for (int k = 0; k < sizes[c]; k++) {
            graph.setEdgeWeight(
                graph.addEdge(i, processor++), (double) costs[i * sizes.length + c]);
          }
        }
      }
      return () ->
          new KuhnMunkresMinimalWeightBipartitePerfectMatching<>(graph, left, right)
              .getMatching()
              .getWeight();
    }
  },
  /** Every block to one of all clusters, by scaling of capacities. */
  FLOW("minimum-cost flow") {
    @Override
    Solver solver(long[] costs, int[] sizes) {
      int blocks = Arrays.stream(sizes).sum();
      var graph =
          new SimpleDirectedWeightedGraph<Integer, DefaultWeightedEdge>(DefaultWeightedEdge.class);
      addVertices(graph, blocks + sizes.length);
      for (int i = 0; i < blocks; i++) {
        for (int c = 0; c < sizes.length; c++) {
          graph.setEdgeWeight(graph.addEdge(i, blocks + c), (double) costs[i * sizes.length + c]);
        }
      }
      var problem =
          new MinimumCostFlowProblemImpl<>(
              graph, v -> v < blocks ? 1 : -sizes[v - blocks], edge -> 1);
      return () ->
          new CapacityScalingMinimumCostFlow<Integer, DefaultWeightedEdge>()
              .getMinimumCostFlow(problem)
              .getCost();
    }
  };

  /** A problem that is ready to be solved. */
  @FunctionalInterface
  interface Solver {
    /** The least cost. */
    double solve();
  }

  private final String title;

  AssignmentPeer(String title) {
    this.title = title;
  }

  /** Sets a problem up. */
  abstract Solver solver(long[] costs, int[] sizes);

  private static void addVertices(Graph<Integer, DefaultWeightedEdge> graph, int count) {
    for (int v = 0; v < count; v++) {
      graph.addVertex(v);
    }
  }

  @Override
  public String toString() {
    return title;
  }
}
