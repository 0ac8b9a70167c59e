package io.strait.apps;

import io.strait.kind.code.Settings;
import io.strait.model.Element;
import io.strait.stencil.file.Boundary;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.run.Column;
import io.strait.stencil.run.Kernel;
import io.strait.stencil.run.Scale;
import java.lang.foreign.ValueLayout;

/**
 * Paper <em>lhrp</em>'s heat distribution: a cell becomes the mean of its four neighbours, in
 * double or float as the app says. Settings: which {@code edge} is hot (left, right, top, bottom),
 * how {@code hot} it is, how {@code cold} the others are, and what there is {@code inside} at
 * first. The cells just outside the domain are the edges; where the boundary is not fixed and there
 * are no such cells, the outermost ones inside begin so.
 *
 * <p>The sum is (left + right) + (above + below), by vectors and cell by cell alike, so that every
 * bit is the same.
 */
public final class Heat implements Kernel {
  private static final double MOST = 1e30;

  private Element type = Element.DOUBLE;
  private int columns;
  private int rows;
  private int rim;
  private String edge = "left";
  private double hot;
  private double cold;
  private double inside;

  @Override
  public void begin(StencilApp app, Settings settings) {
    type = app.type();
    columns = app.columns();
    rows = app.rows();
    rim = app.boundary() == Boundary.FIXED ? 0 : 1;
    edge = settings.choice("edge", "left", "right", "top", "bottom");
    hot = settings.number("hot", 100, -MOST, MOST);
    cold = settings.number("cold", 0, -MOST, MOST);
    inside = settings.number("inside", 0, -MOST, MOST);
    if (takes(type)) {
      form(type); // measured now where that has not been done, not while time counts
    }
  }

  @Override
  public boolean takes(Element cells) {
    return cells == Element.DOUBLE || cells == Element.FLOAT;
  }

  @Override
  public double start(long x, long y) {
    boolean left = x < rim;
    boolean right = x >= columns - rim;
    boolean top = y < rim;
    boolean bottom = y >= rows - rim;
    boolean isHot =
        switch (edge) {
          case "left" -> left;
          case "right" -> right;
          case "top" -> top;
          default -> bottom;
        };
    return isHot ? hot : left || right || top || bottom ? cold : inside;
  }

  @Override
  public void advance(Column column) {
    advance(column, 1);
  }

  @Override
  public void advance(Column first, int columns) {
    boolean isDouble = type == Element.DOUBLE;
    var form = isDouble ? HeatForm.Doubles.FASTEST : HeatForm.Floats.FASTEST;
    if (first.cells() >= form.leastCells()) {
      form.advance().advance(first, columns);
    } else if (isDouble) {
      doubles(first, columns);
    } else {
      floats(first, columns);
    }
  }

  /** How this machine computes it the fastest. */
  public static String form(Element type) {
    return (type == Element.DOUBLE ? HeatForm.Doubles.FASTEST : HeatForm.Floats.FASTEST).name();
  }

  /** Cell by cell. */
  static void doubles(Column first, int columns) {
    var from = first.from();
    var to = first.to();
    long stride = first.stride();
    var layout = ValueLayout.JAVA_DOUBLE_UNALIGNED;
    for (int x = 0; x < columns; x++) {
      long offset = first.offset() + x * stride;
      for (int i = 0; i < first.cells(); i++) {
        long at = offset + i * 8L;
        double sides = from.get(layout, at - stride) + from.get(layout, at + stride);
        to.set(layout, at, 0.25 * (sides + (from.get(layout, at - 8) + from.get(layout, at + 8))));
      }
    }
  }

  /** Cell by cell. */
  static void floats(Column first, int columns) {
    var from = first.from();
    var to = first.to();
    long stride = first.stride();
    var layout = ValueLayout.JAVA_FLOAT_UNALIGNED;
    for (int x = 0; x < columns; x++) {
      long offset = first.offset() + x * stride;
      for (int i = 0; i < first.cells(); i++) {
        long at = offset + i * 4L;
        float sides = from.get(layout, at - stride) + from.get(layout, at + stride);
        to.set(layout, at, 0.25f * (sides + (from.get(layout, at - 4) + from.get(layout, at + 4))));
      }
    }
  }

  @Override
  public Scale scale() {
    double low = Math.min(Math.min(hot, cold), inside);
    return new Scale(low, Math.max(Math.max(hot, cold), inside), Scale.Colours.HEAT);
  }
}
