package io.strait.measure.grid.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strait.measure.grid.probe.ProbeException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three clusters of two hosts, all joined with each other, of which a host is gone. */
class LostHostsTest {
  private static final List<String> CLUSTERS = List.of("a", "a", "b", "b", "c", "c");

  private final SimulatedNetwork network = new SimulatedNetwork(1, 0.001);

  @BeforeEach
  void build() {
    int a = network.cluster(2, 50e6, true);
    int b = network.cluster(2, 50e6, true);
    int c = network.cluster(2, 50e6, true);
    network.line(a, b, 0.02, 1e6, 1e6, false);
    network.line(b, c, 0.03, 2e6, 2e6, false);
    network.line(a, c, 0.035, 3e6, 3e6, false);
  }

  /** From some moment on, some hosts are gone. */
  private final class Failing implements Experiments {
    private final List<Integer> lost;
    private boolean isOn;

    Failing(boolean isOn, Integer... lost) {
      this.isOn = isOn;
      this.lost = List.of(lost);
    }

    private List<Pair> living(List<Pair> pairs) {
      return isOn
          ? pairs.stream().filter(pair -> lost.stream().noneMatch(pair::has)).toList()
          : pairs;
    }

    @Override
    public boolean isLost(int host) {
      return isOn && lost.contains(host);
    }

    @Override
    public Map<Pair, Double> roundTrips(List<Pair> pairs, double near) {
      return network.roundTrips(living(pairs), near);
    }

    @Override
    public Map<Pair, Way> lans(List<Pair> pairs) {
      return network.lans(living(pairs));
    }

    @Override
    public Map<Pair, Way> gaps(List<Pair> pairs) {
      isOn = true;
      return network.gaps(living(pairs));
    }

    @Override
    public Together together(List<Flow> flows) {
      return network.together(flows);
    }
  }

  private static Discovery grouped(Experiments experiments) throws IOException {
    var discovery = new Discovery(6, experiments, 0.004, line -> {});
    discovery.group(CLUSTERS, (one, other) -> true);
    return discovery;
  }

  @Test
  void anotherHostSpeaksForItsCluster() throws IOException {
    var discovery = grouped(new Failing(false, 2));
    var found = discovery.networks();
    assertThat(found.edges()).hasSize(3);
    assertThat(found.edges().stream().filter(edge -> edge.a() == 0 && edge.b() == 1))
        .singleElement()
        .satisfies(edge -> assertThat(edge.measured()).isEqualTo(new Pair(0, 3)))
        .satisfies(edge -> assertThat(edge.way().there()).isCloseTo(1e6, within(0.02e6)));
    assertThat(found.groups().get(1).lan()).isNotNull();
    assertThat(discovery.missing()).isEmpty();
  }

  @Test
  void soItDoesWhereTheHostWasGoneBefore() throws IOException {
    var discovery = grouped(new Failing(true, 0));
    assertThat(discovery.networks().edges()).hasSize(3);
    assertThat(discovery.missing()).isEmpty();
  }

  @Test
  void aClusterThatIsGoneLeavesLinksThatAreNamed() throws IOException {
    var discovery = grouped(new Failing(false, 2, 3));
    assertThat(discovery.networks().edges()).hasSize(1);
    assertThat(discovery.missing()).containsExactly(new Pair(0, 1), new Pair(1, 2));
  }

  @Test
  void whatWasNotYetMeasuredIsNamed() throws IOException {
    var stopping =
        new Experiments() {
          @Override
          public Map<Pair, Double> roundTrips(List<Pair> pairs, double near) {
            return network.roundTrips(pairs, near);
          }

          @Override
          public Map<Pair, Way> lans(List<Pair> pairs) {
            return network.lans(pairs);
          }

          @Override
          public Map<Pair, Way> gaps(List<Pair> pairs) throws IOException {
            throw new ProbeException("stopped");
          }

          @Override
          public Together together(List<Flow> flows) {
            return network.together(flows);
          }
        };
    var discovery = grouped(stopping);
    assertThatThrownBy(discovery::networks)
        .isInstanceOf(ProbeException.class)
        .hasMessage("stopped");
    assertThat(discovery.missing()).containsExactly(new Pair(0, 1), new Pair(0, 2), new Pair(1, 2));
  }
}
