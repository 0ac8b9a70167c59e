package io.strait.program.simulate;

import io.strait.program.file.Pace;
import java.util.Arrays;

/**
 * Which units are done: by parts, by calculations as a whole, and by the program as a whole. The
 * least of a group is found again only when nobody stands at it any more, so a step costs a
 * constant time on average.
 */
final class Progress {
  private final FlowModel model;

  /** Units that a part has done. */
  final int[] done;

  /** Units that all parts of a calculation have done. */
  final int[] all;

  private final int[] behind;

  /** Units that all calculations have done which are waited for. */
  int ended;

  private int behindAll;

  /** One more than the last unit that has begun. */
  int front;

  final double[] begin;
  final double[] end;

  Progress(FlowModel model, int units) {
    this.model = model;
    this.done = new int[model.parts()];
    this.all = new int[model.calculations];
    this.behind = new int[model.calculations];
    Arrays.setAll(behind, model::parts);
    this.begin = new double[units];
    this.end = new double[units];
    this.behindAll = due();
  }

  int due() {
    int due = 0;
    for (var pace : model.pace) {
      due += pace == Pace.DUE ? 1 : 0;
    }
    return due;
  }

  /**
   * A part begins a unit.
   *
   * @return whether it is the first
   */
  boolean begin(int unit, double now) {
    if (unit < front) {
      return false;
    }
    begin[unit] = now;
    front = unit + 1;
    return true;
  }

  /**
   * A part has done a unit.
   *
   * @return whether all parts of its calculation have done one more
   */
  boolean done(int part, double now) {
    int calculation = model.partCalculation[part];
    if (done[part]++ > all[calculation] || --behind[calculation] > 0) {
      return false;
    }
    int least = Integer.MAX_VALUE;
    for (int p = model.firstPart[calculation]; p < model.firstPart[calculation + 1]; p++) {
      if (done[p] < least) {
        least = done[p];
        behind[calculation] = 0;
      }
      behind[calculation] += done[p] == least ? 1 : 0;
    }
    boolean wasLast = all[calculation] == ended;
    all[calculation] = least;
    if (wasLast && --behindAll == 0) {
      end(now);
    }
    return true;
  }

  private void end(double now) {
    int least = Integer.MAX_VALUE;
    for (int c = 0; c < model.calculations; c++) {
      if (model.pace[c] == Pace.DUE) {
        if (all[c] < least) {
          least = all[c];
          behindAll = 0;
        }
        behindAll += all[c] == least ? 1 : 0;
      }
    }
    Arrays.fill(end, ended, least, now);
    ended = least;
  }
}
