package io.strait.farm.trace;

import io.strait.view.gantt.GanttColors;
import io.strait.view.gantt.GanttInks;
import io.strait.view.gantt.GanttPage;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;

/** A row for many cores: an area as high as the share of them that computes. */
final class GanttBand implements GanttRow {
  private static final double GAP = 8;

  private final String label;
  private final String detail;
  private final int cores;
  private final double pitch;
  private final Failures failures = new Failures();
  private double[] useful = {};
  private double[] vain = {};
  private GanttPage page = GanttPage.NONE;
  private double top;

  GanttBand(String label, String detail, int cores, double pitch) {
    this.label = label;
    this.detail = detail;
    this.cores = cores;
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
    useful = new double[(int) Math.ceil(page.plotWidth())];
    vain = new double[useful.length];
  }

  @Override
  public void add(TraceRecorder.Kind kind, double from, double to) {
    if (kind == TraceRecorder.Kind.LOST) {
      failures.add(from);
      return;
    }
    var busy = kind == TraceRecorder.Kind.ABORTED ? vain : useful;
    for (int i = (int) from; i < busy.length && i < to; i++) {
      busy[i] += (Math.min(to, i + 1) - Math.max(from, i)) / cores;
    }
  }

  @Override
  public void paint(Graphics2D graphics) {
    double height = pitch - GAP;
    graphics.setColor(GanttColors.IDLE);
    graphics.fill(new Rectangle2D.Double(page.left(), top, page.plotWidth(), height));
    double busy = 0;
    boolean anyVain = false;
    var both = new double[useful.length];
    for (int i = 0; i < both.length; i++) {
      both[i] = useful[i] + vain[i];
      busy += both[i];
      anyVain |= vain[i] > 0;
    }
    if (anyVain) {
      area(graphics, both, TraceColors.of(TraceRecorder.Kind.ABORTED), height);
    }
    area(graphics, useful, TraceColors.of(TraceRecorder.Kind.COMPUTE), height);
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
  public void mark(GanttInks marks) {
    failures.mark(marks, page.left(), top + 7, 7);
  }
}
