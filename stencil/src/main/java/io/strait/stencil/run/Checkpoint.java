package io.strait.stencil.run;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Where a run begins.
 *
 * @param iteration that the cells are from
 * @param cells of the whole domain, column by column; null to begin as the program says
 */
public record Checkpoint(long iteration, @Nullable MemorySegment cells) {
  /** The program's own beginning. */
  public static final Checkpoint NONE = new Checkpoint(0, null);
}
