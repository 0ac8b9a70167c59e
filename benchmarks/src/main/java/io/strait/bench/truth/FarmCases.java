package io.strait.bench.truth;

import java.util.ArrayList;
import java.util.List;

/** Farms: few and many tasks, tiny and huge results, slow gaps and slow masters. */
final class FarmCases {
  /** Seconds that a run takes at least and at most. */
  private static final double SHORTEST = 4;

  private static final double LONGEST = 25;

  /** What this program moves and handles in a second of real time without being late. */
  private static final double BYTES = 30e6;

  private static final double TASKS = 800;

  private FarmCases() {}

  static Case draw(long seed) {
    var draw = new Draw(seed);
    int clusters = draw.upTo(4);
    double usual = draw.magnitude(0.02, 20);
    double rate = 0;
    var grid = new StringBuilder("grid: truth\nclusters:\n");
    for (int c = 0; c < clusters; c++) {
      grid.append(
          "  c%d:\n    lan: {bandwidth: %s, latency: %s, duplex: %s}\n    hosts:\n"
              .formatted(c, draw.bandwidth(1e5, 1e10), draw.latency(0.05, 10), draw.duplex()));
      if (c == 0) {
        var master =
            draw.chance(0.3)
                ? ", master-rate: %.3g/s".formatted(usual * draw.magnitude(3, 300))
                : "";
        grid.append("      - {name: m, role: master%s}\n".formatted(master));
      }
      for (int h = draw.upTo(3); h > 0; h--) {
        int count = draw.chance(0.5) ? 1 : draw.upTo(5);
        int cores = draw.chance(0.7) ? 1 : draw.upTo(4);
        double each = usual * draw.magnitude(0.2, 5);
        rate += count * each;
        grid.append(
            "      - {name: c%dh%d-, count: %d, cores: %d, rate: %.3g/s}\n"
                .formatted(c, h, count, cores, each));
      }
    }
    grid.append(draw.links(clusters, 1e3, 700, true));
    int tasks = (int) Math.clamp(rate * draw.magnitude(3, 2000), 5, 8000);
    int input = draw.chance(0.2) ? 0 : (int) draw.magnitude(1, 1e5);
    int output = (int) draw.magnitude(8, 1e6) / 8 * 8;
    var app =
        """
        app: truth
        kind: farm
        tasks: %d
        input: %d B
        output: %d B
        reduce: %s
        run: {class: %s, with: {input: %d, output: %d}}
        """
            .formatted(
                tasks,
                input,
                output,
                draw.chance(0.3) ? "sum long" : "none",
                Blank.class.getName(),
                input,
                output);
    double seconds = Math.max(tasks / TASKS, 1.0 * tasks * (input + output) / BYTES);
    var options = new ArrayList<>(List.of("--objective", objective(draw)));
    options.addAll(
        List.of("--duration", "%.0fs".formatted(Math.clamp(2 * seconds, SHORTEST, LONGEST))));
    return new Case(Case.Kind.FARM, seed, grid.toString(), app, options);
  }

  private static String objective(Draw draw) {
    return draw.oneOf(List.of("efficient", "efficient", "fastest", "fewest"));
  }
}
