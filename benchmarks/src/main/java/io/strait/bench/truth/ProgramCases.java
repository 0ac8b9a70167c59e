package io.strait.bench.truth;

import java.util.ArrayList;
import java.util.List;

/** Programs: small graphs of calculations, cut or not, with threads or slices, on any hosts. */
final class ProgramCases {
  private static final int MANY_UNITS = 120;
  private static final int FEW_UNITS = 12;

  private ProgramCases() {}

  static Case draw(long seed) {
    var draw = new Draw(~seed * 37);
    int clusters = draw.chance(0.5) ? 1 : 1 + draw.upTo(2);
    var grid = new StringBuilder("grid: truth\nclusters:\n");
    for (int c = 0; c < clusters; c++) {
      grid.append(
          "  c%d:\n    lan: {bandwidth: %s, latency: %s, duplex: %s}\n    hosts:\n"
              .formatted(c, draw.bandwidth(1e5, 1e10), draw.latency(0.05, 10), draw.duplex()));
      for (int h = draw.upTo(2); h > 0; h--) {
        grid.append(
            "      - {name: c%dh%d-, count: %d, cores: %d, speed: %.3g Gflop/s}\n"
                .formatted(
                    c,
                    h,
                    draw.upTo(3),
                    draw.chance(0.7) ? 1 : draw.upTo(4),
                    draw.magnitude(0.3, 3)));
      }
    }
    grid.append(draw.links(clusters, 1e3, 700, false));
    return new Case(
        Case.Kind.PROGRAM,
        seed,
        grid.toString(),
        app(draw, units(seed)),
        List.of("--duration", "6s"));
  }

  /** Often as many as settle, sometimes so few that filling and emptying count. */
  private static int units(long seed) {
    var draw = new Draw(seed * 41 + 3);
    return draw.chance(0.25) ? draw.upTo(FEW_UNITS) : MANY_UNITS;
  }

  private static String app(Draw draw, int units) {
    boolean threads = draw.chance(0.6);
    int count = 1 + draw.upTo(Relay.MOST - 3);
    double usual = draw.magnitude(0.001, 1);
    var app =
        new StringBuilder(
            "app: truth\nkind: program\nunits: %d\noverlap: %s\ncalculations:\n"
                .formatted(units, threads ? "threads" : "none"));
    for (int i = 0; i < count; i++) {
      app.append(
          "  c%d: {time: %.4g ms, cpu: %d%%%s%s}\n"
              .formatted(
                  i,
                  1000 * usual * draw.magnitude(0.1, 3),
                  draw.chance(0.6) ? 100 : 40 + draw.below(60),
                  draw.chance(0.3) ? ", split: true" : "",
                  i == 0 && draw.chance(0.2) ? ", late: true" : ""));
    }
    var data = new ArrayList<String>();
    var with = new ArrayList<String>();
    for (int to = 1; to < count; to++) {
      int one = draw.below(to);
      for (int from = 0; from < to; from++) {
        if (from == one || draw.chance(0.2)) {
          int volume = (int) draw.magnitude(10, 3e5);
          data.add("  - {from: c%d, to: c%d, volume: %d B}\n".formatted(from, to, volume));
          with.add("c%d-c%d: %d".formatted(from, to, volume));
        }
      }
    }
    app.append("data:\n");
    data.forEach(app::append);
    return app.append(
            "run: {class: %s, with: {%s}}\n"
                .formatted(Relay.class.getName(), String.join(", ", with)))
        .toString();
  }
}
