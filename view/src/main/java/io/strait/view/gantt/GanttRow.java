package io.strait.view.gantt;

import io.strait.view.trace.State;
import java.awt.Graphics2D;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** A row of a Gantt picture: a title, some lanes in a line, or all lanes of a group in a band. */
sealed interface GanttRow permits GanttTitle, GanttLine, GanttBand {
  /** Pixels from one row to the next. */
  double pitch();

  /** Pixels that the whole label takes. */
  default double labelWidth() {
    return 0;
  }

  /** Takes a record of one of the row's lanes; the time in pixels from the left end. */
  void add(State state, double from, double to);

  /** Where the row goes; before anything is added. */
  void place(GanttPage page, double top);

  /** Draws everything but marks. */
  void paint(Graphics2D graphics);

  /** Puts marks on top. */
  default void mark(GanttInks inks) {}

  /** States as keys, in the order of legends. */
  static <T> Map<State, T> byState() {
    return new TreeMap<>(Comparator.comparingInt(State::number));
  }

  /** Pixels that have marks, few enough to be told apart. */
  final class Marks {
    private static final int STEP = 3;

    private final Map<State, BitSet> at = byState();

    void add(State state, double x) {
      at.computeIfAbsent(state, s -> new BitSet()).set((int) Math.round(x / STEP));
    }

    void paint(GanttInks inks, double left, double tip, double size) {
      at.forEach(
          (state, places) ->
              places.stream()
                  .forEach(
                      i -> inks.mark(GanttColors.of(state), left + (double) i * STEP, tip, size)));
    }
  }
}
