package io.strait.view.gantt;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.font.FontRenderContext;

/**
 * The page of a Gantt picture: labels, a plot area, and a column of shares, from left to right.
 *
 * @param left where the plot area begins
 */
public record GanttPage(int width, double left) {
  public static final GanttPage NONE = new GanttPage(0, 0);
  public static final double MARGIN = 16;

  private static final double SHARES = 56;
  private static final FontRenderContext MEASURE = new FontRenderContext(null, true, true);

  /** The least and the greatest room for labels. */
  private static final double NARROWEST = 180;

  private static final double WIDEST = 360;

  /** What is between a label and the plot area. */
  private static final double SPACE = 8;

  /** A page whose labels have the room that the widest one needs, within reason. */
  static GanttPage of(int width, double widestLabel) {
    return new GanttPage(
        width, Math.clamp(Math.ceil(MARGIN + widestLabel + SPACE), NARROWEST, WIDEST));
  }

  public double plotWidth() {
    return width - left - SHARES;
  }

  public double right() {
    return left + plotWidth();
  }

  public static Font font(int style, double size) {
    return new Font(Font.SANS_SERIF, style, 1).deriveFont((float) size);
  }

  public static double width(String text, Font font) {
    return font.getStringBounds(text, MEASURE).getWidth();
  }

  /** The text, or its beginning where it is too wide. */
  public static String cut(String text, Font font, double width) {
    if (width(text, font) <= width) {
      return text;
    }
    int end = text.length();
    while (end > 1 && width(text.substring(0, end) + "…", font) > width) {
      end--;
    }
    return text.substring(0, end) + "…";
  }

  /**
   * Writes a text whose middle is at this height.
   *
   * @param align 0 to begin at x, 0.5 to be centred there, 1 to end there
   */
  public static void text(
      Graphics2D graphics,
      String text,
      Font font,
      Color color,
      double x,
      double middle,
      double align) {
    if (!text.isEmpty()) {
      graphics.setFont(font);
      graphics.setColor(color);
      double start = x - align * width(text, font);
      graphics.drawString(
          text,
          (float) (Math.rint(2 * start) / 2),
          (float) (Math.rint(2 * (middle + 0.36 * font.getSize2D())) / 2));
    }
  }

  /** Writes a label that ends before the plot area. */
  public void label(Graphics2D graphics, String text, Font font, double middle) {
    var shown = cut(text, font, left - SPACE - MARGIN);
    text(graphics, shown, font, GanttColors.INK, left - SPACE, middle, 1);
  }

  /** Writes a share behind the plot area. */
  public void share(Graphics2D graphics, double share, Font font, double middle) {
    var text = share > 0 && share < 0.01 ? "<1 %" : "%.0f %%".formatted(100 * share);
    text(graphics, text, font, GanttColors.PALE_INK, right() + SHARES - 10, middle, 1);
  }
}
