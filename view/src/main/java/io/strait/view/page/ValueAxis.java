package io.strait.view.page;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * The vertical axis of a chart that is 100 high, from zero: lines across it and labels beside it.
 *
 * @param top the value at the upper edge
 * @param size of the unit that labels are in
 */
record ValueAxis(double top, double size) {
  static final int HEIGHT = 100;

  /** An axis with some room above the highest value. */
  static ValueAxis upTo(double highest, double size) {
    return new ValueAxis(highest > 0 ? highest * 1.12 : 1, size);
  }

  /** Where a value lies below the upper edge. */
  double y(double value) {
    return Math.round(10 * HEIGHT * (1 - value / top)) / 10.0;
  }

  /** Lines at round values. */
  void lines(Html html, double width) {
    double step = step();
    for (double v = step; v <= top * (1 + 1e-9); v += step) {
      line(html, "grid", v, width);
    }
  }

  /** A line across the chart. */
  void line(Html html, String kind, double value, double width) {
    html.empty(
        "path", "class", kind, "d", "M0 %sh%s".formatted(Show.tenth(y(value)), Show.tenth(width)));
  }

  /** Round values beside the chart. */
  void labels(Html html) {
    double step = step();
    for (double v = 0; v <= top * (1 + 1e-9); v += step) {
      label(html, "y", v == 0 ? "0" : text(v), v);
    }
  }

  /** A text at the height of a value. */
  void label(Html html, String kind, String text, double value) {
    html.element("span", text, "class", kind, "style", "top:" + y(value) + "%");
  }

  private String text(double value) {
    return new BigDecimal(value / size)
        .round(new MathContext(4))
        .stripTrailingZeros()
        .toPlainString();
  }

  private double step() {
    return size * step(top / size);
  }

  /** A round distance of about three lines. */
  static double step(double top) {
    double least = top / 4;
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    for (double factor : new double[] {1, 2, 2.5, 5}) {
      if (factor * power >= least) {
        return factor * power;
      }
    }
    return 10 * power;
  }
}
