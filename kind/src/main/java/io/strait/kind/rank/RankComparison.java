package io.strait.kind.rank;

import io.strait.view.Answer;
import java.util.List;

/** What a run of ranks answers in the end: what was promised beside what was measured. */
public interface RankComparison extends Answer {
  /** Whether the work was done as it should be. */
  default boolean isGood() {
    return true;
  }

  /** Lines for people about the files that the run has written. */
  default List<String> files() {
    return List.of();
  }
}
