package io.strait.farm.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.jgrapht.alg.flow.EdmondsKarpMFImpl;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleDirectedWeightedGraph;
import org.junit.jupiter.api.Test;

/** The short flows find what JGraphT's Edmonds-Karp finds with whole ones, in any order. */
class RootFlowsTest {
  @Test
  void flowsToTheRootAreMaximal() {
    for (int seed = 0; seed < 1_500; seed++) {
      var random = new Random(seed);
      int nodes = 2 + random.nextInt(14);
      var graph =
          new SimpleDirectedWeightedGraph<Integer, DefaultWeightedEdge>(DefaultWeightedEdge.class);
      for (int node = 0; node < nodes; node++) {
        graph.addVertex(node);
      }
      var network = new FlowNetwork(nodes, 3 * nodes);
      boolean whole = random.nextBoolean();
      int edges = random.nextBoolean() ? nodes - 1 : random.nextInt(3 * nodes);
      for (int i = 1; i <= edges; i++) {
        // A tree first, mostly; then edges between any two.
        int a = i < nodes && seed % 5 > 0 ? i : random.nextInt(nodes);
        int b = random.nextInt(i < nodes && seed % 5 > 0 ? i : nodes);
        if (a == b) {
          continue;
        }
        double capacity = capacity(random, whole);
        double back = seed % 2 == 0 ? capacity : capacity(random, whole);
        network.addEdge(a, b, capacity, back);
        widen(graph, a, b, capacity);
        widen(graph, b, a, back);
      }
      int root = random.nextInt(nodes);
      var flows = new RootFlows(network, nodes, root, random.nextInt(nodes));
      if (random.nextBoolean()) {
        flows.findAll();
      }
      for (int i = 0; i < 2 * nodes; i++) {
        int node = random.nextInt(nodes);
        if (node != root) {
          double expected = new EdmondsKarpMFImpl<>(graph).calculateMaximumFlow(node, root);
          var where = "node %d to root %d, seed %d".formatted(node, root, seed);
          assertThat(flows.atMost(node)).as(where).isGreaterThanOrEqualTo(expected - 1e-7);
          assertThat(flows.value(node)).as(where).isCloseTo(expected, within(1e-7));
        }
      }
    }
  }

  private static double capacity(Random random, boolean whole) {
    return whole ? random.nextInt(6) : Math.pow(10, 3 * random.nextDouble());
  }

  private static void widen(
      SimpleDirectedWeightedGraph<Integer, DefaultWeightedEdge> graph,
      int from,
      int to,
      double capacity) {
    var edge = graph.getEdge(from, to);
    if (edge == null) {
      edge = graph.addEdge(from, to);
      graph.setEdgeWeight(edge, 0);
    }
    graph.setEdgeWeight(edge, graph.getEdgeWeight(edge) + capacity);
  }

  @Test
  void treesNeedNoFlows() {
    var random = new Random(1);
    int nodes = 2_000;
    var network = new FlowNetwork(nodes, nodes);
    for (int node = 1; node < nodes; node++) {
      network.addEdge(node, random.nextInt(node), random.nextDouble());
    }
    var flows = new RootFlows(network, nodes, 77, 77);
    flows.findAll();
    assertThat(flows.flows()).isZero();
  }
}
