package io.strait.stencil.run;

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

  /** The cells beside these, one column to the right. */
  void moveRight() {
    offset += stride;
    x++;
  }

  /**
   * The address of the first cell in the present values, for kernels that use {@link
   * Vectors#MEMORY}: there, nothing is checked any more, so that it is done here for all cells
   * together.
   *
   * @param size of a cell in bytes
   * @param radius how far around the cells the kernel will read
   */
  public long presentAddress(int size, int radius) {
    return presentAddress(size, radius, 1);
  }

  /** Likewise for as many cells of several columns, of which this is the first. */
  public long presentAddress(int size, int radius, int columns) {
    long around = radius * (stride + size);
    check(from, offset - around, 2 * around + bytes(size, columns));
    return from.address() + offset;
  }

  /** The address of the first cell in the next values; it may write this column and no more. */
  public long nextAddress(int size) {
    return nextAddress(size, 1);
  }

  /** Likewise for as many cells of several columns, of which this is the first. */
  public long nextAddress(int size, int columns) {
    check(to, offset, bytes(size, columns));
    return to.address() + offset;
  }

  /** From the first cell to the last. */
  private long bytes(int size, int columns) {
    return (columns - 1) * stride + (long) cells * size;
  }

  /**
   * In one comparison, from which the compiler learns nothing about single numbers: with what it
   * learns from the usual check it makes loops that take twice as long.
   */
  private static void check(MemorySegment field, long first, long bytes) {
    if ((first | bytes | field.byteSize() - first - bytes) < 0
        || !field.isNative()
        || !field.scope().isAlive()) {
      throw new IndexOutOfBoundsException(
          "cells at %d, %d bytes, are not in a field of %d bytes outside the heap"
              .formatted(first, bytes, field.byteSize()));
    }
  }
}
