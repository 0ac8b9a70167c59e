package io.strait.view.gantt;

import io.strait.view.trace.State;
import java.awt.Color;

/** The colours around those of states, which lie on light grey. */
public final class GanttColors {
  public static final Color PAPER = Color.WHITE;
  public static final Color IDLE = new Color(0xececec);
  public static final Color INK = new Color(0x202020);
  public static final Color PALE_INK = new Color(0x6a6a6a);

  private GanttColors() {}

  static Color of(State state) {
    return new Color(state.color());
  }

  /** A colour for what is busy a share of the time. */
  static Color shade(Color color, double share) {
    return new Color(
        between(IDLE.getRed(), color.getRed(), share),
        between(IDLE.getGreen(), color.getGreen(), share),
        between(IDLE.getBlue(), color.getBlue(), share));
  }

  private static int between(int from, int to, double share) {
    return (int) Math.round(from + share * (to - from));
  }
}
