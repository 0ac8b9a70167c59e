package io.strait.view.gantt;

import io.strait.view.trace.State;
import java.awt.Font;
import java.awt.Graphics2D;

/** A title above rows, with details in paler ink behind it. */
final class GanttTitle implements GanttRow {
  static final double PITCH = 24;

  private final String text;
  private final String detail;
  private GanttPage page = GanttPage.NONE;
  private double top;

  GanttTitle(String text, String detail) {
    this.text = text;
    this.detail = detail;
  }

  @Override
  public double pitch() {
    return PITCH;
  }

  @Override
  public void add(State state, double from, double to) {}

  @Override
  public void place(GanttPage on, double at) {
    page = on;
    top = at;
  }

  @Override
  public void paint(Graphics2D graphics) {
    double middle = top + pitch() - 9;
    var bold = GanttPage.font(Font.BOLD, 12);
    var shown = GanttPage.cut(text, bold, page.width() / 2.0);
    GanttPage.text(graphics, shown, bold, GanttColors.INK, GanttPage.MARGIN, middle, 0);
    var plain = GanttPage.font(Font.PLAIN, 11);
    double x = GanttPage.MARGIN + GanttPage.width(shown, bold) * 1.05 + 10;
    GanttPage.text(graphics, detail, plain, GanttColors.PALE_INK, x, middle, 0);
  }
}
