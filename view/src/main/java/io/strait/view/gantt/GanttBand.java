package io.strait.view.gantt;

import io.strait.view.trace.State;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** A row for many lanes: an area as high as the share of them that is busy, state upon state. */
final class GanttBand implements GanttRow {
  private static final double GAP = 8;

  private final String label;
  private final String detail;
  private final State work;
  private final int lanes;
  private final double pitch;
  private final Marks marks = new Marks();
  private final Map<State, double[]> busyIn = GanttRow.byState();
  private GanttPage page = GanttPage.NONE;
  private double top;

  GanttBand(String label, String detail, State work, int lanes, double pitch) {
    this.label = label;
    this.detail = detail;
    this.work = work;
    this.lanes = lanes;
    this.pitch = pitch;
  }

  @Override
  public double pitch() {
    return pitch;
  }

  @Override
  public void place(GanttPage on, double at) {
    page = on;
    top = at;
    busyIn.put(work, new double[pixels()]);
  }

  private int pixels() {
    return (int) Math.ceil(page.plotWidth());
  }

  @Override
  public void add(State state, double from, double to) {
    if (state.isMark()) {
      marks.add(state, from);
      return;
    }
    var busy = busyIn.computeIfAbsent(state, s -> new double[pixels()]);
    for (int i = (int) from; i < busy.length && i < to; i++) {
      busy[i] += (Math.min(to, i + 1) - Math.max(from, i)) / lanes;
    }
  }

  @Override
  public void paint(Graphics2D graphics) {
    double height = pitch - GAP;
    graphics.setColor(GanttColors.IDLE);
    graphics.fill(new Rectangle2D.Double(page.left(), top, page.plotWidth(), height));
    var total = new double[pixels()];
    var areas = new LinkedHashMap<State, double[]>();
    busyIn.forEach(
        (state, busy) -> {
          for (int i = 0; i < total.length; i++) {
            total[i] += busy[i];
          }
          if (state.number() == work.number() || Arrays.stream(busy).anyMatch(b -> b > 0)) {
            areas.putFirst(state, total.clone());
          }
        });
    areas.forEach((state, shares) -> area(graphics, shares, GanttColors.of(state), height));
    double busy = 0;
    for (double share : total) {
      busy += share;
    }
    text(graphics, height, busy / page.plotWidth());
  }

  private void area(Graphics2D graphics, double[] shares, Color color, double height) {
    var path = new Path2D.Double();
    double bottom = top + height;
    path.moveTo(page.left(), bottom);
    double before = bottom;
    for (int i = 0; i < shares.length; i++) {
      double y = GanttInks.round(bottom - Math.min(1, shares[i]) * height);
      if (y != before) {
        path.lineTo(page.left() + i, before);
        path.lineTo(page.left() + i, y);
        before = y;
      }
    }
    path.lineTo(page.right(), before);
    path.lineTo(page.right(), bottom);
    path.closePath();
    graphics.setColor(color);
    graphics.fill(path);
  }

  private void text(Graphics2D graphics, double height, double share) {
    boolean high = height >= 30;
    var small = GanttPage.font(Font.PLAIN, 9);
    double scale = high ? GanttPage.width("100 %", small) + 8 : 0;
    double room = page.left() - 8 - GanttPage.MARGIN - scale;
    double middle = top + height / 2;
    var bold = GanttPage.font(Font.BOLD, 11);
    var plain = GanttPage.font(Font.PLAIN, 10);
    GanttPage.text(
        graphics,
        GanttPage.cut(label, bold, room),
        bold,
        GanttColors.INK,
        GanttPage.MARGIN,
        high ? middle - 7 : middle,
        0);
    if (high) {
      var shown = GanttPage.cut(detail, plain, room);
      var pale = GanttColors.PALE_INK;
      GanttPage.text(graphics, shown, plain, pale, GanttPage.MARGIN, middle + 7, 0);
      GanttPage.text(graphics, "100 %", small, pale, page.left() - 6, top + 4, 1);
      GanttPage.text(graphics, "0", small, pale, page.left() - 6, top + height - 4, 1);
    }
    page.share(graphics, share, GanttPage.font(Font.PLAIN, 11), middle);
  }

  @Override
  public void mark(GanttInks over) {
    marks.paint(over, page.left(), top + 7, 7);
  }
}
