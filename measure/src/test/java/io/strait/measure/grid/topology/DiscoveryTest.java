package io.strait.measure.grid.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.strait.measure.MedianInterval;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiscoveryTest {
  private static final double NOISE = 0.01;

  private static Topology discover(SimulatedNetwork network) throws IOException {
    var discovery = new Discovery(network.hosts(), network, 0.004, line -> {});
    discovery.group(Collections.nCopies(network.hosts(), ""), (one, other) -> true);
    return discovery.networks();
  }

  @Test
  void hubsAndSwitches() throws IOException {
    var network = new SimulatedNetwork(1, NOISE);
    int a = network.cluster(3, 10e6, false);
    int b = network.cluster(4, 20e6, true);
    network.line(a, b, 0.02, 1e6, 1e6, true);
    var found = discover(network);
    assertThat(found.groups()).hasSize(2);
    assertThat(found.groups().get(0).hosts()).containsExactly(0, 1, 2);
    assertThat(found.groups().get(0).lan().isFull()).isFalse();
    assertThat(found.groups().get(1).lan().isFull()).isTrue();
    assertThat(found.groups().get(1).lan().there()).isCloseTo(20e6, within(0.4e6));
    assertThat(found.edges()).hasSize(1);
    assertThat(found.edges().getFirst().way().isFull()).isFalse();
  }

  /** Traffic of two clusters passes a third: there is no link between the two. */
  @Test
  void waysThroughOtherClusters() throws IOException {
    var network = new SimulatedNetwork(2, NOISE);
    int home = network.cluster(2, 50e6, true);
    int hub = network.cluster(2, 50e6, true);
    int a = network.cluster(2, 50e6, true);
    int b = network.cluster(2, 50e6, true);
    network.line(home, hub, 0.02, 2e6, 2e6, false);
    network.line(hub, a, 0.013, 3e6, 3e6, false);
    network.line(hub, b, 0.031, 1e6, 1e6, true);
    var found = discover(network);
    assertThat(pairs(found)).containsExactlyInAnyOrder("0-1", "1-2", "1-3");
  }

  /** A link whose latency happens to be the sum of two others is still a link. */
  @Test
  void interferenceDecides() throws IOException {
    var network = new SimulatedNetwork(3, 0.002);
    int a = network.cluster(2, 50e6, true);
    int b = network.cluster(2, 50e6, true);
    int c = network.cluster(2, 50e6, true);
    network.line(a, b, 0.02, 2e6, 2e6, false);
    network.line(b, c, 0.02, 2e6, 2e6, false);
    network.line(a, c, 0.0399, 2e6, 2e6, false);
    assertThat(pairs(discover(network))).containsExactlyInAnyOrder("0-1", "1-2", "0-2");
  }

  /** Two clusters share an uplink to which no host of ours is attached. */
  @Test
  void uplinksThatAreShared() throws IOException {
    var network = new SimulatedNetwork(4, NOISE);
    int home = network.cluster(3, 50e6, true);
    int a = network.cluster(2, 50e6, true);
    int b = network.cluster(2, 50e6, true);
    int router = network.router();
    network.line(home, router, 0.03, 2e6, 1.5e6, false);
    network.line(router, a, 0.01, 5e6, 5e6, false);
    network.line(router, b, 0.02, 5e6, 5e6, false);
    var found = discover(network);
    assertThat(found.groups()).hasSize(4);
    assertThat(found.groups().get(3).hosts()).isEmpty();
    assertThat(pairs(found)).containsExactlyInAnyOrder("0-3", "1-3", "2-3");
    var uplink =
        found.edges().stream().filter(e -> e.a() == 0 && e.b() == 3).findFirst().orElseThrow();
    assertThat(uplink.way().there()).isCloseTo(2e6, within(0.1e6));
    assertThat(uplink.way().back()).isCloseTo(1.5e6, within(0.1e6));
    assertThat(uplink.way().trip()).isCloseTo(0.06, within(0.004));
  }

  /** Behind an uplink that all share, only ways from the first cluster are measured. */
  @Test
  void waysBehindAnUplinkAreNotMeasured() throws IOException {
    var network = new SimulatedNetwork(9, NOISE);
    int home = network.cluster(4, 50e6, true);
    int router = network.router();
    network.line(home, router, 0.03, 2e6, 1.5e6, false);
    for (int i = 1; i < 5; i++) {
      network.line(router, network.cluster(2, 50e6, true), 0.01 * i, 1.2e6, 1.2e6, false);
    }
    var found = discover(network);
    assertThat(pairs(found)).containsExactlyInAnyOrder("0-5", "1-5", "2-5", "3-5", "4-5");
    int inside = 3 + 4;
    assertThat(network.ways - inside).isEqualTo(4);
    var uplink = found.edges().stream().filter(e -> e.a() == 0).findFirst().orElseThrow();
    assertThat(uplink.way().there()).isCloseTo(2e6, withinPercentage(3));
    assertThat(uplink.way().back()).isCloseTo(1.5e6, withinPercentage(3));
  }

  /** Two networks that two links share each, from the same cluster, are told apart. */
  @Test
  void twoUplinksAreTwo() throws IOException {
    var network = new SimulatedNetwork(10, NOISE);
    int home = network.cluster(4, 50e6, true);
    int one = network.router();
    int other = network.router();
    network.line(home, one, 0.03, 2e6, 2e6, false);
    network.line(home, other, 0.02, 1e6, 1e6, false);
    for (int i = 1; i < 5; i++) {
      int far = network.cluster(2, 50e6, true);
      network.line(i < 3 ? one : other, far, 0.01 * i, 3e6, 3e6, false);
    }
    assertThat(pairs(discover(network)))
        .containsExactlyInAnyOrder("0-5", "0-6", "1-5", "2-5", "3-6", "4-6");
  }

  /** A host that was busy when it was looked at first is not alone in its group. */
  @Test
  void hostsThatSeemedFarAreLookedAtAgain() throws IOException {
    var network = new SimulatedNetwork(11, NOISE);
    int a = network.cluster(3, 50e6, true);
    int b = network.cluster(3, 50e6, true);
    network.line(a, b, 0.02, 2e6, 2e6, false);
    var discovery = new Discovery(6, network, 0.004, line -> {});
    // 1 and 4 answer so late at first that they cannot be near any other.
    var groups =
        discovery.group(
            Collections.nCopies(6, ""),
            (one, other) -> one != 1 && other != 1 && one != 4 && other != 4);
    assertThat(groups).containsExactly(List.of(0, 2, 1), List.of(3, 5, 4));
    assertThat(pairs(discovery.networks())).containsExactly("0-1");
  }

  /** A way through a cluster that looks like a link when somebody is busy is found out later. */
  @Test
  void aJunctionAtAClusterIsThatCluster() throws IOException {
    var network = new SimulatedNetwork(13, 0.002);
    int a = network.cluster(2, 50e6, true);
    int b = network.cluster(2, 50e6, true);
    int c = network.cluster(2, 50e6, true);
    network.line(a, b, 0.08, 0.8e6, 0.5e6, false);
    network.line(b, c, 0.022, 0.4e6, 0.4e6, true);
    var calls = new ArrayList<List<Flow>>();
    var disturbed =
        new Passing(network) {
          @Override
          public Together together(List<Flow> flows) {
            var all = network.together(flows);
            calls.add(flows);
            if (calls.size() > 1) {
              return all;
            }
            var alone = flows.stream().map(Flow::alone).toList();
            return new Together(alone, all.sum(), 0, 0); // as if they shared nothing
          }
        };
    var discovery = new Discovery(6, disturbed, 0.004, line -> {});
    discovery.group(List.of("a", "a", "b", "b", "c", "c"), (one, other) -> true);
    assertThat(pairs(discovery.networks())).containsExactly("0-1", "1-2");
    assertThat(calls).hasSizeGreaterThan(1);
  }

  /** A way inside a LAN that was disturbed does not spoil the LAN's figures. */
  @Test
  void waysThatDifferAreMeasuredAgain() throws IOException {
    var network = new SimulatedNetwork(12, NOISE);
    network.cluster(3, 20e6, true);
    var seen = new HashSet<Pair>();
    var disturbed =
        new Passing(network) {
          @Override
          public Map<Pair, Way> lans(List<Pair> pairs) {
            var all = network.lans(pairs);
            if (seen.add(pairs.getFirst())) {
              all.put(pairs.getFirst(), new Way(0, 800e6, 19e6, 0.9));
            }
            return all;
          }
        };
    var discovery = new Discovery(3, disturbed, 0.004, line -> {});
    discovery.group(List.of("x", "x", "x"), (one, other) -> true);
    var lan = discovery.networks().groups().getFirst().lan();
    assertThat(lan.there()).isCloseTo(20e6, withinPercentage(2));
    assertThat(lan.isFull()).isTrue();
  }

  /** Clusters that are given by name need no experiments. */
  @Test
  void namesAreTaken() throws IOException {
    var network = new SimulatedNetwork(5, NOISE);
    network.cluster(4, 10e6, true);
    var discovery = new Discovery(4, network, 0.004, line -> {});
    var groups = discovery.group(List.of("x", "y", "x", "y"), (one, other) -> true);
    assertThat(groups).containsExactly(List.of(0, 2), List.of(1, 3));
    assertThat(network.trips).isZero();
  }

  /** With twice the hosts there are about twice the experiments. */
  @Test
  void experimentsGrowWithHosts() throws IOException {
    int before = 0;
    for (int count : new int[] {25, 50, 100}) {
      var network = new SimulatedNetwork(6, NOISE);
      int home = network.cluster(count, 50e6, true);
      for (int i = 1; i < 4; i++) {
        network.line(home, network.cluster(count, 50e6, true), 0.01 * i, 1e6, 1e6, true);
      }
      discover(network);
      int all = network.trips + network.ways + network.flows;
      assertThat(all).isLessThan(4 * 4 * count + 4 * count + 100);
      if (before > 0) {
        assertThat(all).isLessThan(2 * before + 50);
      }
      before = all;
    }
  }

  /** Random stars and trees of clusters: groups, LANs and links come out as they are. */
  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26})
  void randomNetworks(long seed) throws IOException {
    var random = new Random(seed);
    var network = new SimulatedNetwork(seed, NOISE);
    int clusters = 2 + random.nextInt(4);
    var fulls = new ArrayList<Boolean>();
    var expected = new TreeSet<String>();
    for (int c = 0; c < clusters; c++) {
      fulls.add(random.nextBoolean());
      network.cluster(2 + random.nextInt(4), 20e6 + 30e6 * random.nextDouble(), fulls.get(c));
      if (c > 0) {
        int parent = random.nextInt(c);
        double rate = 0.2e6 + 3e6 * random.nextDouble();
        boolean isSame = random.nextInt(3) > 0;
        network.line(
            parent,
            c,
            0.005 + 0.1 * random.nextDouble(),
            rate,
            isSame ? rate : 0.5 * rate,
            isSame && random.nextBoolean());
        expected.add(parent + "-" + c);
      }
    }
    var found = discover(network);
    assertThat(found.groups()).hasSize(clusters);
    for (int c = 0; c < clusters; c++) {
      int place = c;
      assertThat(found.groups().get(c).hosts()).allMatch(host -> network.place(host) == place);
      assertThat(found.groups().get(c).lan().isFull()).isEqualTo(fulls.get(c));
    }
    assertThat(pairs(found)).isEqualTo(expected);
    for (var edge : found.edges()) {
      int one = found.groups().get(edge.a()).hosts().getFirst();
      int other = found.groups().get(edge.b()).hosts().getFirst();
      double there = network.alone(one, other);
      assertThat(edge.way().there()).isCloseTo(there, within(0.02 * there));
    }
  }

  /** Random stars behind an uplink: one junction, as many links as clusters. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void randomStars(long seed) throws IOException {
    var random = new Random(seed);
    var network = new SimulatedNetwork(seed, 0.002);
    int home = network.cluster(4 + random.nextInt(3), 50e6, random.nextBoolean());
    int router = network.router();
    double rate = 0.5e6 + 2e6 * random.nextDouble();
    network.line(home, router, 0.01 + 0.05 * random.nextDouble(), rate, 0.6 * rate, false);
    int leaves = 2 + random.nextInt(4);
    var expected = new TreeSet<>(List.of("0-" + (leaves + 1)));
    for (int i = 1; i <= leaves; i++) {
      double own = rate * (0.6 + random.nextDouble());
      double latency = 0.005 + 0.05 * random.nextDouble();
      network.line(router, network.cluster(2, 50e6, true), latency, own, own, false);
      expected.add(i + "-" + (leaves + 1));
    }
    assertThat(pairs(discover(network))).isEqualTo(expected);
  }

  private static TreeSet<String> pairs(Topology topology) {
    var pairs = new TreeSet<String>();
    topology
        .edges()
        .forEach(
            edge -> pairs.add(Math.min(edge.a(), edge.b()) + "-" + Math.max(edge.a(), edge.b())));
    return pairs;
  }

  /** A pair that cannot be measured leaves the rest as it is. */
  @Test
  void unreachablePairs() throws IOException {
    var network = new SimulatedNetwork(7, NOISE);
    int a = network.cluster(2, 50e6, true);
    int b = network.cluster(2, 50e6, true);
    int c = network.cluster(2, 50e6, true);
    network.line(a, b, 0.02, 2e6, 2e6, false);
    network.line(a, c, 0.03, 2e6, 2e6, false);
    var firewall =
        new Passing(network) {
          @Override
          public Map<Pair, Double> roundTrips(List<Pair> pairs, double near) {
            var all = network.roundTrips(pairs, near);
            all.keySet().removeIf(pair -> isBlocked(pair));
            return all;
          }

          private boolean isBlocked(Pair pair) {
            return Math.min(pair.from(), pair.to()) == 2 && Math.max(pair.from(), pair.to()) == 4;
          }
        };
    var discovery = new Discovery(6, firewall, 0.004, line -> {});
    discovery.group(List.of("a", "a", "b", "b", "c", "c"), (one, other) -> true);
    assertThat(pairs(discovery.networks())).containsExactly("0-1", "0-2");
  }

  /** A probe that is lost while flows run at once leaves links as they were, and no figure NaN. */
  @Test
  void flowsThatFailMakeNoJunction() throws IOException {
    var network = new SimulatedNetwork(4, NOISE);
    int home = network.cluster(3, 50e6, true);
    int a = network.cluster(2, 50e6, true);
    int b = network.cluster(2, 50e6, true);
    int router = network.router();
    network.line(home, router, 0.03, 2e6, 1.5e6, false);
    network.line(router, a, 0.01, 5e6, 5e6, false);
    network.line(router, b, 0.02, 5e6, 5e6, false);
    var said = new ArrayList<String>();
    var lost =
        new Passing(network) {
          @Override
          public Together together(List<Flow> flows) {
            var all = network.together(flows);
            var rates = new ArrayList<>(all.lowest());
            if (flows.getFirst().to() >= 3) {
              return all;
            }
            rates.set(0, Double.NaN); // towards home
            var unknown = new MedianInterval(Double.NaN, Double.NaN, Double.NaN);
            return new Together(rates, unknown, 0, 0);
          }
        };
    var discovery = new Discovery(7, lost, 0.004, said::add);
    discovery.group(List.of("h", "h", "h", "a", "a", "b", "b"), (one, other) -> true);
    var found = discovery.networks();
    assertThat(found.edges()).allMatch(edge -> edge.way().there() > 0 && edge.way().back() > 0);
    assertThat(found.groups()).hasSize(3);
    assertThat(said).anyMatch(line -> line.contains("could not be measured"));
  }

  /** Somebody else takes two thirds of a shared network while all flows are measured first. */
  @Test
  void flowsThatAreDisturbedAreMeasuredAgain() throws IOException {
    var network = new SimulatedNetwork(4, NOISE);
    int home = network.cluster(3, 50e6, true);
    int a = network.cluster(2, 50e6, true);
    int b = network.cluster(2, 50e6, true);
    int router = network.router();
    network.line(home, router, 0.03, 2e6, 2e6, false);
    network.line(router, a, 0.01, 1.8e6, 1.8e6, false);
    network.line(router, b, 0.02, 1.7e6, 1.7e6, false);
    var seen = new HashSet<Boolean>();
    var disturbed =
        new Passing(network) {
          @Override
          public Together together(List<Flow> flows) {
            var all = network.together(flows);
            return seen.add(flows.getFirst().to() < 3) ? third(all) : all; // once each way
          }
        };
    var discovery = new Discovery(7, disturbed, 0.004, line -> {});
    discovery.group(List.of("h", "h", "h", "a", "a", "b", "b"), (one, other) -> true);
    var found = discovery.networks();
    var uplink =
        found.edges().stream()
            .filter(edge -> Math.min(edge.a(), edge.b()) == 0)
            .findFirst()
            .orElseThrow()
            .way();
    assertThat(seen).hasSize(2);
    assertThat(uplink.there()).isCloseTo(2e6, withinPercentage(3));
    assertThat(uplink.back()).isCloseTo(2e6, withinPercentage(3));
  }

  private static Together third(Together all) {
    return new Together(
        all.lowest().stream().map(rate -> rate / 3).toList(),
        new MedianInterval(all.sum().median() / 3, all.sum().low() / 3, all.sum().high() / 3),
        all.bytes(),
        all.seconds());
  }

  /** Experiments in a network, of which a test changes some. */
  private abstract static class Passing implements Experiments {
    private final SimulatedNetwork network;

    Passing(SimulatedNetwork network) {
      this.network = network;
    }

    @Override
    public Map<Pair, Double> roundTrips(List<Pair> pairs, double near) {
      return network.roundTrips(pairs, near);
    }

    @Override
    public Map<Pair, Way> lans(List<Pair> pairs) {
      return network.lans(pairs);
    }

    @Override
    public Map<Pair, Way> gaps(List<Pair> pairs) {
      return network.gaps(pairs);
    }

    @Override
    public Together together(List<Flow> flows) {
      return network.together(flows);
    }
  }
}
