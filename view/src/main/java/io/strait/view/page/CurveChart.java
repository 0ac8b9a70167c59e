package io.strait.view.page;

import io.strait.model.quantity.Durations;
import java.util.ArrayList;
import java.util.List;

/**
 * Curves over time, from zero. The drawing is stretched to the width of the page; its labels are
 * text at percentages, so that they keep their size.
 */
public final class CurveChart {
  private static final int WIDTH = 1000;
  private static final int HEIGHT = ValueAxis.HEIGHT;

  /**
   * A curve.
   *
   * @param rates in bins of equal width
   * @param span seconds that the bins cover
   * @param kind class of the style sheet
   */
  public record Curve(String name, double[] rates, double span, String kind) {}

  /** A level across the chart with a name beside it. */
  record Level(String name, double value) {}

  private final double span;
  private final Scale scale;
  private final List<Curve> curves = new ArrayList<>();
  private final List<Level> levels = new ArrayList<>();
  private final List<Double> marks = new ArrayList<>();
  private final List<double[]> bands = new ArrayList<>();

  /** A unit of the vertical axis and how large it is. */
  public record Scale(String unit, double size) {}

  /**
   * @param span seconds of the time axis
   */
  public CurveChart(double span, Scale scale) {
    this.span = span > 0 ? span : 1;
    this.scale = scale;
  }

  public CurveChart curve(Curve curve) {
    curves.add(curve);
    return this;
  }

  public CurveChart level(String name, double value) {
    if (Double.isFinite(value)) {
      levels.add(new Level(name, value));
    }
    return this;
  }

  public CurveChart mark(double seconds) {
    marks.add(seconds);
    return this;
  }

  public CurveChart band(double from, double to) {
    bands.add(new double[] {from, to});
    return this;
  }

  /**
   * @param kind class of the style sheet for the whole chart
   */
  public void write(Html html, String kind, String described) {
    var axis = ValueAxis.upTo(highest(), scale.size);
    html.open("div", "class", "chart " + kind).open("div", "class", "plot");
    html.open(
        "svg",
        "viewBox",
        "0 0 %d %d".formatted(WIDTH, HEIGHT),
        "preserveAspectRatio",
        "none",
        "role",
        "img",
        "aria-label",
        described);
    for (var band : bands) {
      html.empty(
          "rect",
          "class",
          "cut",
          "x",
          Show.tenth(x(band[0])),
          "y",
          "0",
          "width",
          Show.tenth(Math.max(1, x(band[1]) - x(band[0]))),
          "height",
          "" + HEIGHT);
    }
    axis.lines(html, WIDTH);
    for (var curve : curves) {
      draw(html, curve, axis);
    }
    for (var level : levels) {
      axis.line(html, "level", level.value, WIDTH);
    }
    for (double mark : marks) {
      html.empty("path", "class", "mark", "d", "M%s 0v%d".formatted(Show.tenth(x(mark)), HEIGHT));
    }
    axis.line(html, "base", 0, WIDTH);
    if (curves.size() == 1) {
      hover(html, curves.getFirst());
    }
    html.close();
    axis.labels(html);
    for (var level : levels) {
      axis.label(html, "name", level.name, level.value);
    }
    html.close();
    times(html, span);
    html.close();
  }

  private double highest() {
    double top = 0;
    for (var curve : curves) {
      for (double rate : curve.rates) {
        top = Math.max(top, rate);
      }
    }
    for (var level : levels) {
      top = Math.max(top, level.value);
    }
    return top;
  }

  private double x(double seconds) {
    return WIDTH * seconds / span;
  }

  private static String percent(double value) {
    return Show.tenth(value);
  }

  private void draw(Html html, Curve curve, ValueAxis axis) {
    var path = new StringBuilder();
    double width = x(curve.span) / curve.rates.length;
    for (int i = 0; i < curve.rates.length; i++) {
      path.append(i == 0 ? "M0 " : "V").append(percent(axis.y(curve.rates[i])));
      path.append('H').append(percent((i + 1) * width));
    }
    if (curves.size() == 1) {
      html.empty("path", "class", "area " + curve.kind, "d", path + "V100H0z");
    }
    html.empty("path", "class", "line " + curve.kind, "d", path.toString());
  }

  /** A strip per bin that says its value when pointed at. */
  private void hover(Html html, Curve curve) {
    double width = x(curve.span) / curve.rates.length;
    for (int i = 0; i < curve.rates.length; i++) {
      html.open(
          "rect",
          "class",
          "hit",
          "x",
          percent(i * width),
          "y",
          "0",
          "width",
          percent(width),
          "height",
          "" + HEIGHT);
      html.element(
          "title",
          "%s: %s"
              .formatted(
                  Durations.rounded((i + 0.5) * curve.span / curve.rates.length),
                  Show.number(curve.rates[i] / scale.size) + " " + scale.unit));
      html.close();
    }
  }

  /** A time axis below a chart. */
  public static void times(Html html, double span) {
    var axis = new TimeAxis(span, 0, 100);
    var ticks = axis.ticks();
    html.open("div", "class", "times");
    for (int i = 0; i < ticks.size(); i++) {
      var tick = ticks.get(i);
      var kind = (i % 2 == 0 ? "" : "odd") + (tick.x() > 96 ? " last" : "");
      html.element(
          "span",
          i == 0 ? "0 " + axis.unit() : tick.label(),
          "class",
          kind.strip(),
          "style",
          "left:" + Show.tenth(tick.x()) + "%");
    }
    html.close();
  }
}
