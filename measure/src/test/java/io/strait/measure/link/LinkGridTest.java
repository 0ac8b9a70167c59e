package io.strait.measure.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.model.Duplex;
import io.strait.model.Messages;
import io.strait.model.Network;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Fraction;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.InputException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LinkGridTest {
  private static final Network MEASURED =
      new Network(
          new Bandwidth(2.1e6),
          Durations.parse("0.2 ms"),
          Fraction.NONE,
          Duplex.HALF,
          Duration.ZERO,
          new Messages(
              Durations.parse("0.55 ms"), Bytes.ZERO, Duration.ZERO, new Bandwidth(5.3e6), null));

  private static final String GRID =
      """
      grid: two       # sites
      home: a
      clusters:
        a:
          lan: {bandwidth: 1 MiB/s, duplex: full, cpu: 20%}  # from the data sheet
          hosts: [{name: x}, {name: y}]
        b:
          # no LAN yet
          hosts:
            - {name: z}
      links:
        - between: [a, b]
          latency: 10 ms   # ping
      """;

  private static String write(@Nullable String into) {
    return LinkGrid.write("grid.yaml", GRID, into, MEASURED, Set.of());
  }

  @Test
  void aLan() {
    assertThat(write("a"))
        .isEqualTo(
            GRID.replace(
                "{bandwidth: 1 MiB/s, duplex: full, cpu: 20%}",
                "{bandwidth: 2.1 MB/s, duplex: full, latency: 200 us, message-setup: 550 us, bus:"
                    + " 5.3 MB/s}"));
  }

  @Test
  void aClusterWithoutLan() {
    assertThat(write("b"))
        .isEqualTo(
            GRID.replace(
                "    hosts:\n      - {name: z}",
                "    lan: {bandwidth: 2.1 MB/s, latency: 200 us, message-setup: 550 us, bus: 5.3"
                    + " MB/s}\n    hosts:\n      - {name: z}"));
  }

  @Test
  void aLink() {
    var expected =
        GRID.replace(
            "    latency: 10 ms   # ping\n",
            "    latency: 200 us   # ping\n    bandwidth: 2.1 MB/s\n    message-setup: 550 us\n"
                + "    bus: 5.3 MB/s\n");
    assertThat(write("a-b")).isEqualTo(expected);
    assertThat(write("b-a")).isEqualTo(expected);
    var link = GridFile.read(Document.parse("grid.yaml", expected)).links().getFirst();
    assertThat(link.network()).isEqualTo(MEASURED);
  }

  @Test
  void aNewFile() {
    var grid = GridFile.read(Document.parse("grid.yaml", LinkGrid.create(MEASURED)));
    assertThat(grid.clusters().getFirst().lan()).isEqualTo(MEASURED);
    assertThat(grid.clusters().getFirst().hosts()).hasSize(2);
  }

  @Test
  void unknownNetworksAreRefused() {
    assertThatThrownBy(() -> write("c"))
        .isInstanceOf(InputException.class)
        .hasMessage("--into 'c' is not in grid.yaml, expected one of: a, b, a-b");
    assertThatThrownBy(() -> write(null))
        .isInstanceOf(InputException.class)
        .hasMessage("grid.yaml has several clusters, expected --into with one of: a, b, a-b");
    assertThatThrownBy(() -> LinkGrid.write("app.yaml", "app: x\n", null, MEASURED, Set.of()))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("app.yaml:1:1: ");
  }
}
