package io.strait.view.gantt;

import io.strait.view.trace.Recording;
import io.strait.view.trace.State;
import java.util.Arrays;
import java.util.BitSet;

/** Which lanes and states a recording has, and how busy the lanes are. */
final class GanttUse {
  private final BitSet states = new BitSet();
  private final BitSet lanes = new BitSet();
  private double[] busy = new double[64];

  GanttUse(Recording recording) {
    for (int i = 0; i < recording.count(); i++) {
      int lane = recording.lane(i);
      if (lane >= busy.length) {
        busy = Arrays.copyOf(busy, Math.max(lane + 1, 2 * busy.length));
      }
      busy[lane] += recording.end(i) - recording.start(i);
      lanes.set(lane);
      states.set(recording.state(i).number());
    }
  }

  /** One more than the largest number of a lane. */
  int lanes() {
    return lanes.length();
  }

  boolean isUsed(int lane) {
    return lanes.get(lane);
  }

  boolean isUsed(State state) {
    return states.get(state.number());
  }

  /** Seconds that a lane is busy. */
  double busy(int lane) {
    return lanes.get(lane) ? busy[lane] : 0;
  }
}
