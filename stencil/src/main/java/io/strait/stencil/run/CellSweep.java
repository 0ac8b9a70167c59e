package io.strait.stencil.run;

import io.strait.stencil.plan.Rect;
import java.lang.foreign.MemorySegment;

/**
 * Iterations over a rectangle of cells, column by column. There are two fields of the same layout:
 * the cell at {@code x, y} lies {@code origin + x * stride + y * size} bytes from the beginning of
 * either. One has the present values, the other gets the next; after another iteration it is the
 * other way round. What lies around the rectangle is read and not written.
 *
 * <p>Not for several threads at once.
 */
public final class CellSweep {
  /** What surely stays in a core's second cache. */
  private static final int CACHE_BYTES = 1 << 20;

  /** The slice of a column that is swept at a time where whole columns do not fit. */
  private static final int SLICE_BYTES = 12 << 10;

  private final Kernel kernel;
  private final int size;
  private final int radius;
  private final Column column = new Column();
  private MemorySegment even = MemorySegment.NULL;
  private MemorySegment odd = MemorySegment.NULL;
  private long origin;
  private long stride;
  private boolean isPeriodic;
  private int columns;
  private int rows;

  /**
   * @param size of a cell in bytes
   * @param radius how far away the cells are that a cell depends on
   */
  public CellSweep(Kernel kernel, int size, int radius) {
    this.kernel = kernel;
    this.size = size;
    this.radius = radius;
  }

  /**
   * The sides of a rectangle at which it becomes smaller by the radius with every iteration,
   * because nobody brings new values from there. At the other sides the cells outside are constant
   * and the same in both fields.
   */
  public record Shrinking(boolean left, boolean right, boolean top, boolean bottom) {
    public static final Shrinking NOWHERE = new Shrinking(false, false, false, false);
    public static final Shrinking EVERYWHERE = new Shrinking(true, true, true, true);

    /** What is left of a rectangle. */
    public Rect after(int cells, Rect rect) {
      return new Rect(
          rect.x0() + (left ? cells : 0),
          rect.y0() + (top ? cells : 0),
          rect.x1() - (right ? cells : 0),
          rect.y1() - (bottom ? cells : 0));
    }
  }

  /** Says where to compute, until the next call. */
  public CellSweep on(
      MemorySegment present, MemorySegment next, long cellOrigin, long columnStride) {
    this.even = present;
    this.odd = next;
    this.origin = cellOrigin;
    this.stride = columnStride;
    return this;
  }

  /** Says that the domain has so many cells and begins again beyond them. */
  CellSweep periodic(int domainColumns, int domainRows) {
    this.isPeriodic = true;
    this.columns = domainColumns;
    this.rows = domainRows;
    return this;
  }

  /** Computes one iteration. */
  public void once(Rect rect) {
    column.fields(even, odd, stride);
    advance(rect);
  }

  /**
   * Computes iterations one after the other, over a rectangle that may shrink. After an odd number
   * of them the latest values are in the second field.
   */
  public void plain(Rect rect, int iterations, Shrinking shrinking) {
    for (int t = 0; t < iterations; t++) {
      step(t);
      advance(shrinking.after(t * radius, rect));
    }
  }

  /**
   * Computes the same as {@link #plain} with every cell brought into the cache only once (time
   * skewing). The rectangle is cut into slices of rows, and a slice is swept column by column: when
   * a column has arrived, everything that it makes possible is computed, iteration t of the column
   * that is t times the radius behind it. Slices lean by the radius with every iteration, so that
   * the one before has all that a slice needs and nothing is computed twice.
   */
  public void skewed(Rect rect, int iterations, Shrinking shrinking) {
    long whole = 2L * iterations * radius * rect.height() * size;
    int slice = whole <= CACHE_BYTES ? rect.height() + iterations * radius : SLICE_BYTES / size;
    skewed(rect, iterations, shrinking, slice);
  }

  /**
   * @param slice rows of a slice
   */
  void skewed(Rect rect, int iterations, Shrinking shrinking, int slice) {
    int behind = (iterations - 1) * radius;
    for (int top = rect.y0(); top < rect.y1() + behind; top += slice) {
      for (int front = rect.x0(); front < rect.x1() + behind; front++) {
        for (int t = 0; t < iterations; t++) {
          int shrunk = t * radius;
          int x = front - shrunk;
          if (x >= rect.x0() + (shrinking.left ? shrunk : 0)
              && x < rect.x1() - (shrinking.right ? shrunk : 0)) {
            int y0 = Math.max(rect.y0() + (shrinking.top ? shrunk : 0), top - shrunk);
            int y1 = Math.min(rect.y1() - (shrinking.bottom ? shrunk : 0), top + slice - shrunk);
            step(t);
            advance(x, y0, Math.max(0, y1 - y0));
          }
        }
      }
    }
  }

  /**
   * Computes a diagonal: the first columns once, as many as the radius; then as many beside them,
   * which that has made possible, and so on. A border that has come over a gap allows for just
   * this. The first columns are read from the present values, those beside them from the other
   * field, and so on.
   *
   * @param first the column to begin with
   * @param last the column to end with, left or right of the first
   */
  public void diagonal(int first, int last, int y0, int y1) {
    int direction = last < first ? -1 : 1;
    for (int i = 0; i <= Math.abs(last - first); i++) {
      step(i / radius);
      advance(first + i * direction, y0, y1 - y0);
    }
  }

  private void step(int t) {
    if ((t & 1) == 0) {
      column.fields(even, odd, stride);
    } else {
      column.fields(odd, even, stride);
    }
  }

  private void advance(Rect rect) {
    if (isPeriodic) {
      for (int x = rect.x0(); x < rect.x1(); x++) {
        advance(x, rect.y0(), rect.height());
      }
    } else if (rect.width() > 0 && rect.height() > 0) {
      long first = origin + rect.x0() * stride + (long) rect.y0() * size;
      column.cells(first, rect.height(), rect.x0(), rect.y0());
      kernel.advance(column, rect.width());
    }
  }

  private void advance(int x, int y, int cells) {
    if (!isPeriodic) {
      advance(x, y, cells, x, y);
      return;
    }
    for (int done = 0; done < cells; ) {
      int row = Math.floorMod(y + done, rows);
      int count = Math.min(cells - done, rows - row);
      advance(x, y + done, count, Math.floorMod(x, columns), row);
      done += count;
    }
  }

  private void advance(int x, int y, int cells, int domainColumn, int domainRow) {
    if (cells > 0) {
      column.cells(origin + x * stride + (long) y * size, cells, domainColumn, domainRow);
      kernel.advance(column);
    }
  }
}
