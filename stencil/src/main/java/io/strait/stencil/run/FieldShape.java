package io.strait.stencil.run;

import io.strait.stencil.plan.Rect;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * How a rectangle of cells and the cells around it lie in memory: column after column, the first
 * cell of each column inside at the beginning of a cache line, and no two columns the same distance
 * from a multiple of 4096 bytes, or a processor would take reading one for waiting until the other
 * is written.
 *
 * @param inside the cells to be computed
 * @param around columns and rows of other cells on each side
 * @param size of a cell in bytes
 */
public record FieldShape(Rect inside, int around, int size) {
  private static final int LINE = 64;
  private static final int PAGE = 4096;

  /** Bytes from a cell to its neighbour in the next column. */
  public long stride() {
    long stride = up((inside.height() + 2L * around) * size);
    return stride % PAGE == 0 ? stride + LINE : stride;
  }

  /** Where the cell 0, 0 of the domain is or would be. */
  public long origin() {
    return up((long) around * size) - (inside.x0() - around) * stride() - (long) inside.y0() * size;
  }

  /** What a field needs. */
  public long bytes() {
    return up((long) around * size) + (inside.width() + 2L * around) * stride();
  }

  /** Where a cell is. */
  public long at(int x, int y) {
    return origin() + x * stride() + (long) y * size;
  }

  /** Memory for a field, zero everywhere. */
  public MemorySegment allocate(Arena arena) {
    return HugePages.allocate(arena, bytes());
  }

  private static long up(long bytes) {
    return (bytes + LINE - 1) / LINE * LINE;
  }
}
