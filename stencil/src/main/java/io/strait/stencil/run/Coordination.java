package io.strait.stencil.run;

import java.lang.foreign.MemorySegment;

/** One rank's part in what all ranks decide together. Used by that rank's thread. */
interface Coordination {
  /**
   * Tells the others how far this rank is and hears what they have decided: only then do {@link
   * #permitted} and {@link #last} change.
   */
  default void exchange(long progress) {}

  /** The iteration up to which this rank may compute for the time being. */
  long permitted();

  /** The iteration at which the run ends; may come down when it has converged. */
  long last();

  /** The largest change of a cell of this rank in an iteration at which convergence is tested. */
  void changed(long iteration, double most);

  /** All cells that this rank owns, column by column; valid during the call. */
  void snapshot(long iteration, MemorySegment cells, long bytes);
}
