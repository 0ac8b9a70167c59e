package io.strait.realign.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import org.jgrapht.alg.flow.mincost.CapacityScalingMinimumCostFlow;
import org.jgrapht.alg.flow.mincost.MinimumCostFlowProblem.MinimumCostFlowProblemImpl;
import org.jgrapht.alg.matching.KuhnMunkresMinimalWeightBipartitePerfectMatching;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleDirectedWeightedGraph;
import org.jgrapht.graph.SimpleWeightedGraph;
import org.junit.jupiter.api.Test;

/** Costs are least, and prices prove it. */
final class TransportTest {
  private final Random random = new Random(7);

  /** Sizes that add up, some of them perhaps zero. */
  private int[] sizes(int blocks, int clusters) {
    var sizes = new int[clusters];
    for (int i = 0; i < blocks; i++) {
      // Products of two numbers make some clusters much larger than others.
      sizes[random.nextInt(1 + random.nextInt(clusters))]++;
    }
    return sizes;
  }

  private long[] costs(int blocks, int clusters, long most) {
    return random.longs((long) blocks * clusters, 0, most + 1).toArray();
  }

  private void check(Transport transport, long[] costs, int[] sizes, int[] preferred) {
    long cost = transport.solve(costs, sizes, preferred);
    var clusters = transport.clusters();
    var load = new int[sizes.length];
    for (int c : clusters) {
      load[c]++;
    }
    assertThat(load).isEqualTo(sizes);
    assertThat(cost).isEqualTo(Transport.cost(costs, sizes.length, clusters));
    assertThat(Transport.bound(costs, sizes, transport.prices())).isEqualTo(cost);
  }

  @Test
  void thousandsOfRandomCases() {
    for (int i = 0; i < 1000; i++) {
      int blocks = 1 + random.nextInt(i % 20 == 0 ? 400 : 40);
      int clusters = 1 + random.nextInt(9);
      var transport = new Transport(blocks, clusters);
      for (long most : new long[] {0, 1, 3, 1000, 1L << 40}) {
        var preferred = new int[i % 2 == 0 ? blocks : 0];
        Arrays.setAll(preferred, _ -> random.nextInt(clusters));
        check(transport, costs(blocks, clusters, most), sizes(blocks, clusters), preferred);
      }
    }
  }

  /** Large enough to begin with a sample and to leave most blocks alone. */
  @Test
  void largeCases() {
    int blocks = 40_000;
    for (int clusters : new int[] {2, 5, 16}) {
      var transport = new Transport(blocks, clusters);
      for (long most : new long[] {1, 20, 1L << 40}) {
        check(transport, costs(blocks, clusters, most), sizes(blocks, clusters), new int[0]);
      }
      // What a block costs depends on the block alone, or the cluster alone, or nearly.
      var costs = costs(blocks, clusters, 10);
      for (int i = 0; i < costs.length; i++) {
        costs[i] += 1000L * (i / clusters) + 777L * (i % clusters);
      }
      check(transport, costs, sizes(blocks, clusters), new int[0]);
    }
  }

  @Test
  void blocksStayWhereTheyWouldRatherBe() {
    var transport = new Transport(6, 3);
    int[] preferred = {2, 2, 1, 1, 0, 0};
    transport.solve(new long[18], new int[] {2, 2, 2}, preferred);
    assertThat(transport.clusters()).isEqualTo(preferred);
  }

  @Test
  void anAssignmentSolverFindsTheSame() {
    for (int blocks : new int[] {1, 2, 5, 20, 100}) {
      int clusters = Math.min(blocks, 5);
      for (long most : new long[] {2, 1000}) {
        var costs = costs(blocks, clusters, most);
        var sizes = sizes(blocks, clusters);
        check(new Transport(blocks, clusters), costs, sizes, new int[0]);
        assertThat((double) new Transport(blocks, clusters).solve(costs, sizes, new int[0]))
            .isEqualTo(assigned(costs, sizes));
      }
    }
  }

  /** Kuhn and Munkres on blocks and processors, all pairs. */
  private static double assigned(long[] costs, int[] sizes) {
    int blocks = Arrays.stream(sizes).sum();
    var graph = new SimpleWeightedGraph<Integer, DefaultWeightedEdge>(DefaultWeightedEdge.class);
    var left = new HashSet<Integer>();
    var right = new HashSet<Integer>();
    for (int i = 0; i < blocks; i++) {
      left.add(i);
      right.add(blocks + i);
      graph.addVertex(i);
      graph.addVertex(blocks + i);
    }
    for (int i = 0; i < blocks; i++) {
      int processor = 0;
      for (int c = 0; c < sizes.length; c++) {
        for (int k = 0; k < sizes[c]; k++) {
          var edge = graph.addEdge(i, blocks + processor++);
          graph.setEdgeWeight(edge, costs[i * sizes.length + c]);
        }
      }
    }
    return new KuhnMunkresMinimalWeightBipartitePerfectMatching<>(graph, left, right)
        .getMatching()
        .getWeight();
  }

  @Test
  void aFlowSolverFindsTheSame() {
    for (long most : new long[] {3, 100_000}) {
      int blocks = 2000;
      var costs = costs(blocks, 4, most);
      var sizes = sizes(blocks, 4);
      assertThat((double) new Transport(blocks, 4).solve(costs, sizes, new int[0]))
          .isEqualTo(flow(costs, sizes));
    }
  }

  private static double flow(long[] costs, int[] sizes) {
    int blocks = Arrays.stream(sizes).sum();
    var graph =
        new SimpleDirectedWeightedGraph<Integer, DefaultWeightedEdge>(DefaultWeightedEdge.class);
    for (int v = 0; v < blocks + sizes.length; v++) {
      graph.addVertex(v);
    }
    for (int i = 0; i < blocks; i++) {
      for (int c = 0; c < sizes.length; c++) {
        graph.setEdgeWeight(graph.addEdge(i, blocks + c), costs[i * sizes.length + c]);
      }
    }
    return new CapacityScalingMinimumCostFlow<Integer, DefaultWeightedEdge>()
        .getMinimumCostFlow(
            new MinimumCostFlowProblemImpl<>(
                graph, v -> v < blocks ? 1 : -sizes[v - blocks], _ -> 1))
        .getCost();
  }
}
