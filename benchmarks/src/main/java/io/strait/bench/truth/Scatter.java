package io.strait.bench.truth;

import io.strait.view.page.Show;
import java.util.List;

/** Measured over promised, of all cases: on the line where promises were kept. */
final class Scatter {
  private static final int SIZE = 440;
  private static final int LEFT = 70;
  private static final int BELOW = 45;

  private final double least;
  private final double decades;
  private final StringBuilder svg = new StringBuilder();

  private Scatter(double least, double most) {
    int first = (int) Math.floor(Math.log10(least));
    int last = Math.max(first + 1, (int) Math.ceil(Math.log10(most)));
    this.least = Math.pow(10, first);
    this.decades = last - first;
  }

  static String svg(List<Outcome> outcomes) {
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (var outcome : outcomes) {
      least = Math.min(least, Math.min(outcome.predicted(), outcome.measured()));
      most = Math.max(most, Math.max(outcome.predicted(), outcome.measured()));
    }
    return outcomes.isEmpty() ? "" : new Scatter(least, most).draw(outcomes);
  }

  private String draw(List<Outcome> outcomes) {
    svg.append(
        "<svg width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"measured over promised\">%n"
            .formatted(LEFT + SIZE + 40, SIZE + BELOW + 10));
    axes();
    for (var outcome : outcomes) {
      svg.append(
          "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"><title>%s</title></circle>%n"
              .formatted(
                  x(outcome.predicted()),
                  y(outcome.measured()),
                  outcome.kept() >= 0.95 ? "#0969da" : "#cf222e",
                  Figures.line(outcome)));
    }
    return svg.append("</svg>\n").toString();
  }

  private void axes() {
    line(LEFT, y(least), x(least * Math.pow(10, decades)), 10, "#999");
    for (int decade = 0; decade <= decades; decade++) {
      double value = least * Math.pow(10, decade);
      line(x(value), 10, x(value), SIZE + 10, "#e1e4e8");
      line(LEFT, y(value), LEFT + SIZE, y(value), "#e1e4e8");
      text(x(value), SIZE + 26, "middle", Show.seconds(value));
      text(LEFT - 6, y(value) + 4, "end", Show.seconds(value));
    }
    text(LEFT + SIZE / 2.0, SIZE + BELOW, "middle", "promised");
    text(LEFT + 6, 24, "start", "measured");
  }

  private void line(double x1, double y1, double x2, double y2, String colour) {
    svg.append(
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>%n"
            .formatted(x1, y1, x2, y2, colour));
  }

  private void text(double x, double y, String anchor, String words) {
    svg.append(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"12\">%s</text>%n"
            .formatted(x, y, anchor, words));
  }

  private double share(double value) {
    return Math.log10(value / least) / decades;
  }

  private double x(double value) {
    return LEFT + SIZE * share(value);
  }

  private double y(double value) {
    return 10 + SIZE * (1 - share(value));
  }
}
