package io.strait.run.stencil;

import java.lang.foreign.MemorySegment;

/**
 * Some cells of one column that are to be computed, and where the cells around them are. The cells
 * of a column lie together; the column to the right lies {@link #stride} bytes further. The object
 * is used again for the next column.
 */
public final class Column {
  private MemorySegment from = MemorySegment.NULL;
  private MemorySegment to = MemorySegment.NULL;
  private long offset;
  private long stride;
  private int cells;
  private long x;
  private long y;

  /** Where the present values are. */
  public MemorySegment from() {
    return from;
  }

  /** Where the next values go. */
  public MemorySegment to() {
    return to;
  }

  /** Where the first cell is, in bytes from the beginning of either. */
  public long offset() {
    return offset;
  }

  /** Bytes from a cell to its neighbour in the next column. */
  public long stride() {
    return stride;
  }

  /** How many cells to compute. */
  public int cells() {
    return cells;
  }

  /** The column's place in the domain. */
  public long x() {
    return x;
  }

  /** The first cell's place in the column. */
  public long y() {
    return y;
  }

  /** Where to compute: two whole fields and the bytes between columns. */
  public void fields(MemorySegment present, MemorySegment next, long columnStride) {
    this.from = present;
    this.to = next;
    this.stride = columnStride;
  }

  /** Which cells to compute. */
  public void cells(long firstOffset, int count, long column, long row) {
    this.offset = firstOffset;
    this.cells = count;
    this.x = column;
    this.y = row;
  }
}
