package io.strait.bench.truth;

import java.util.List;

/** Realignments: blocks, cycles and parts of arrays, rows and columns, on unequal clusters. */
final class RealignCases {
  private static final List<String> LINES =
      List.of("block", "cyclic", "cyclic(3)", "partition(2)", "partition(3)");
  private static final List<String> TABLES =
      List.of("block, none", "none, block", "block, block", "cyclic, none", "none, cyclic(2)");

  private RealignCases() {}

  static Case draw(long seed) {
    var draw = new Draw(~seed * 31);
    int clusters = draw.upTo(4);
    int ranks = 0;
    var grid = new StringBuilder("grid: truth\nclusters:\n");
    for (int c = 0; c < clusters; c++) {
      int hosts = clusters == 1 ? 1 + draw.upTo(5) : draw.upTo(5);
      ranks += hosts;
      grid.append(
          "  c%d: {lan: {latency: %s, bandwidth: %s}, hosts: [{name: c%dh, count: %d, rate: 1/s}]}\n"
              .formatted(c, draw.latency(0.05, 10), draw.bandwidth(1e4, 1e10), c, hosts));
    }
    grid.append(draw.links(clusters, 1e3, 700, true));
    boolean isTable = draw.chance(0.3);
    var source = draw.oneOf(isTable ? TABLES : LINES.subList(0, 3));
    // What goes where it is moves nothing.
    var target =
        draw.oneOf((isTable ? TABLES : LINES).stream().filter(d -> !d.equals(source)).toList());
    var app =
        """
        app: truth
        kind: realign
        array: {shape: [%s], element: %d B}
        source: {distribution: [%s]}
        target: {distribution: [%s]}
        renumber: %s
        """
            .formatted(
                shape(draw, isTable, target, ranks),
                draw.oneOf(List.of(1, 4, 8, 16)),
                source,
                target,
                draw.oneOf(List.of("source", "target", "both", "same")));
    return new Case(Case.Kind.REALIGN, seed, grid.toString(), app, List.of("--duration", "3s"));
  }

  private static String shape(Draw draw, boolean isTable, String target, int ranks) {
    if (isTable) {
      return "%d, %d".formatted(ranks + draw.below(1000), ranks + draw.below(1000));
    }
    int elements = (int) draw.magnitude(1e3, 1e6);
    // Parts of different size are refused.
    return "%d".formatted(target.startsWith("part") ? elements - elements % (6 * ranks) : elements);
  }
}
