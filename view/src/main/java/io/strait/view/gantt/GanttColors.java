package io.strait.view.gantt;

import java.awt.Color;

/**
 * The colours of Gantt pictures: those that readers with any kind of colour vision tell apart (M.
 * Okabe and K. Ito, <i>Color Universal Design</i>, 2008), on light grey.
 */
public final class GanttColors {
  public static final Color PAPER = Color.WHITE;
  public static final Color IDLE = new Color(0xececec);
  public static final Color INK = new Color(0x202020);
  public static final Color PALE_INK = new Color(0x6a6a6a);
  public static final Color FAILURE = Color.BLACK;

  public static final Color BLUE = new Color(0x0072b2);
  public static final Color ORANGE = new Color(0xe69f00);
  public static final Color GREEN = new Color(0x009e73);
  public static final Color PURPLE = new Color(0xcc79a7);
  public static final Color VERMILION = new Color(0xd55e00);

  private GanttColors() {}

  /** A colour for what is busy a share of the time. */
  public static Color shade(Color color, double share) {
    return new Color(
        between(IDLE.getRed(), color.getRed(), share),
        between(IDLE.getGreen(), color.getGreen(), share),
        between(IDLE.getBlue(), color.getBlue(), share));
  }

  private static int between(int from, int to, double share) {
    return (int) Math.round(from + share * (to - from));
  }
}
