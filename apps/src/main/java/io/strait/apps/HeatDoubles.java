package io.strait.apps;

import static io.strait.stencil.run.Vectors.MEMORY;

import io.strait.stencil.run.Column;
import java.nio.ByteOrder;
import java.util.List;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Heat} by vectors of numbers of type double, as many of them per turn of the loop as the
 * name of a method says. The last vector of a column ends where the column ends, and so may compute
 * cells again that the one before it has computed. A column has as many cells as a vector at least.
 *
 * <p>The compiler does not know the steps of these loops: if it did, it would make three loops of
 * one, whose beginnings cost more than a column of some hundred cells can bear.
 */
final class HeatDoubles {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final int SIZE = Double.BYTES;
  private static final long BYTES = SPECIES.vectorByteSize();

  /** Not final, so that it is not known. */
  private static long step = BYTES;

  private HeatDoubles() {}

  static List<HeatForm> forms() {
    return List.of(
        HeatForm.ofVectors(1, SPECIES.vectorBitSize(), SPECIES.length(), HeatDoubles::one),
        HeatForm.ofVectors(2, SPECIES.vectorBitSize(), SPECIES.length(), HeatDoubles::two),
        HeatForm.ofVectors(4, SPECIES.vectorBitSize(), SPECIES.length(), HeatDoubles::four),
        HeatForm.ofVectors(8, SPECIES.vectorBitSize(), SPECIES.length(), HeatDoubles::eight));
  }

  static void one(Column column, int columns) {
    long stride = column.stride();
    long first = column.presentAddress(SIZE, 1, columns);
    long over = column.nextAddress(SIZE, columns) - first;
    long length = (long) column.cells() * SIZE - BYTES;
    long turn = step;
    for (int i = 0; i < columns; i++, first += stride) {
      long last = first + length;
      for (long at = first; at < last; at += turn) {
        vector(at, over, stride);
      }
      vector(last, over, stride);
    }
  }

  static void two(Column column, int columns) {
    long stride = column.stride();
    long first = column.presentAddress(SIZE, 1, columns);
    long over = column.nextAddress(SIZE, columns) - first;
    long length = (long) column.cells() * SIZE - BYTES;
    long turn = 2 * step;
    for (int i = 0; i < columns; i++, first += stride) {
      long at = first;
      long last = first + length;
      for (; at < last - BYTES; at += turn) {
        pair(at, over, stride);
      }
      if (at < last) {
        vector(at, over, stride);
      }
      vector(last, over, stride);
    }
  }

  static void four(Column column, int columns) {
    long stride = column.stride();
    long first = column.presentAddress(SIZE, 1, columns);
    long over = column.nextAddress(SIZE, columns) - first;
    long length = (long) column.cells() * SIZE - BYTES;
    long single = step;
    long turn = 4 * single;
    for (int i = 0; i < columns; i++, first += stride) {
      long at = first;
      long last = first + length;
      for (; at < last - 3 * BYTES; at += turn) {
        pair(at, over, stride);
        pair(at + 2 * BYTES, over, stride);
      }
      for (; at < last; at += single) {
        vector(at, over, stride);
      }
      vector(last, over, stride);
    }
  }

  static void eight(Column column, int columns) {
    long stride = column.stride();
    long first = column.presentAddress(SIZE, 1, columns);
    long over = column.nextAddress(SIZE, columns) - first;
    long length = (long) column.cells() * SIZE - BYTES;
    long single = step;
    long turn = 8 * single;
    for (int i = 0; i < columns; i++, first += stride) {
      long at = first;
      long last = first + length;
      for (; at < last - 7 * BYTES; at += turn) {
        pair(at, over, stride);
        pair(at + 2 * BYTES, over, stride);
        pair(at + 4 * BYTES, over, stride);
        pair(at + 6 * BYTES, over, stride);
      }
      for (; at < last; at += single) {
        vector(at, over, stride);
      }
      vector(last, over, stride);
    }
  }

  private static void pair(long at, long over, long stride) {
    vector(at, over, stride);
    vector(at + BYTES, over, stride);
  }

  /** Computes one vector; what comes out goes {@code over} so many bytes further. */
  private static void vector(long at, long over, long stride) {
    var sides = cells(at - stride).add(cells(at + stride));
    var ends = cells(at - SIZE).add(cells(at + SIZE));
    sides.add(ends).mul(0.25).intoMemorySegment(MEMORY, at + over, ORDER);
  }

  private static DoubleVector cells(long at) {
    return DoubleVector.fromMemorySegment(SPECIES, MEMORY, at, ORDER);
  }
}
