package io.strait.view.gantt;

import java.awt.Color;

/**
 * When one thing is busy, from left to right. What is wide enough is a rectangle of its own; the
 * rest is added up per cell of a few pixels, whose shade says how much of it is busy, so that a
 * million records make no more rectangles than there are cells and idle time stays visible among
 * them.
 */
final class GanttTrack {
  private static final double WIDE = 3;
  private static final int SHADES = 8;

  private final Color color;
  private final double cell;

  /** Pixels of every cell that are busy, and those with what is not wide alone. */
  private final float[] busyIn;

  private final float[] smallIn;

  private double busy;

  /** In pixels from the left end. */
  GanttTrack(Color color, double width, double cell) {
    this.color = color;
    this.cell = cell;
    busyIn = new float[(int) Math.ceil(width / cell)];
    smallIn = new float[busyIn.length];
  }

  /** Shows a time in pixels from the left end; {@code left} is where that is. */
  void add(GanttInks inks, double from, double to, double left, double top, double bottom) {
    busy += to - from;
    boolean wide = to - from >= WIDE;
    for (int i = (int) (from / cell); i < busyIn.length && i * cell < to; i++) {
      var within = (float) (Math.min(to, (i + 1) * cell) - Math.max(from, i * cell));
      busyIn[i] += within;
      smallIn[i] += wide ? 0 : within;
    }
    if (wide) {
      // Leaves a line between neighbours.
      double right = left + to - Math.min(0.6, 0.08 * (to - from));
      inks.rectangle(color, left + from, top, right, bottom);
    }
  }

  /** Puts the cells down, neighbours of one shade as one rectangle. */
  void finish(GanttInks inks, double left, double top, double bottom) {
    int from = 0;
    for (int i = 1; i <= busyIn.length; i++) {
      if (i == busyIn.length || level(i) != level(from)) {
        if (level(from) > 0) {
          var shade = GanttColors.shade(color, (double) level(from) / SHADES);
          inks.rectangle(shade, left + from * cell, top, left + i * cell, bottom);
        }
        from = i;
      }
    }
  }

  private int level(int i) {
    return smallIn[i] > 0
        ? (int) Math.clamp(Math.ceil(SHADES * busyIn[i] / cell - 1e-3), 1, SHADES)
        : 0;
  }

  /** Pixels that are busy. */
  double busy() {
    return busy;
  }
}
