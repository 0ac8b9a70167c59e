package io.strait.stencil.run;

import java.lang.foreign.MemorySegment;

/** Where the cells of a run go. */
@FunctionalInterface
public interface CellSink {
  /**
   * All cells of the domain as they are after an iteration, column by column; valid during the
   * call. Called by one thread, in the order of iterations for the ranks that deliver last.
   *
   * @param last whether the run ends with this iteration
   */
  void cells(long iteration, MemorySegment cells, boolean last);
}
