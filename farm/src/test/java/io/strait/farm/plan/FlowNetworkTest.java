package io.strait.farm.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jgrapht.alg.flow.EdmondsKarpMFImpl;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleDirectedWeightedGraph;
import org.junit.jupiter.api.Test;

/** On random graphs, flows are those of JGraphT's Edmonds-Karp and cuts are as large as flows. */
class FlowNetworkTest {
  private static final int GRAPHS = 3_000;
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  /** Stands for infinity where a solver needs a number: more than all finite arcs together. */
  private static final double HUGE = 1e4;

  /** Above any flow over finite arcs, below any over infinite ones. */
  private static final double LIMIT = 2_000;

  /** An arc, or an edge where it goes both ways. */
  private record Part(int from, int to, double capacity, boolean both) {}

  /** The same graph for ours and for JGraphT; parallel and opposite parts are kept. */
  private static final class Sample {
    final Random random;
    final int nodes;
    final List<Part> parts = new ArrayList<>();
    final FlowNetwork network;
    final List<Integer> arcs = new ArrayList<>();

    Sample(long seed) {
      random = new Random(seed);
      nodes = 2 + random.nextInt(9);
      boolean whole = random.nextBoolean();
      for (int i = random.nextInt(4 * nodes); i >= 0; i--) {
        int from = random.nextInt(nodes);
        int to = random.nextInt(nodes);
        if (from != to) {
          double capacity = whole ? random.nextInt(10) : 10 * random.nextDouble();
          parts.add(
              new Part(
                  from, to, random.nextInt(10) == 0 ? INFINITE : capacity, random.nextBoolean()));
        }
      }
      network = new FlowNetwork(nodes, random.nextInt(3) * parts.size());
      for (var part : parts) {
        arcs.add(
            part.both
                ? network.addEdge(part.from, part.to, part.capacity)
                : network.addArc(part.from, part.to, part.capacity));
      }
    }

    int node() {
      return random.nextInt(nodes);
    }

    int otherNode(int node) {
      return (node + 1 + random.nextInt(nodes - 1)) % nodes;
    }

    /** The maximum flow to any of the ends, at most {@link #LIMIT}. */
    double expected(int source, Set<Integer> ends) {
      var graph =
          new SimpleDirectedWeightedGraph<Integer, DefaultWeightedEdge>(DefaultWeightedEdge.class);
      for (int node = 0; node <= nodes; node++) {
        graph.addVertex(node);
      }
      for (var part : parts) {
        join(graph, part.from, part.to, part.capacity);
        if (part.both) {
          join(graph, part.to, part.from, part.capacity);
        }
      }
      ends.forEach(end -> join(graph, end, nodes, 10 * HUGE));
      double value = new EdmondsKarpMFImpl<>(graph).calculateMaximumFlow(source, nodes);
      return Math.min(LIMIT, value);
    }

    private static void join(
        SimpleDirectedWeightedGraph<Integer, DefaultWeightedEdge> graph,
        int from,
        int to,
        double capacity) {
      var edge = graph.getEdge(from, to);
      if (edge == null) {
        edge = graph.addEdge(from, to);
        graph.setEdgeWeight(edge, 0);
      }
      graph.setEdgeWeight(edge, graph.getEdgeWeight(edge) + Math.min(capacity, HUGE));
    }

    /** The capacity of all that leaves the nodes last reached. */
    double cut() {
      double cut = 0;
      for (var part : parts) {
        boolean from = network.isReached(part.from);
        boolean to = network.isReached(part.to);
        cut += (from && !to) || (part.both && to && !from) ? part.capacity : 0;
      }
      return cut;
    }

    /** What flows out of a node less what flows in, over finite parts. */
    double surplus(int node) {
      double sum = 0;
      for (int i = 0; i < parts.size(); i++) {
        var part = parts.get(i);
        double flow = network.flow(arcs.get(i));
        sum += part.from == node ? flow : part.to == node ? -flow : 0;
      }
      return sum;
    }

    boolean isFinite() {
      return parts.stream().allMatch(part -> part.capacity < INFINITE);
    }
  }

  @Test
  void flowsAreMaximalAndProvenByTheirCut() {
    for (int seed = 0; seed < GRAPHS; seed++) {
      var sample = new Sample(seed);
      for (int round = 0; round < 3; round++) {
        int source = sample.node();
        int sink = sample.otherNode(source);
        double expected = sample.expected(source, Set.of(sink));
        double flow = sample.network.augment(source, sink, LIMIT);
        assertThat(flow).as("seed %d, round %d", seed, round).isCloseTo(expected, within(1e-9));
        if (flow < LIMIT) {
          sample.network.reach(source, -1);
          assertThat(sample.network.isReached(sink)).isFalse();
          assertThat(sample.cut()).as("cut, seed %d", seed).isCloseTo(flow, within(1e-9));
        }
        if (sample.isFinite()) {
          for (int node = 0; node < sample.nodes; node++) {
            double surplus = node == source ? flow : node == sink ? -flow : 0;
            assertThat(sample.surplus(node)).isCloseTo(surplus, within(1e-9));
          }
        }
        sample.network.clear();
      }
    }
  }

  @Test
  void flowsGrowStepByStepAsFarAsAtOnce() {
    for (int seed = 0; seed < GRAPHS; seed++) {
      var sample = new Sample(seed);
      int source = sample.node();
      int sink = sample.otherNode(source);
      double expected = sample.expected(source, Set.of(sink));
      double flow = 0;
      for (int step = 0; step < 4; step++) {
        double limit = Math.min(LIMIT - flow, 8 * sample.random.nextDouble());
        double added = sample.network.augment(source, sink, limit);
        assertThat(added).isCloseTo(Math.min(limit, expected - flow), within(1e-9));
        flow += added;
      }
      flow += sample.network.augment(source, sink, LIMIT - flow);
      assertThat(flow).as("seed %d", seed).isCloseTo(expected, within(1e-9));
    }
  }

  @Test
  void capacitiesMayChangeUnderFlow() {
    for (int seed = 0; seed < GRAPHS; seed++) {
      var sample = new Sample(seed);
      int source = sample.node();
      int sink = sample.otherNode(source);
      double flow = sample.network.augment(source, sink, LIMIT);
      for (int i = 0; i < sample.parts.size(); i++) {
        var part = sample.parts.get(i);
        if (!part.both && part.capacity < INFINITE) {
          double more = part.capacity + sample.random.nextInt(5);
          sample.parts.set(i, new Part(part.from, part.to, more, false));
          sample.network.setCapacity(sample.arcs.get(i), more);
        }
      }
      flow += sample.network.augment(source, sink, LIMIT - flow);
      double expected = sample.expected(source, Set.of(sink));
      assertThat(flow).as("seed %d", seed).isCloseTo(expected, within(1e-9));
    }
  }

  @Test
  void flowsMayEndInEveryNodeOfEnoughHeight() {
    for (int seed = 0; seed < GRAPHS; seed++) {
      var sample = new Sample(seed);
      int source = sample.node();
      int sink = sample.otherNode(source);
      var ends = new TreeSet<>(List.of(sink, sample.otherNode(source)));
      var floor = new double[sample.nodes];
      Arrays.fill(floor, LIMIT - 1);
      ends.forEach(end -> floor[end] = LIMIT);
      floor[sink] = 0;
      assertThat(sample.network.augment(source, sink, LIMIT, floor))
          .as("seed %d", seed)
          .isCloseTo(sample.expected(source, ends), within(1e-9));
    }
  }

  @Test
  void mutualNodesReachTheSame() {
    for (int seed = 0; seed < GRAPHS; seed++) {
      var sample = new Sample(seed);
      int source = sample.node();
      int barred = sample.otherNode(source);
      sample.network.augment(source, barred, 5 * sample.random.nextDouble());
      var reached = new ArrayList<Set<Integer>>();
      for (int node = 0; node < sample.nodes; node++) {
        reached.add(reached(sample.network, sample.network.reach(node, barred)));
      }
      sample.network.reach(source, barred);
      var mutual = reached(sample.network, sample.network.keepMutual());
      for (int node = 0; node < sample.nodes; node++) {
        assertThat(mutual.contains(node))
            .as("node %d, seed %d", node, seed)
            .isEqualTo(node != barred && reached.get(node).equals(reached.get(source)));
      }
    }
  }

  private static Set<Integer> reached(FlowNetwork network, int count) {
    var nodes = new TreeSet<Integer>();
    for (int i = 0; i < count; i++) {
      nodes.add(network.reachedNode(i));
    }
    return nodes;
  }
}
