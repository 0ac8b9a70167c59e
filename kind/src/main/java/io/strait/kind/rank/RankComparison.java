package io.strait.kind.rank;

import io.strait.view.Answer;
import io.strait.view.Style;
import io.strait.view.Table;
import java.util.List;

/** What a run of ranks answers in the end: what was promised beside what was measured. */
public interface RankComparison extends Answer {
  /** Was the promise kept? */
  String verdict();

  /** A row for every stage. */
  Table table();

  @Override
  default String text(Style style) {
    return style.bold(verdict()) + "\n\n" + table().print(style);
  }

  /** Whether the work was done as it should be. */
  default boolean isGood() {
    return true;
  }

  /** Lines for people about the files that the run has written. */
  default List<String> files() {
    return List.of();
  }
}
