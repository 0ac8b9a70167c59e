package io.strait.farm.trace;

import io.strait.view.gantt.GanttColors;
import java.awt.Color;

/** What the colours of a farm's Gantt picture mean. */
final class TraceColors {
  private TraceColors() {}

  static Color of(TraceRecorder.Kind kind) {
    return switch (kind) {
      case COMPUTE -> GanttColors.BLUE;
      case ABORTED -> GanttColors.VERMILION;
      case TASK -> GanttColors.ORANGE;
      case RESULT -> GanttColors.GREEN;
      case PROCESS -> GanttColors.PURPLE;
      case LOST -> GanttColors.FAILURE;
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
}
