package io.strait.stencil.run;

import io.strait.model.Element;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A stencil over cells of type double, written cell by cell. */
public interface DoubleKernel extends Kernel {
  /** The next value of a cell. */
  double next(Around around);

  @Override
  default boolean takes(Element type) {
    return type == Element.DOUBLE;
  }

  @Override
  default void advance(Column column) {
    var around = new Around(column);
    var to = column.to();
    long end = column.offset() + (long) column.cells() * Around.BYTES;
    for (long at = column.offset(); at < end; at += Around.BYTES) {
      around.at = at;
      to.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, next(around));
    }
  }

  /** A cell and the cells around it. */
  final class Around {
    private static final long BYTES = 8;

    private final MemorySegment from;
    private final long stride;
    private long at;

    private Around(Column column) {
      this.from = column.from();
      this.stride = column.stride();
    }

    /** The value so many columns to the right and rows further; 0, 0 is the cell itself. */
    public double at(int right, int further) {
      return from.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + right * stride + further * BYTES);
    }
  }
}
