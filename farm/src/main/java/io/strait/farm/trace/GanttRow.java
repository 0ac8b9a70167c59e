package io.strait.farm.trace;

import io.strait.view.gantt.GanttColors;
import io.strait.view.gantt.GanttInks;
import io.strait.view.gantt.GanttPage;
import java.awt.Graphics2D;
import java.util.BitSet;

/** A row of a Gantt picture: a title, a core, a network, the master or the cores of a cluster. */
sealed interface GanttRow permits GanttTitle, GanttLine, GanttBand {
  /** Pixels from one row to the next. */
  double pitch();

  /** Takes a record of one of the row's lanes; the time in pixels from the left end. */
  void add(TraceRecorder.Kind kind, double from, double to);

  /** Where the row goes; before anything is added. */
  void place(GanttPage page, double top);

  /** Draws everything but the failures. */
  void paint(Graphics2D graphics);

  /** Marks the failures. */
  default void mark(GanttInks inks) {}

  /** Pixels at which something failed, few enough to be told apart. */
  final class Failures {
    private static final int STEP = 3;

    private final BitSet at = new BitSet();

    void add(double x) {
      at.set((int) Math.round(x / STEP));
    }

    void mark(GanttInks inks, double left, double tip, double size) {
      at.stream().forEach(i -> inks.mark(GanttColors.FAILURE, left + (double) i * STEP, tip, size));
    }
  }
}
