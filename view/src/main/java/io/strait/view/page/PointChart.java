package io.strait.view.page;

import java.util.ArrayList;
import java.util.List;

/**
 * Values over a whole number, both from zero: lines through points, points alone, levels. It is
 * stretched to the width of the page as {@link CurveChart} is.
 */
public final class PointChart {
  private static final int WIDTH = 1000;
  private static final int MOST_TICKS = 12;
  private static final int[] STEPS = {1, 2, 5};

  /**
   * A point.
   *
   * @param title what a pointer over it shows
   */
  public record Point(int x, double y, String title) {}

  private record Series(List<Point> points, String kind, boolean isLine) {}

  private final List<Series> all = new ArrayList<>();
  private final List<CurveChart.Level> levels = new ArrayList<>();

  /**
   * Adds points with a line through them.
   *
   * @param kind class of the style sheet
   */
  public PointChart line(List<Point> points, String kind) {
    all.add(new Series(List.copyOf(points), kind, true));
    return this;
  }

  /**
   * Adds points alone, larger than those of lines.
   *
   * @param kind class of the style sheet
   */
  public PointChart points(List<Point> points, String kind) {
    all.add(new Series(List.copyOf(points), kind, false));
    return this;
  }

  public PointChart level(String name, double value) {
    levels.add(new CurveChart.Level(name, value));
    return this;
  }

  /**
   * @param kind class of the style sheet for the whole chart
   */
  public void write(Html html, String kind, String described) {
    var axis = ValueAxis.upTo(highest(), 1);
    int last = last();
    html.open("div", "class", "chart " + kind).open("div", "class", "plot");
    html.open(
        "svg",
        "viewBox",
        "0 0 %d %d".formatted(WIDTH, ValueAxis.HEIGHT),
        "preserveAspectRatio",
        "none",
        "role",
        "img",
        "aria-label",
        described);
    axis.lines(html, WIDTH);
    levels.forEach(level -> axis.line(html, "level", level.value(), WIDTH));
    axis.line(html, "base", 0, WIDTH);
    for (var series : all) {
      draw(html, series, axis, last);
    }
    html.close();
    axis.labels(html);
    levels.forEach(level -> axis.label(html, "name", level.name(), level.value()));
    html.close();
    counts(html, last);
    html.close();
  }

  private double highest() {
    double highest = levels.stream().mapToDouble(CurveChart.Level::value).max().orElse(0);
    for (var series : all) {
      for (var point : series.points) {
        highest = Math.max(highest, point.y);
      }
    }
    return highest;
  }

  private int last() {
    return all.stream()
        .flatMap(series -> series.points.stream())
        .mapToInt(Point::x)
        .max()
        .orElse(1);
  }

  private static void draw(Html html, Series series, ValueAxis axis, int last) {
    var path = new StringBuilder();
    for (var point : series.points) {
      path.append(path.isEmpty() ? 'M' : 'L').append(place(point, axis, last));
    }
    if (series.isLine && series.points.size() > 1) {
      html.empty("path", "class", "line " + series.kind, "d", path.toString());
    }
    for (var point : series.points) {
      // A line of no length has round ends however the drawing is stretched.
      html.open(
          "path",
          "class",
          (series.isLine ? "dot line " : "dot large line ") + series.kind,
          "d",
          "M%sh0".formatted(place(point, axis, last)));
      html.element("title", point.title).close();
    }
  }

  private static String place(Point point, ValueAxis axis, int last) {
    return "%s %s"
        .formatted(Show.tenth((double) WIDTH * point.x / last), Show.tenth(axis.y(point.y)));
  }

  /** Round numbers below the chart. */
  private static void counts(Html html, int last) {
    int step = step(last);
    html.open("div", "class", "times");
    for (int i = 0; i * step <= last; i++) {
      var kind = (i % 2 == 0 ? "" : "odd") + (i * step == last ? " last" : "");
      html.element(
          "span",
          Integer.toString(i * step),
          "class",
          kind.strip(),
          "style",
          "left:%s%%".formatted(Show.tenth(100.0 * i * step / last)));
    }
    html.close();
  }

  private static int step(int last) {
    for (int power = 1; ; power *= 10) {
      for (int factor : STEPS) {
        if (last / (factor * power) <= MOST_TICKS) {
          return factor * power;
        }
      }
    }
  }
}
