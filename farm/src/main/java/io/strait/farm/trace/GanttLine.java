package io.strait.farm.trace;

import io.strait.view.gantt.GanttColors;
import io.strait.view.gantt.GanttInks;
import io.strait.view.gantt.GanttPage;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.EnumMap;
import java.util.Map;

/**
 * A row for one core, network or master. A network has two halves: above, what goes out; below,
 * what comes back.
 */
final class GanttLine implements GanttRow {
  private final String label;
  private final double pitch;
  private final double cell;
  private final Map<TraceRecorder.Kind, GanttTrack> tracks =
      new EnumMap<>(TraceRecorder.Kind.class);
  private final GanttInks inks = new GanttInks();
  private final Failures failures = new Failures();
  private GanttPage page = GanttPage.NONE;
  private double top;

  /**
   * @param cell pixels within which what is small is added up
   */
  GanttLine(String label, double pitch, double cell) {
    this.label = label;
    this.pitch = pitch;
    this.cell = cell;
  }

  @Override
  public double pitch() {
    return pitch;
  }

  @Override
  public void place(GanttPage on, double at) {
    page = on;
    top = at;
  }

  @Override
  public void add(TraceRecorder.Kind kind, double from, double to) {
    if (kind == TraceRecorder.Kind.LOST) {
      failures.add(from);
      return;
    }
    tracks
        .computeIfAbsent(kind, k -> new GanttTrack(TraceColors.of(k), page.plotWidth(), cell))
        .add(inks, from, to, page.left(), top(kind), bottom(kind));
  }

  private double thickness() {
    return pitch - Math.clamp(pitch / 6, 1, 3);
  }

  private double top(TraceRecorder.Kind kind) {
    return kind == TraceRecorder.Kind.RESULT ? top + thickness() / 2 : top;
  }

  private double bottom(TraceRecorder.Kind kind) {
    return kind == TraceRecorder.Kind.TASK ? top + thickness() / 2 : top + thickness();
  }

  @Override
  public void paint(Graphics2D graphics) {
    graphics.setColor(GanttColors.IDLE);
    graphics.fill(new Rectangle2D.Double(page.left(), top, page.plotWidth(), thickness()));
    double busy = 0;
    for (var entry : tracks.entrySet()) {
      entry.getValue().finish(inks, page.left(), top(entry.getKey()), bottom(entry.getKey()));
      busy += entry.getValue().busy();
    }
    inks.fill(graphics);
    var font = GanttPage.font(Font.PLAIN, Math.clamp(pitch - 1, 8, 11));
    page.label(graphics, label, font, top + thickness() / 2);
    page.share(graphics, busy / page.plotWidth(), font, top + thickness() / 2);
  }

  @Override
  public void mark(GanttInks marks) {
    double size = Math.min(8, thickness() - 1);
    failures.mark(marks, page.left(), top + size + 0.5, size);
  }
}
