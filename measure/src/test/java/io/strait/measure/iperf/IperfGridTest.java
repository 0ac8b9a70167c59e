package io.strait.measure.iperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.measure.output.ToolOutput;
import io.strait.model.Duplex;
import io.strait.model.text.InputException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Figures of iperf3 in a grid file. */
class IperfGridTest {
  private static final IperfFigures FIGURES =
      new IperfFigures(10e6, 5e6, 0.010, 0.001, 0.5e-3, Duplex.FULL, "3 tests", List.of());

  private static final String GRID =
      """
      grid: two       # sites
      clusters:
        a:
          # lan: not measured yet: by hand
          hosts:
            - {name: x, count: 2}
        b:
          lan: {bandwidth: 1 GB/s, bus: 2 GB/s}   # data sheet
          hosts: [{name: z}]
      links:
        # the old cable
        - between: [a, b]
          latency: 1 s   # guess
          cost: 3
      """;

  private static String write(String grid, IperfFigures figures, String client, String server) {
    return IperfGrid.write("grid.yaml", grid, figures, client, server);
  }

  @Test
  void aLink() {
    assertThat(write(GRID, FIGURES, "a", "b"))
        .isEqualTo(
            GRID.replace("  - between", "  # iperf3: 3 tests (client at a)\n  - between")
                    .replace("latency: 1 s ", "latency: 10 ms ")
                + """
                    bandwidth: 10 MB/s
                    back: {bandwidth: 5 MB/s}
                    loss: 0.1%
                    jitter: 500 us
                    duplex: full
                """);
  }

  @Test
  void aLinkFromItsOtherEnd() {
    assertThat(write(GRID, FIGURES, "z", "x2"))
        .contains("    bandwidth: 5 MB/s\n    back: {bandwidth: 10 MB/s}\n")
        .contains("# iperf3: 3 tests (client at b)\n");
  }

  @Test
  void anotherImportReplacesItsOwn() {
    var first = write(GRID, FIGURES, "a", "b");
    var again =
        new IperfFigures(8e6, 4e6, Double.NaN, Double.NaN, Double.NaN, null, "1 test", List.of());
    assertThat(write(first, again, "a", "b"))
        .isEqualTo(
            first
                .replace("3 tests", "1 test")
                .replace("bandwidth: 10 MB/s", "bandwidth: 8 MB/s")
                .replace("bandwidth: 5 MB/s", "bandwidth: 4 MB/s"));
  }

  private static IperfFigures of(String... tests) {
    return IperfFigures.of(IperfFile.parse(new ToolOutput("out", String.join("\n", tests))));
  }

  /** Figures that stay keep what the file says of where they come from. */
  @Test
  void whereEachFigureComesFrom() {
    var both = of(IperfTests.tcp(false, 80, 20000), IperfTests.tcp(true, 40, 0));
    var there = of(IperfTests.tcp(false, 64, 0));
    var once = write(write(GRID, both, "a", "b"), there, "a", "b");
    assertThat(once)
        .contains("bandwidth: 8 MB/s\n    back: {bandwidth: 5 MB/s}\n")
        .contains(
            "  # iperf3: 1 TCP and 0 UDP tests, 8 MB/s to the server (client at a); before: 2 TCP"
                + " and 0 UDP tests, 5 MB/s to the client, least round trip 20 ms (client at a)\n");
    var udp = of(IperfTests.udp(false, 8, 7.9, 10, 0.5));
    var twice = write(once, udp, "b", "a");
    assertThat(twice)
        .contains(
            "  # iperf3: 0 TCP and 1 UDP tests, loss 1%, jitter 500 us (client at b); before: 1 TCP"
                + " and 0 UDP tests, 8 MB/s to the server (client at a); before: 2 TCP and 0 UDP"
                + " tests, 5 MB/s to the client, least round trip 20 ms (client at a)\n");
    // What is written again needs no older words.
    assertThat(write(twice, both, "a", "b"))
        .contains(
            "  # iperf3: 2 TCP and 0 UDP tests, 10 MB/s to the server, 5 MB/s to the client, least"
                + " round trip 20 ms (client at a); before: 0 TCP and 1 UDP tests, loss 1%, jitter"
                + " 500 us (client at b)\n");
    assertThat(write(write(GRID, both, "b", "b"), there, "b", "b"))
        .contains("8 MB/s to the server; before: 2 TCP and 0 UDP tests, least round trip 20 ms\n");
  }

  /** A test with -R says of one way only; with the ends turned it says the same of the other. */
  @Test
  void oneDirectionFromEitherEnd() {
    var back = of(IperfTests.tcp(true, 44, 0));
    var once = write(GRID, back, "a", "b");
    assertThat(once).contains("back: {bandwidth: 5.5 MB/s}").doesNotContain("    bandwidth: 5.5");
    assertThat(IperfGrid.missing("grid.yaml", once, "a", "b"))
        .containsExactly(
            "no test says what gets from a to b: without a bandwidth that direction is unlimited");
    var twice = write(once, back, "b", "a");
    assertThat(twice)
        .contains("    bandwidth: 5.5 MB/s\n")
        .contains("back: {bandwidth: 5.5 MB/s}")
        .contains(
            "  # iperf3: 1 TCP and 0 UDP tests, 5.5 MB/s to the client (client at b); before: 1 TCP"
                + " and 0 UDP tests, 5.5 MB/s to the client (client at a)\n");
    assertThat(IperfGrid.missing("grid.yaml", twice, "a", "b")).isEmpty();
    assertThat(IperfGrid.entry(back, "a", "b"))
        .isEqualTo(
            """
            # no test says what gets from a to b: without a bandwidth that direction is unlimited
            # iperf3: 1 TCP and 0 UDP tests, 5.5 MB/s to the client
            - between: [a, b]
              back: {bandwidth: 5.5 MB/s}
            """);
    assertThat(IperfGrid.missing(back, "a", "a")).isEmpty();
  }

  @Test
  void directionsThatAreAlike() {
    var alike =
        new IperfFigures(
            10e6, 9.8e6, Double.NaN, Double.NaN, Double.NaN, null, "2 tests", List.of());
    assertThat(write(GRID, alike, "a", "b"))
        .contains("bandwidth: 9.8 MB/s\n")
        .doesNotContain("back");
  }

  @Test
  void aLan() {
    assertThat(write(GRID, FIGURES, "b", "b"))
        .isEqualTo(
            GRID.replace(
                "    lan: {bandwidth: 1 GB/s, bus: 2 GB/s}",
                "    # iperf3: 3 tests\n"
                    + "    lan: {bandwidth: 5 MB/s, bus: 2 GB/s, latency: 10 ms, loss: 0.1%,"
                    + " jitter: 500 us, duplex: full}"));
    assertThat(write(GRID, FIGURES, "x1", "x2"))
        .isEqualTo(
            GRID.replace(
                "    # lan: not measured yet: by hand\n",
                "    # iperf3: 3 tests\n"
                    + "    lan: {bandwidth: 5 MB/s, latency: 10 ms, loss: 0.1%, jitter: 500 us,"
                    + " duplex: full}\n"));
  }

  @Test
  void printed() {
    assertThat(IperfGrid.entry(FIGURES, "a", "b"))
        .isEqualTo(
            """
            # iperf3: 3 tests
            - between: [a, b]
              bandwidth: 10 MB/s
              back: {bandwidth: 5 MB/s}
              latency: 10 ms
              loss: 0.1%
              jitter: 500 us
              duplex: full
            """);
    assertThat(IperfGrid.entry(FIGURES, "a", "a"))
        .isEqualTo(
            "# iperf3: 3 tests\n"
                + "lan: {bandwidth: 5 MB/s, latency: 10 ms, loss: 0.1%, jitter: 500 us, duplex:"
                + " full}\n");
  }

  @Test
  void placesThatAreNotThere() {
    assertThatThrownBy(() -> write(GRID, FIGURES, "a", "c"))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "--between 'c' is not in grid.yaml, expected a host or one of the clusters: a, b");
    var path =
        GRID.replace("  b:\n", "  c:\n    hosts: [{name: w}]\n  b:\n")
            .replace("[a, b]", "[a, c, b]");
    assertThatThrownBy(() -> write(path, FIGURES, "a", "b"))
        .isInstanceOf(InputException.class)
        .hasMessage("the link 'a-b' is not in grid.yaml, expected one of: a, c, b, a-c-b");
  }
}
