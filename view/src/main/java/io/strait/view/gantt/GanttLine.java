package io.strait.view.gantt;

import io.strait.view.trace.State;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.Map;

/** A row for a lane, or for a few that share it. */
final class GanttLine implements GanttRow {
  private final String label;
  private final double pitch;
  private final double cell;
  private final Map<State, GanttTrack> tracks = GanttRow.byState();
  private final GanttInks inks = new GanttInks();
  private final Marks marks = new Marks();
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
  public double labelWidth() {
    return GanttPage.width(label, font());
  }

  private Font font() {
    return GanttPage.font(Font.PLAIN, Math.clamp(pitch - 1, 8, 11));
  }

  @Override
  public void place(GanttPage on, double at) {
    page = on;
    top = at;
  }

  @Override
  public void add(State state, double from, double to) {
    if (state.isMark()) {
      marks.add(state, from);
      return;
    }
    tracks
        .computeIfAbsent(state, s -> new GanttTrack(GanttColors.of(s), page.plotWidth(), cell))
        .add(inks, from, to, page.left(), top(state), bottom(state));
  }

  private double thickness() {
    return pitch - Math.clamp(pitch / 6, 1, 3);
  }

  private double top(State state) {
    return state.form() == State.Form.LOWER ? top + thickness() / 2 : top;
  }

  private double bottom(State state) {
    return state.form() == State.Form.UPPER ? top + thickness() / 2 : top + thickness();
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
    var font = font();
    page.label(graphics, label, font, top + thickness() / 2);
    page.share(graphics, busy / page.plotWidth(), font, top + thickness() / 2);
  }

  @Override
  public void mark(GanttInks over) {
    double size = Math.min(8, thickness() - 1);
    marks.paint(over, page.left(), top + size + 0.5, size);
  }
}
