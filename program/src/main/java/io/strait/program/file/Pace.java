package io.strait.program.file;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** How a calculation begins its work. */
public enum Pace {
  /** Others wait for it: unit after unit. */
  DUE,
  /** Nobody waits for it: the newest unit that has begun. */
  LOOSE,
  /** By the clock. */
  TIMED;

  /**
   * The pace of every calculation. Nobody waits for late calculations, unless some data of theirs
   * are waited for, or all calculations are late.
   */
  public static List<Pace> of(List<Calculation> calculations, List<DataEdge> data) {
    var waitedFor = new HashSet<String>();
    for (var edge : data) {
      if (!edge.late() && !edge.every().isTimed()) {
        waitedFor.add(edge.from());
      }
    }
    var paces = new ArrayList<Pace>();
    for (var each : calculations) {
      boolean isDue = !each.late() || waitedFor.contains(each.name());
      paces.add(each.every().isTimed() ? TIMED : isDue ? DUE : LOOSE);
    }
    if (!paces.contains(DUE)) {
      paces.replaceAll(each -> each == LOOSE ? DUE : each);
    }
    return paces;
  }
}
