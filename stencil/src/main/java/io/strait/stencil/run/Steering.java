package io.strait.stencil.run;

import java.lang.foreign.MemorySegment;

/** What the ranks of a run decide together, and where their cells go. Used by one rank's thread. */
interface Steering {
  /** The iteration up to which this rank may compute for the time being. */
  long permitted();

  /** The iteration at which the run ends; may come down when it has converged. */
  long last();

  /** The largest change of a cell of this rank in an iteration at which convergence is tested. */
  void changed(long iteration, double most);

  /** All cells that this rank owns, column by column; valid during the call. */
  void snapshot(long iteration, MemorySegment cells, long bytes);
}
