package io.strait.lab.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.InputException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lanes of a grid of three clusters, {@code a – b – c}. */
class WiresTest {
  private static final String GRID =
      """
      grid: g
      home: a
      clusters:
        a:
          lan: {bandwidth: 10 MB/s, latency: 1 ms}
          hosts: [{name: x, count: 2}]
        b:
          lan: {bandwidth: 20 MB/s, latency: 2 ms, duplex: full}
          hosts: [{name: y, count: 2}]
        c:
          inbound: none
          hosts: [{name: z}]
      links:
        - {between: [a, b], bandwidth: 2 MB/s, latency: 50 ms, loss: 1%, back: {bandwidth: 1 MB/s, latency: 60 ms}}
        - {between: [c, b], bandwidth: 100 kB/s, latency: 5 ms, jitter: 1 ms}
      """;

  private static Wires wires(double scale) {
    return new Wires(GridFile.read(Document.parse("grid.yaml", GRID)), scale, 1);
  }

  private final Wires wires = wires(1);

  private static Port port(Wires wires, String host) {
    for (int i = 0; i < wires.ports(); i++) {
      if (wires.port(i).host().equals(host)) {
        return wires.port(i);
      }
    }
    throw new IllegalArgumentException(host);
  }

  private List<String> way(String from, String to) {
    var path = wires.path(port(wires, from), port(wires, to).index());
    assertThat(path.to().host()).isEqualTo(to);
    return Arrays.stream(path.lanes()).map(Lane::name).toList();
  }

  /** When a small packet that is sent at 0 arrives. */
  private static long arrival(Wires wires, String from, String to, int size) {
    long now = 0;
    for (var lane : wires.path(port(wires, from), port(wires, to).index()).lanes()) {
      now = lane.pass(now, size);
    }
    return now;
  }

  /** What a packet takes on the LAN of 10 MB/s: its payload without half an acknowledgement. */
  private static final long HALF = 142_333;

  @Test
  void aSharedLanIsPassedOnceAndASwitchTwice() {
    assertThat(way("x1", "x2")).containsExactly("a");
    assertThat(way("y1", "y2")).containsExactly("y1>b", "b>y2");
    assertThat(way("x1", "x1")).isEmpty();
  }

  @Test
  void routesLeadThroughAThirdCluster() {
    assertThat(way("x1", "y2")).containsExactly("a", "a>b", "b>y2");
    assertThat(way("x1", "z")).containsExactly("a", "a>b", "b>c", "c");
    assertThat(way("z", "x1")).containsExactly("c", "c>b", "b>a", "a");
    assertThat(way("y1", "x1")).containsExactly("y1>b", "b>a", "a");
  }

  @Test
  void gatewaysStandAtTheEdge() {
    assertThat(way("gateway.a", "gateway.c")).containsExactly("a>b", "b>c");
    assertThat(way("gateway.a", "x1")).containsExactly("a");
    assertThat(way("x1", "gateway.b")).containsExactly("a", "a>b");
    assertThat(way("gateway.b", "y1")).containsExactly("gateway.b>b", "b>y1");
  }

  @Test
  void eachDirectionHasItsOwnNetwork() {
    // The gap 50 ms; payload bytes take their time at 10, 2 and 20 MB/s.
    assertThat(arrival(wires, "x1", "y1", 1500)).isEqualTo(50_000_000 + HALF + 724_000 + 72_400);
    // The gap 60 ms; at 20, 1 and 10 MB/s.
    assertThat(arrival(wires(1), "y1", "x1", 1500))
        .isEqualTo(60_000_000 + 72_400 + 1_448_000 + HALF);
  }

  @Test
  void aTimeScaleMakesEverythingFaster() {
    assertThat(arrival(wires(20), "x1", "y1", 1500))
        .isCloseTo((50_000_000 + HALF + 724_000 + 72_400) / 20, within(1L));
  }

  @Test
  void whatPassesALanToAGapSharesItsMedium() {
    var lan = wires.path(port(wires, "x1"), port(wires, "x2").index()).lanes()[0];
    assertThat(lan.pass(0, 1500)).isEqualTo(1_000_000 + HALF);
    assertThat(arrival(wires, "x1", "gateway.b", 1500)).isEqualTo(50_000_000 + 2 * HALF + 724_000);
    assertThat(arrival(wires, "y1", "y2", 1500)).isEqualTo(2_000_000 + 2 * 72_400);
    assertThat(arrival(wires, "y1", "gateway.c", 0)).isGreaterThanOrEqualTo(5_000_000 + 72_400);
  }

  @Test
  void aLabBecomesFasterWhileItRuns() {
    wires.scale(20);
    assertThat(arrival(wires, "x1", "y1", 1500))
        .isCloseTo((50_000_000 + HALF + 724_000 + 72_400) / 20, within(1L));
  }

  @Test
  void gapsShareTheirMediumUnlessTheyAreFullDuplex() {
    // c – b is half-duplex: the way back waits for 14.23 ms of the way there. No jitter here.
    var lanes = wires.needLanes("b-c");
    wires.change(lanes.get(0), List.of("jitter=0s"));
    wires.change(lanes.get(1), List.of("jitter=0s"));
    assertThat(lanes.get(0).pass(0, 1500)).isEqualTo(19_233_290);
    assertThat(lanes.get(1).pass(0, 1500)).isEqualTo(33_466_580);
  }

  @Test
  void networksAreListedWithWhatPassed() {
    arrival(wires, "y1", "y2", 100);
    arrival(wires, "y1", "x1", 100);
    assertThat(wires.networks().stream().map(NetworkState::name))
        .containsExactly("a", "b", "c", "a>b", "b>a", "c>b", "b>c");
    var b = wires.networks().get(1);
    assertThat(b.isLan()).isTrue();
    assertThat(b.counts().packets()).isEqualTo(2);
    assertThat(b.counts().bytes()).isEqualTo(200);
    assertThat(wires.networks().get(4).counts().packets()).isEqualTo(1);
    assertThat(wires.networks().get(3).rule().loss()).isEqualTo(0.01);
  }

  @Test
  void aChangeOfALanCountsOnce() {
    wires.needLanes("b").forEach(lane -> wires.change(lane, List.of("latency=10ms")));
    assertThat(arrival(wires, "y1", "y2", 1500)).isEqualTo(10_000_000 + 2 * 72_400);
    assertThat(arrival(wires, "y2", "gateway.a", 1500)).isEqualTo(60_000_000 + 72_400 + 1_448_000);
    wires.needLanes("b").forEach(lane -> wires.change(lane, List.of()));
    assertThat(arrival(wires(1), "y1", "y2", 1500)).isEqualTo(2_000_000 + 2 * 72_400);
  }

  @Test
  void networksAreFoundByName() {
    assertThat(wires.needLanes("b-a")).extracting(Lane::name).containsExactly("a>b", "b>a");
    assertThat(wires.needLanes("b>a")).extracting(Lane::name).containsExactly("b>a");
    assertThat(wires.needLanes("a")).hasSize(2);
    assertThat(wires.needLanes("b")).hasSize(12);
    assertThatThrownBy(() -> wires.needLanes("a-c"))
        .isInstanceOf(InputException.class)
        .hasMessage("the lab has no network 'a-c', expected one of: a-b, c-b, a, b, c");
    assertThatThrownBy(() -> wires.needHost("q"))
        .hasMessageStartingWith("the lab has no host 'q', expected one of: x1, x2, gateway.a, y1");
  }

  @Test
  void partitionsCutWhatJoinsGroups() {
    assertThat(wires.between("a|b,c")).extracting(Lane::name).containsExactly("a>b", "b>a");
    assertThat(wires.between("a,b|c")).extracting(Lane::name).containsExactly("c>b", "b>c");
    assertThat(wires.between("a|b|c")).hasSize(4);
    assertThatThrownBy(() -> wires.between("a|q"))
        .hasMessage("partition 'a|q', expected groups of clusters such as a|b|c");
    assertThatThrownBy(() -> wires.between("a|a")).isInstanceOf(InputException.class);
  }

  @Test
  void changesThatMeanNothingAreRefused() {
    for (var change :
        List.of(
            "", "latency", "speed=3", "latency=-1ms", "latency=soon", "loss=120%", "bandwidth=0")) {
      assertThatThrownBy(() -> wires.checkChange(change))
          .as(change)
          .isInstanceOf(InputException.class)
          .hasMessageContaining("expected");
    }
    wires.checkChange("latency=300ms,loss=2%,jitter=1ms,bandwidth=3kB/s,reorder=1%,queue=1s");
  }
}
