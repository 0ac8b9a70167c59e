package io.strait.cli;

import java.awt.Color;

/**
 * The colours of Gantt pictures: those that readers with any kind of colour vision tell apart (M.
 * Okabe and K. Ito, <i>Color Universal Design</i>, 2008), on light grey.
 */
final class GanttColors {
  static final Color PAPER = Color.WHITE;
  static final Color IDLE = new Color(0xececec);
  static final Color INK = new Color(0x202020);
  static final Color PALE_INK = new Color(0x6a6a6a);
  static final Color FAILURE = Color.BLACK;

  private static final Color BLUE = new Color(0x0072b2);
  private static final Color ORANGE = new Color(0xe69f00);
  private static final Color GREEN = new Color(0x009e73);
  private static final Color PURPLE = new Color(0xcc79a7);
  private static final Color VERMILION = new Color(0xd55e00);

  private GanttColors() {}

  static Color of(TraceRecorder.Kind kind) {
    return switch (kind) {
      case COMPUTE -> BLUE;
      case ABORTED -> VERMILION;
      case TASK -> ORANGE;
      case RESULT -> GREEN;
      case PROCESS -> PURPLE;
      case LOST -> FAILURE;
    };
  }

  static String meaning(TraceRecorder.Kind kind) {
    return switch (kind) {
      case COMPUTE -> "computing";
      case ABORTED -> "computing in vain";
      case TASK -> "tasks out";
      case RESULT -> "results back";
      case PROCESS -> "master";
      case LOST -> "task lost in a failure";
    };
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
