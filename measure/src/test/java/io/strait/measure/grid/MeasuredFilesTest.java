package io.strait.measure.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strait.measure.MedianInterval;
import io.strait.measure.grid.probe.HostFacts;
import io.strait.measure.grid.probe.HostSpeed;
import io.strait.model.Duplex;
import io.strait.model.Grid;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.InputException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasuredFilesTest {
  private static MeasuredGrid.Host host(String name) {
    return new MeasuredGrid.Host(
        name,
        new HostFacts(4, 8_000_000_000L, "m", List.of(), 0),
        new HostSpeed(around(5e9), around(4e9), 0.8, 4),
        "",
        Double.NaN);
  }

  private static MedianInterval around(double value) {
    return new MedianInterval(value, 0.99 * value, 1.01 * value);
  }

  private static MeasuredGrid.Net net(double rate, double latency, long lost, boolean isFull) {
    return new MeasuredGrid.Net(
        around(rate), around(latency), 0, 1000, lost, true, isFull, 1234, 2, "x-y by packets");
  }

  private static MeasuredGrid grid(List<MeasuredGrid.Link> links) {
    return new MeasuredGrid(
        "a",
        List.of(
            new MeasuredGrid.Cluster("a", List.of(host("a1"), host("a2")), net(1e7, 1e-3, 0, true)),
            new MeasuredGrid.Cluster("b", List.of(host("b1")), null)),
        links,
        List.of(),
        1000,
        1);
  }

  private static Grid read(String text) {
    return GridFile.read(Document.parse("grid.yaml", text));
  }

  @Test
  void aNewFile() {
    var link = new MeasuredGrid.Link("a", "b", net(2e6, 0.03, 20, true), around(1e6));
    var text = MeasuredText.of("ours", grid(List.of(link)));
    var grid = read(text);
    assertThat(grid.name()).isEqualTo("ours");
    assertThat(grid.home()).isEqualTo("a");
    var first = grid.clusters().getFirst();
    assertThat(first.lan().duplex()).isEqualTo(Duplex.FULL);
    assertThat(first.hosts().getFirst().cores()).isEqualTo(4);
    assertThat(first.hosts().getFirst().available().ofOne()).isEqualTo(0.8);
    var written = grid.links().getFirst();
    assertThat(written.network().loss().ofOne()).isCloseTo(0.02, within(1e-9));
    assertThat(written.back()).isNotNull();
    assertThat(text)
        .contains("# measure grid: bandwidth 1980 kB/s to 2020 kB/s; back 990 kB/s to 1010 kB/s")
        .contains("loss 1.3% to 3.07%");
  }

  /** A file that is to be completed may lack links; what was not measured has none still. */
  @Test
  void aFileWhoseClustersHaveNoLinkYet() {
    var file =
        """
        grid: hand
        clusters:
          a:
            hosts:
              - {name: a1}   # by hand
          b:
            hosts:
              - {name: b1}
        """;
    var link = new MeasuredGrid.Link("a", "b", net(2e6, 0.03, 20, true), around(1e6));
    var text = MeasuredUpdate.of("grid.yaml", file, grid(List.of(link)));
    var written = read(text).links().getFirst();
    assertThat(written.between()).containsExactly("a", "b");
    assertThat(written.network().bandwidth().bytesPerSecond()).isEqualTo(2e6);
    assertThat(text).contains("# by hand");
    assertThat(MeasuredUpdate.of("grid.yaml", file, grid(List.of())))
        .contains("- {between: [a, b]}  # not measured yet: strait measure grid");
    var third = file + "  gamma:\n    hosts:\n      - {name: c1}\n";
    assertThatThrownBy(() -> MeasuredUpdate.of("grid.yaml", third, grid(List.of(link))))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith(
            "cluster 'gamma' has no route to 'a', expected a link between them or through others,"
                + " such as - {between: [a, gamma]} under links");
  }

  /** What could not be measured leaves a file that can be read. */
  @Test
  void aFileWithoutFigures() {
    var text = MeasuredText.of("ours", grid(List.of()));
    assertThat(text).contains("- {between: [a, b]}  # not measured yet: strait measure grid");
    assertThat(read(text).links()).hasSize(1);
  }

  /** A place where links meet is a cluster of its own. */
  @Test
  void aJunction() {
    var before = grid(List.of());
    var clusters = new ArrayList<>(before.clusters());
    clusters.add(new MeasuredGrid.Cluster("junction1", List.of(), null));
    var links =
        List.of(
            new MeasuredGrid.Link("a", "junction1", net(2e6, 0.03, 0, true), null),
            new MeasuredGrid.Link("junction1", "b", net(1e6, 0.01, 0, true), null));
    var text =
        MeasuredText.of("ours", new MeasuredGrid("a", clusters, links, List.of("x\ny"), 0, 0));
    assertThat(read(text).clusters()).hasSize(3);
    assertThat(text).contains("# not measured: x y");
  }

  @Test
  void anOldFileKeepsWhatWasWrittenByHand() {
    var old =
        """
        # ours
        grid: ours
        home: a
        clusters:
          a:
            lan: {bandwidth: 1 MB/s, cpu: 5%}
            hosts:
              - {name: a, count: 2, price: 1/h, speed: 1 Gflop/s}  # bought in May
          c:
            hosts: [{name: c1}]
        links:
          - {between: [c, a], bandwidth: 1 MB/s, cost: 3}
        """;
    var link = new MeasuredGrid.Link("a", "b", net(2e6, 0.03, 0, false), null);
    var text = MeasuredUpdate.of("grid.yaml", old, grid(List.of(link)));
    assertThat(text)
        .contains("# ours")
        .contains("# bought in May")
        .contains("price: 1/h")
        .contains("cpu: 5%")
        .contains("cost: 3");
    var grid = read(text);
    assertThat(grid.clusters()).hasSize(3);
    assertThat(grid.clusters().getFirst().lan().bandwidth().bytesPerSecond()).isEqualTo(1e7);
    assertThat(grid.clusters().getFirst().hosts().getFirst().speed().flopPerSecond())
        .isEqualTo(4e9);
    assertThat(grid.links()).hasSize(2);
    // A second time changes nothing more.
    assertThat(MeasuredUpdate.of("grid.yaml", text, grid(List.of(link)))).isEqualTo(text);
  }

  /** A link that is written the other way round gets its directions the other way round. */
  @Test
  void directions() {
    var old =
        """
        grid: ours
        clusters:
          a: {hosts: [{name: a1}, {name: a2}]}
          b: {hosts: [{name: b1}]}
        links:
          - {between: [b, a], bandwidth: 1 MB/s, back: {latency: 9 ms}}
        """;
    var link = new MeasuredGrid.Link("a", "b", net(2e6, 0.03, 0, true), around(3e6));
    var grid = read(MeasuredUpdate.of("grid.yaml", old, grid(List.of(link))));
    var written = grid.links().getFirst();
    assertThat(written.network().bandwidth().bytesPerSecond()).isEqualTo(3e6);
    assertThat(written.back().network().bandwidth().bytesPerSecond()).isEqualTo(2e6);
  }

  /** What nobody knows is left as somebody wrote it. */
  @Test
  void unknownFiguresLeaveKeysAlone() {
    var old =
        """
        grid: ours
        clusters:
          a: {lan: {bandwidth: 1 MB/s}, hosts: [{name: a1}, {name: a2}]}
          b: {hosts: [{name: b1}]}
        links:
          - {between: [a, b], bandwidth: 1 MB/s, jitter: 3 ms, duplex: full}
        """;
    var unknown =
        new MeasuredGrid.Net(
            new MedianInterval(Double.NaN, Double.NaN, Double.NaN),
            around(0.02),
            Double.NaN,
            0,
            0,
            false,
            false,
            10,
            1,
            "x-y");
    var link = new MeasuredGrid.Link("a", "b", unknown, null);
    var network =
        read(MeasuredUpdate.of("grid.yaml", old, grid(List.of(link)))).links().getFirst().network();
    assertThat(network.duplex()).isEqualTo(Duplex.FULL);
    assertThat(network.jitter()).isEqualTo(Duration.ofMillis(3));
    assertThat(network.latency()).isEqualTo(Duration.ofMillis(20));
    assertThat(network.bandwidth().bytesPerSecond()).isEqualTo(1e6);
    assertThat(MeasuredText.of("new", grid(List.of(link)))).contains("latency: 20 ms");
  }

  /** Hosts are found wherever the file has them, gaps also on paths; comments do not go stale. */
  @Test
  void whatTheFileHasElsewhereIsNotAddedAgain() {
    var old =
        """
        grid: ours
        clusters:
          a:
            hosts:
              # measure grid: a core has 1 Gflop/s to 2 Gflop/s while others are idle
              - {name: a1, speed: 1 Gflop/s, rate: 2/s}
          b:
            hosts:
              - {name: b1}
              - {name: a2}
          c:
            hosts:
              - {name: c1}
        links:
          - {between: [a, b, c], bandwidth: 1 MB/s}
        """;
    var link = new MeasuredGrid.Link("a", "b", net(2e6, 0.03, 0, true), null);
    var text = MeasuredUpdate.of("grid.yaml", old, grid(List.of(link)));
    var grid = read(text);
    assertThat(grid.clusters().get(0).hosts()).hasSize(1);
    assertThat(grid.clusters().get(1).hosts()).hasSize(2);
    assertThat(grid.clusters().get(1).hosts().get(1).cores()).isEqualTo(4);
    assertThat(grid.links()).hasSize(1);
    assertThat(grid.links().getFirst().network().bandwidth().bytesPerSecond()).isEqualTo(1e6);
    assertThat(grid.clusters().get(0).hosts().getFirst().rates()).containsKey("*");
    assertThat(text).doesNotContain("1 Gflop/s to 2").contains("4950 Mflop/s to 5050 Mflop/s");
  }

  /** Jobs land on any of equal hosts; the first of those that were measured speaks for all. */
  @Test
  void anyHostOfAGroupSpeaksForIt() {
    var old =
        """
        grid: ours
        clusters:
          a:
            start: {ssh: login, slurm: {}}
            hosts: [{name: a, count: 8, price: 1/h}]
        """;
    var cluster =
        new MeasuredGrid.Cluster("a", List.of(host("a3"), host("a7")), net(1e7, 1e-3, 0, true));
    var grid =
        read(
            MeasuredUpdate.of(
                "grid.yaml",
                old,
                new MeasuredGrid("a", List.of(cluster), List.of(), List.of(), 0, 0)));
    var group = grid.clusters().getFirst().hosts().getFirst();
    assertThat(grid.clusters().getFirst().hosts()).hasSize(1);
    assertThat(group.speed().flopPerSecond()).isEqualTo(4e9);
    assertThat(group.price()).isNotNull();
    assertThat(grid.clusters().getFirst().start().ssh()).isEqualTo("login");
  }

  /** A junction takes the place of the links that share a network; others stay. */
  @Test
  void aJunctionReplacesLinks() {
    var old =
        """
        grid: ours
        home: a
        clusters:
          a: {hosts: [{name: a1}, {name: a2}]}
          b: {hosts: [{name: b1}]}
          c: {hosts: [{name: c1}]}
        # measure grid, gaps: as they were
        links:
          # measure grid: old
          - {between: [b, a], bandwidth: 1 MB/s}
          - {between: [a, c], bandwidth: 1 MB/s}
        """
            .replace("a: {hosts", "a:\n    hosts")
            .replace("{name: a2}]}", "{name: a2}]");
    var clusters = new ArrayList<>(grid(List.of()).clusters());
    clusters.add(new MeasuredGrid.Cluster("junction1", List.of(), null));
    var links =
        List.of(
            new MeasuredGrid.Link("a", "junction1", net(2e6, 0.03, 0, true), null),
            new MeasuredGrid.Link("junction1", "b", net(1e6, 0.01, 0, true), null));
    var measured = new MeasuredGrid("a", clusters, links, List.of(), 0, 0);
    var text = MeasuredUpdate.of("grid.yaml", old, measured);
    assertThat(read(text).links())
        .extracting(link -> String.join("-", link.between()))
        .containsExactly("a-c", "a-junction1", "junction1-b");
    assertThat(text).doesNotContain("measure grid: old");
    var noted = MeasuredUpdate.noted(text, "measure grid, gaps: as they are");
    assertThat(noted).contains("# measure grid, gaps: as they are\nlinks:").doesNotContain("were");
    assertThat(MeasuredUpdate.noted(noted, "measure grid, gaps: as they are")).isEqualTo(noted);
  }

  @Test
  void aFileThatIsNoGrid() {
    assertThatThrownBy(() -> MeasuredUpdate.of("grid.yaml", "a: 1", grid(List.of())))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("grid.yaml:1:1");
  }

  @Test
  void goodput() {
    // 1,500 bytes have 1,448 for programs; on a shared medium acknowledgements take their part.
    assertThat(Goodput.of(1.5e6, false)).isCloseTo(1.448e6, within(1.0));
    assertThat(Goodput.of(1.526e6, true)).isCloseTo(1.448e6, within(1.0));
    assertThat(Goodput.of(15.52e3, true)).isCloseTo(14.48e3, within(1.0));
  }
}
