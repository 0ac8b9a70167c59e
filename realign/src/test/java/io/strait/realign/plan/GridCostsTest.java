package io.strait.realign.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.realign.file.RealignPlan.Unit;
import org.junit.jupiter.api.Test;

/** What grids say about sending. */
final class GridCostsTest {
  private static GridCosts of(String lan, String links) {
    var grid =
        """
        grid: row
        clusters:
          a: {hosts: [{name: a, count: 2}]%1$s}
          b: {hosts: [{name: b, count: 2}]%1$s}
          c: {hosts: [{name: c, count: 2}]%1$s}
        links: [%2$s]
        """
            .formatted(lan, links);
    return GridCosts.of(GridFile.read(Document.parse("grid.yaml", grid)), 8);
  }

  @Test
  void messagesCostOneByLink() {
    var costs = of("", "{between: [a, b]}, {between: [b, c]}");
    assertThat(costs.unit()).isEqualTo(Unit.MESSAGES);
    assertThat(costs.costs().perElement(1, 1)).isZero();
    assertThat(costs.costs().perElement(0, 1)).isEqualTo(1);
    assertThat(costs.costs().perElement(2, 0)).isEqualTo(2);
    assertThat(costs.costs().perMessage(2, 0)).isZero();
  }

  @Test
  void costsOfLinksCountEvenBesideBandwidths() {
    var costs =
        of(
            ", lan: {bandwidth: 1 MiB/s}",
            "{between: [a, b], cost: 4, back: {cost: 2}, latency: 1 s}, {between: [b, c]},"
                + " {between: [a, c], cost: 9, back: {latency: 2 s}}");
    assertThat(costs.unit()).isEqualTo(Unit.MESSAGES);
    assertThat(costs.costs().perElement(0, 1)).isEqualTo(4);
    assertThat(costs.costs().perElement(1, 0)).isEqualTo(2);
    assertThat(costs.costs().perElement(1, 2)).isEqualTo(1);
    // Not 4 + 1: clusters that are linked use their link.
    assertThat(costs.costs().perElement(0, 2)).isEqualTo(9);
    assertThat(costs.costs().perElement(2, 0)).isEqualTo(9);
  }

  @Test
  void seconds() {
    var costs =
        of(
            ", lan: {bandwidth: 800 B/s, latency: 1 ms}",
            "{between: [a, b], bandwidth: 80 B/s, latency: 2 s, back: {bandwidth: 40 B/s}},"
                + " {between: [b, c], bandwidth: 20 B/s, latency: 3 s, back: {latency: 5 s}}");
    assertThat(costs.unit()).isEqualTo(Unit.SECONDS);
    var found = costs.costs();
    assertThat(found.of(0, 0, 1, 1)).isCloseTo(0.001 + 0.01, within(1e-12));
    assertThat(found.of(0, 1, 1, 1)).isCloseTo(2 + 0.1, within(1e-12));
    assertThat(found.of(1, 0, 1, 1)).isCloseTo(2 + 0.2, within(1e-12));
    assertThat(found.of(0, 2, 1, 1)).isCloseTo(2 + 3 + 0.4, within(1e-12));
    assertThat(found.of(2, 0, 1, 1)).isCloseTo(5 + 2 + 0.4, within(1e-12));
    // Nothing said about a bandwidth: it takes no time.
    assertThat(
            of(", lan: {latency: 1 ms}", "{between: [a, b]}, {between: [b, c]}")
                .costs()
                .of(0, 1, 3, 9))
        .isZero();
  }
}
