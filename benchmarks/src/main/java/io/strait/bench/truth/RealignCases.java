package io.strait.bench.truth;

import java.util.List;

/** Realignments: blocks, cycles and parts of arrays on clusters of different size. */
final class RealignCases {
  private static final List<String> DISTRIBUTIONS =
      List.of("block", "cyclic", "cyclic(3)", "partition(2)", "partition(3)");

  private RealignCases() {}

  static Case draw(long seed) {
    var draw = new Draw(~seed * 31);
    int clusters = draw.upTo(3);
    var grid = new StringBuilder("grid: truth\nclusters:\n");
    for (int c = 0; c < clusters; c++) {
      grid.append(
          "  c%d: {lan: {latency: %s, bandwidth: %s}, hosts: [{name: c%dh, count: %d, rate: 1/s}]}\n"
              .formatted(c, draw.latency(0.05, 10), draw.bandwidth(1e6, 1e10), c, draw.upTo(4)));
    }
    grid.append(draw.links(clusters, 1e5, 700));
    var app =
        """
        app: truth
        kind: realign
        array: {shape: [%d], element: 8 B}
        source: {distribution: [%s]}
        target: {distribution: [%s]}
        """
            .formatted(
                (int) draw.magnitude(1e3, 1e6),
                draw.oneOf(DISTRIBUTIONS.subList(0, 3)),
                draw.oneOf(DISTRIBUTIONS));
    return new Case(Case.Kind.REALIGN, seed, grid.toString(), app, List.of());
  }
}
