package io.strait.bench.truth;

import java.util.List;

/** How many cases were how precise. */
final class Distribution {
  private static final double[] FROM = {0, 0.5, 0.7, 0.85, 0.9, 0.95, 0.98, 0.99, 1};
  private static final int WIDTH = 300;
  private static final int ROW = 24;

  private Distribution() {}

  static String svg(List<Outcome> outcomes) {
    var counts = new int[FROM.length];
    for (var outcome : outcomes) {
      int i = FROM.length - 1;
      while (i > 0 && outcome.kept() < FROM[i]) {
        i--;
      }
      counts[i]++;
    }
    var svg =
        new StringBuilder(
            "<svg width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"cases by precision\">%n"
                .formatted(WIDTH + 190, ROW * FROM.length + 10));
    for (int i = 0; i < FROM.length; i++) {
      int y = 5 + ROW * (FROM.length - 1 - i);
      double width = 1.0 * WIDTH * counts[i] / Math.max(1, outcomes.size());
      svg.append(
          ("<text x=\"105\" y=\"%d\" text-anchor=\"end\" font-size=\"12\">%s</text>"
                  + "<rect x=\"115\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>"
                  + "<text x=\"%.1f\" y=\"%d\" font-size=\"12\">%d</text>%n")
              .formatted(
                  y + 16,
                  name(i),
                  y + 2,
                  width,
                  ROW - 4,
                  FROM[i] >= 0.95 ? "#0969da" : "#cf222e",
                  121 + width,
                  y + 16,
                  counts[i]));
    }
    return svg.append("</svg>\n").toString();
  }

  private static String name(int i) {
    return i == FROM.length - 1
        ? "in its span"
        : "%.0f to %.0f %%".formatted(100 * FROM[i], 100 * FROM[i + 1]);
  }
}
