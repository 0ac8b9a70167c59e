package io.strait.view.gantt;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Path2D;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Gathers rectangles by colour, to be filled as one path each: an SVG of thousands of rectangles
 * stays small.
 */
public final class GanttInks {
  private final Map<Color, Path2D> paths = new LinkedHashMap<>();

  public void rectangle(Color color, double left, double top, double right, double bottom) {
    var path = path(color);
    path.moveTo(round(left), round(top));
    path.lineTo(round(right), round(top));
    path.lineTo(round(right), round(bottom));
    path.lineTo(round(left), round(bottom));
    path.closePath();
  }

  /** A triangle that points down at a place. */
  public void mark(Color color, double x, double tip, double size) {
    var path = path(color);
    path.moveTo(round(x), round(tip));
    path.lineTo(round(x - size / 2), round(tip - size));
    path.lineTo(round(x + size / 2), round(tip - size));
    path.closePath();
  }

  private Path2D path(Color color) {
    return paths.computeIfAbsent(color, c -> new Path2D.Double());
  }

  public void fill(Graphics2D graphics) {
    paths.forEach(
        (color, path) -> {
          graphics.setColor(color);
          graphics.fill(path);
        });
  }

  /** A tenth of a pixel is as exact as anyone sees. */
  public static double round(double pixels) {
    return Math.round(10 * pixels) / 10.0;
  }
}
