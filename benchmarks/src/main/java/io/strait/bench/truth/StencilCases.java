package io.strait.bench.truth;

import java.util.List;

/**
 * Stencils: clusters of different size, any strategy, bands up to the block, diagonal neighbours,
 * cells that reach far, rows of ranks and corners.
 */
final class StencilCases {
  private static final int ITERATIONS = 1000;

  private StencilCases() {}

  static Case draw(long seed) {
    var draw = new Draw(~seed);
    boolean corner = draw.chance(0.15);
    int clusters = corner ? 4 : draw.upTo(4);
    int rows = draw.chance(0.25) ? 2 : 1;
    double iteration = draw.magnitude(5e-5, 0.1);
    int columns = 40 + draw.below(200);
    int height = 20 + draw.below(200);
    int ranks = 0;
    var sizes = new int[clusters];
    for (int c = 0; c < clusters; c++) {
      sizes[c] = corner ? rows * rows : draw.upTo(3) * rows;
      ranks += sizes[c];
    }
    double rate = 1.0 * columns * height / ranks / iteration;
    var grid = new StringBuilder("grid: truth\nclusters:\n");
    for (int c = 0; c < clusters; c++) {
      grid.append(
          "  c%d:\n    lan: {latency: %s, bandwidth: %s, duplex: %s}\n    hosts:\n"
              .formatted(c, draw.latency(0.05, 10), draw.bandwidth(1e5, 1e10), draw.duplex()));
      hosts(draw, grid, c, sizes[c], rate);
    }
    grid.append(corner ? square(draw) : chain(draw, clusters));
    var app =
        new StringBuilder(
            """
            app: truth
            kind: stencil
            domain: [%d, %d]
            iterations: %d
            stencil: %s
            run: {class: io.strait.apps.Heat}
            """
                .formatted(columns, height, ITERATIONS, draw.chance(0.3) ? "9-point" : "5-point"));
    if (corner) {
      app.append("clusters: [[c0, c1], [c2, c3]]\n");
    }
    app.append("processors: [%d]\n".formatted(corner ? 2 * rows : rows));
    int narrowest = (corner ? Math.min(columns, height) / 2 : columns * rows / ranks) / 2;
    int radius = draw.chance(0.25) ? Math.clamp(1 + draw.upTo(3), 1, narrowest) : 1;
    app.append("radius: %d\n".formatted(radius));
    if (draw.chance(0.2)) {
      app.append("boundary: %s\n".formatted(draw.oneOf(List.of("periodic", "mirror"))));
    }
    if (draw.chance(0.2)) {
      app.append("type: float\n");
    }
    if (draw.chance(0.5)) {
      var strategy = draw.oneOf(List.of("sync", "lh", "lhrp", "wavefront", "deep-halo"));
      app.append("strategy: %s\n".formatted(strategy));
      boolean bands = List.of("wavefront", "lhrp").contains(strategy) && clusters > 1;
      if (bands && draw.chance(0.5)) {
        app.append(
            "band: %d\n".formatted(band(draw, columns, height, sizes, rows, corner, radius)));
      }
    }
    return new Case(
        Case.Kind.STENCIL, seed, grid.toString(), app.toString(), List.of("--duration", "4s"));
  }

  /** Hosts of one kind or two. */
  private static void hosts(Draw draw, StringBuilder grid, int cluster, int size, double rate) {
    int first = draw.chance(0.6) ? size : draw.upTo(size);
    grid.append(host(draw, "c%da".formatted(cluster), first, rate));
    if (first < size) {
      grid.append(host(draw, "c%db".formatted(cluster), size - first, rate));
    }
  }

  private static String host(Draw draw, String name, int count, double rate) {
    return "      - {name: %s, count: %d, rate: %.3g/s}\n"
        .formatted(name, count, rate * draw.magnitude(0.6, 1.6));
  }

  /** A band that fits the blocks of ranks if they are equally fast. */
  private static int band(
      Draw draw, int columns, int height, int[] sizes, int rows, boolean corner, int radius) {
    int ranks = 0;
    for (int size : sizes) {
      ranks += size;
    }
    int across = corner ? 2 * rows : ranks / rows;
    int block = columns / across;
    if (corner) {
      block = Math.min(block, height / (2 * rows));
    }
    return radius * draw.upTo(Math.max(1, block / 3 / radius));
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
    return "  - {between: [c%d, c%d], bandwidth: %s, latency: %s, duplex: %s}\n"
        .formatted(from, to, draw.bandwidth(1e3, 1e10), draw.latency(0.1, 700), draw.duplex());
  }
}
