package io.strait.farm.trace;

import io.strait.model.quantity.Durations;
import io.strait.view.Picture;
import io.strait.view.SafeFile;
import io.strait.view.gantt.GanttColors;
import io.strait.view.gantt.GanttInks;
import io.strait.view.gantt.GanttPage;
import io.strait.view.page.TimeAxis;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/** A simulated run as a picture: who did what when. */
public final class GanttPlot {
  static final int WIDTH = 1200;

  private static final double HEAD = 74;
  private static final double FOOT = 46;

  private final TraceRecorder recorder;
  private final String title;
  private final String summary;
  private final GanttPage page;
  private final GanttLayout layout;
  private final TimeAxis axis;
  private final int height;
  private final Set<TraceRecorder.Kind> kinds = EnumSet.noneOf(TraceRecorder.Kind.class);

  private GanttPlot(String title, TraceRecorder recorder, TraceNames names, double makespan) {
    this.title = title;
    this.recorder = recorder;
    var lanes = new TraceLanes(recorder, names);
    var busy = new double[lanes.count()];
    int tasks = 0;
    for (int i = 0; i < recorder.count(); i++) {
      busy[lanes.of(recorder, i)] += recorder.end(i) - recorder.start(i);
      kinds.add(recorder.kind(i));
      tasks += recorder.kind(i) == TraceRecorder.Kind.COMPUTE ? 1 : 0;
    }
    page = new GanttPage(WIDTH, 180);
    axis = new TimeAxis(makespan, page.left(), page.plotWidth());
    layout = new GanttLayout(names, lanes, busy, page.plotWidth(), HEAD + FOOT);
    height = (int) Math.ceil(HEAD + layout.height() + FOOT);
    summary = summary(tasks, names.workers().size(), makespan);
    double top = HEAD;
    for (var row : layout.rows()) {
      row.place(page, top);
      top += row.pitch();
    }
    for (int i = 0; i < recorder.count(); i++) {
      var row = layout.rowOf(lanes.of(recorder, i));
      if (row != null) {
        double from = axis.x(recorder.start(i)) - page.left();
        double to = axis.x(recorder.end(i)) - page.left();
        row.add(recorder.kind(i), from, Math.min(to, page.plotWidth()));
      }
    }
  }

  private String summary(int tasks, int workers, double makespan) {
    var text =
        "%,d task%s on %,d worker%s, done after %s"
            .formatted(
                tasks,
                tasks == 1 ? "" : "s",
                workers,
                workers == 1 ? "" : "s",
                Durations.rounded(makespan));
    return recorder.leftOut() == 0
        ? text
        : text + "; %,d later timings are not shown".formatted(recorder.leftOut());
  }

  /**
   * Writes a picture as {@code .svg} or {@code .png}, see {@link Plot#check}.
   *
   * @param makespan seconds that the run took
   */
  public static void write(
      Path file, String title, TraceRecorder recorder, TraceNames names, double makespan)
      throws IOException {
    Picture.check(file);
    System.setProperty("java.awt.headless", "true");
    var plot = new GanttPlot(title, recorder, names, makespan);
    SafeFile.write(file, Picture.of(file, plot.page.width(), plot.height, plot::paint));
  }

  private void paint(Graphics2D graphics) {
    graphics.setColor(GanttColors.PAPER);
    graphics.fill(new Rectangle2D.Double(0, 0, page.width(), height));
    var large = GanttPage.font(Font.BOLD, 16);
    var plain = GanttPage.font(Font.PLAIN, 12);
    double room = page.width() - 2 * GanttPage.MARGIN;
    var shown = GanttPage.cut(title, large, room);
    GanttPage.text(graphics, shown, large, GanttColors.INK, GanttPage.MARGIN, 20, 0);
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
    for (var kind : kinds) {
      x = key(graphics, TraceColors.of(kind), TraceColors.meaning(kind), font, x);
    }
    key(graphics, GanttColors.IDLE, "idle", font, x);
    var pale = "paler: busy for part of the time";
    GanttPage.text(graphics, pale, font, GanttColors.PALE_INK, page.right(), 40, 1);
    double shares = page.width() - 10;
    GanttPage.text(graphics, "busy", font, GanttColors.PALE_INK, shares, 62, 1);
  }

  /** One entry of the legend; gives the place for the next. */
  private static double key(Graphics2D graphics, Color color, String text, Font font, double x) {
    if (color.equals(GanttColors.FAILURE)) {
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
