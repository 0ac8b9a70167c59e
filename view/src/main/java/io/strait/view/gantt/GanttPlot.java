package io.strait.view.gantt;

import io.strait.view.Picture;
import io.strait.view.SafeFile;
import io.strait.view.page.TimeAxis;
import io.strait.view.trace.Recording;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Path;

/** Draws a recording as a picture: who did what when. */
public final class GanttPlot {
  static final int WIDTH = 1200;

  private static final double HEAD = 74;
  private static final double FOOT = 46;

  private final Gantt gantt;
  private final Recording recording;
  private final GanttPage page;
  private final GanttUse use;
  private final GanttLayout layout;
  private final TimeAxis axis;
  private final int height;

  private GanttPlot(Gantt gantt, Recording recording, double seconds) {
    this.gantt = gantt;
    this.recording = recording;
    use = new GanttUse(recording);
    layout = new GanttLayout(gantt, use, GanttPage.of(WIDTH, 0).plotWidth(), HEAD + FOOT);
    page =
        GanttPage.of(
            WIDTH, layout.rows().stream().mapToDouble(GanttRow::labelWidth).max().orElse(0));
    axis = new TimeAxis(seconds, page.left(), page.plotWidth());
    height = (int) Math.ceil(HEAD + layout.height() + FOOT);
    double top = HEAD;
    for (var row : layout.rows()) {
      row.place(page, top);
      top += row.pitch();
    }
    for (int i = 0; i < recording.count(); i++) {
      var row = layout.rowOf(recording.lane(i));
      if (row != null) {
        double from = axis.x(recording.start(i)) - page.left();
        double to = axis.x(recording.end(i)) - page.left();
        row.add(recording.state(i), from, Math.min(to, page.plotWidth()));
      }
    }
  }

  /**
   * Writes a picture as {@code .svg} or {@code .png}, see {@link Picture#check}.
   *
   * @param seconds the length of the time axis
   */
  public static void write(Path file, Gantt gantt, Recording recording, double seconds)
      throws IOException {
    Picture.check(file);
    System.setProperty("java.awt.headless", "true");
    var plot = new GanttPlot(gantt, recording, seconds);
    SafeFile.write(file, Picture.of(file, plot.page.width(), plot.height, plot::paint));
  }

  private void paint(Graphics2D graphics) {
    graphics.setColor(GanttColors.PAPER);
    graphics.fill(new Rectangle2D.Double(0, 0, page.width(), height));
    var large = GanttPage.font(Font.BOLD, 16);
    var plain = GanttPage.font(Font.PLAIN, 12);
    double room = page.width() - 2 * GanttPage.MARGIN;
    var shown = GanttPage.cut(gantt.title(), large, room);
    GanttPage.text(graphics, shown, large, GanttColors.INK, GanttPage.MARGIN, 20, 0);
    var summary =
        recording.leftOut() == 0
            ? gantt.summary()
            : gantt.summary() + "; %,d later timings are not shown".formatted(recording.leftOut());
    GanttPage.text(graphics, summary, plain, GanttColors.PALE_INK, GanttPage.MARGIN, 40, 0);
    legend(graphics);
    layout.rows().forEach(row -> row.paint(graphics));
    axis(graphics);
    var marks = new GanttInks();
    layout.rows().forEach(row -> row.mark(marks));
    marks.fill(graphics);
  }

  private void legend(Graphics2D graphics) {
    var font = GanttPage.font(Font.PLAIN, 11);
    double x = page.left();
    for (var state : recording.states()) {
      if (use.isUsed(state)) {
        x = key(graphics, GanttColors.of(state), state.isMark(), state.legend(), font, x);
      }
    }
    key(graphics, GanttColors.IDLE, false, "idle", font, x);
    var pale = "paler: busy for part of the time";
    GanttPage.text(graphics, pale, font, GanttColors.PALE_INK, page.right(), 40, 1);
    double shares = page.width() - 10;
    GanttPage.text(graphics, "busy", font, GanttColors.PALE_INK, shares, 62, 1);
  }

  /** One entry of the legend; gives the place for the next. */
  private static double key(
      Graphics2D graphics, Color color, boolean mark, String text, Font font, double x) {
    if (mark) {
      var inks = new GanttInks();
      inks.mark(color, x + 6, 66, 8);
      inks.fill(graphics);
    } else {
      graphics.setColor(color);
      graphics.fill(new Rectangle2D.Double(x, 56, 12, 12));
    }
    GanttPage.text(graphics, text, font, GanttColors.INK, x + 17, 62, 0);
    return Math.rint(x + 17 + GanttPage.width(text, font) * 1.05 + 20);
  }

  private void axis(Graphics2D graphics) {
    double bottom = height - FOOT + 4;
    var font = GanttPage.font(Font.PLAIN, 11);
    graphics.setStroke(new BasicStroke(1));
    var grid = new Path2D.Double();
    for (var tick : axis.ticks()) {
      double x = GanttInks.round(tick.x());
      grid(grid, x);
      graphics.setColor(GanttColors.PALE_INK);
      graphics.draw(new Line2D.Double(x, bottom, x, bottom + 4));
      GanttPage.text(graphics, tick.label(), font, GanttColors.INK, x, bottom + 12, 0.5);
    }
    graphics.setColor(new Color(0, 0, 0, 36));
    graphics.draw(grid);
    graphics.setColor(GanttColors.PALE_INK);
    graphics.draw(new Line2D.Double(page.left(), bottom, page.right(), bottom));
    var text = "time in " + axis.unit();
    double middle = page.left() + page.plotWidth() / 2;
    GanttPage.text(graphics, text, font, GanttColors.INK, middle, bottom + 30, 0.5);
  }

  /** Adds a line over all rows but titles. */
  private void grid(Path2D grid, double x) {
    double top = HEAD;
    boolean on = false;
    for (var row : layout.rows()) {
      boolean title = row instanceof GanttTitle;
      if (on == title) {
        on = !title;
        if (on) {
          grid.moveTo(x, top);
        } else {
          grid.lineTo(x, top);
        }
      }
      top += row.pitch();
    }
    if (on) {
      grid.lineTo(x, top);
    }
  }
}
