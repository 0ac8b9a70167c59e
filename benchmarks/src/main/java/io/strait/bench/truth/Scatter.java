package io.strait.bench.truth;

import java.util.List;

/** Measured over promised, of all cases: on the line where promises were kept. */
final class Scatter {
  private static final int SIZE = 480;

  private Scatter() {}

  static String svg(List<Outcome> outcomes) {
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (var outcome : outcomes) {
      least = Math.min(least, Math.min(outcome.predicted(), outcome.measured()));
      most = Math.max(most, Math.max(outcome.predicted(), outcome.measured()));
    }
    var svg =
        new StringBuilder(
            "<svg width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"measured over promised\">%n"
                .formatted(SIZE, SIZE));
    svg.append(
        "<line x1=\"0\" y1=\"%d\" x2=\"%d\" y2=\"0\" stroke=\"#999\"/>%n".formatted(SIZE, SIZE));
    for (var outcome : outcomes) {
      svg.append(
          "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"><title>%s</title></circle>%n"
              .formatted(
                  place(outcome.predicted(), least, most),
                  SIZE - place(outcome.measured(), least, most),
                  outcome.kept() >= 0.95 ? "#0969da" : "#cf222e",
                  outcome.name()));
    }
    return svg.append("</svg>\n").toString();
  }

  private static double place(double value, double least, double most) {
    double span = Math.max(1e-9, Math.log(most / least));
    return 10 + (SIZE - 20) * Math.log(value / least) / span;
  }
}
