package io.strait.bench.truth;

import java.util.List;

/** Stencils: clusters of different size, wide bands, diagonal neighbours, rows and corners. */
final class StencilCases {
  private StencilCases() {}

  static Case draw(long seed) {
    var draw = new Draw(~seed);
    boolean corner = draw.chance(0.15);
    int clusters = corner ? 4 : draw.upTo(3);
    int rows = corner ? 2 : draw.chance(0.25) ? 2 : 1;
    double iteration = draw.magnitude(5e-5, 0.1);
    int columns = 40 + draw.below(200);
    int height = 40 + draw.below(200);
    var grid = new StringBuilder("grid: truth\nclusters:\n");
    int ranks = 0;
    var sizes = new int[clusters];
    for (int c = 0; c < clusters; c++) {
      sizes[c] = corner ? 1 : draw.upTo(3) * rows;
      ranks += sizes[c];
    }
    double cells = 1.0 * columns * height / ranks;
    for (int c = 0; c < clusters; c++) {
      grid.append(
          "  c%d: {lan: {latency: %s, bandwidth: %s}, hosts: [{name: c%dh, count: %d, rate: %.3g/s}]}\n"
              .formatted(
                  c,
                  draw.latency(0.05, 10),
                  draw.bandwidth(1e6, 1e10),
                  c,
                  sizes[c],
                  cells / iteration * draw.magnitude(0.7, 1.4)));
    }
    grid.append(corner ? square(draw) : chain(draw, clusters));
    var app =
        """
        app: truth
        kind: stencil
        domain: [%d, %d]
        iterations: 2000
        stencil: %s
        run: {class: io.strait.apps.%s}
        """
            .formatted(columns, height, draw.chance(0.3) ? "9-point" : "5-point", "Heat");
    if (corner) {
      app += "clusters: [[c0, c1], [c2, c3]]\n";
    } else if (rows > 1) {
      app += "processors: [%d]\n".formatted(rows);
    }
    return new Case(Case.Kind.STENCIL, seed, grid.toString(), app, List.of("--duration", "4s"));
  }

  private static String chain(Draw draw, int clusters) {
    var links = new StringBuilder();
    for (int c = 1; c < clusters; c++) {
      links.append(link(draw, c - 1, c));
    }
    return clusters == 1 ? "" : "links:\n" + links;
  }

  private static String square(Draw draw) {
    return "links:\n" + link(draw, 0, 1) + link(draw, 2, 3) + link(draw, 0, 2) + link(draw, 1, 3);
  }

  private static String link(Draw draw, int from, int to) {
    return "  - {between: [c%d, c%d], bandwidth: %s, latency: %s}\n"
        .formatted(from, to, draw.bandwidth(1e5, 1e10), draw.latency(0.1, 700));
  }
}
