package io.strait.apps;

import static io.strait.stencil.run.Vectors.MEMORY;

import io.strait.stencil.run.Column;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Heat} by vectors. The last vector of a column ends where the column ends, and so may
 * compute cells again that the one before it has computed.
 *
 * <p>Two vectors per turn of a loop whose step the compiler does not know: if it did, it would make
 * three loops of one, whose beginnings cost more than a column of some hundred cells can bear.
 */
final class HeatVectors {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final int BYTES = DOUBLES.vectorByteSize();

  /** Not final, so that it is not known. */
  private static long step = BYTES;

  private HeatVectors() {}

  static void doubles(Column column) {
    if (column.cells() < DOUBLES.length()) {
      Heat.doubles(column);
      return;
    }
    long stride = column.stride();
    long at = column.presentAddress(8, 1);
    long over = column.nextAddress(8) - at;
    long last = at + (column.cells() - DOUBLES.length()) * 8L;
    long two = 2 * step;
    for (; at < last - BYTES; at += two) {
      doubles(at, over, stride);
      doubles(at + BYTES, over, stride);
    }
    if (at < last) {
      doubles(at, over, stride);
    }
    doubles(last, over, stride);
  }

  /** Computes one vector; what comes out goes {@code over} so many bytes further. */
  private static void doubles(long at, long over, long stride) {
    var sides = doubles(at - stride).add(doubles(at + stride));
    var ends = doubles(at - 8).add(doubles(at + 8));
    sides.add(ends).mul(0.25).intoMemorySegment(MEMORY, at + over, ORDER);
  }

  private static DoubleVector doubles(long at) {
    return DoubleVector.fromMemorySegment(DOUBLES, MEMORY, at, ORDER);
  }

  static void floats(Column column) {
    if (column.cells() < FLOATS.length()) {
      Heat.floats(column);
      return;
    }
    long stride = column.stride();
    long at = column.presentAddress(4, 1);
    long over = column.nextAddress(4) - at;
    long last = at + (column.cells() - FLOATS.length()) * 4L;
    long two = 2 * step;
    for (; at < last - BYTES; at += two) {
      floats(at, over, stride);
      floats(at + BYTES, over, stride);
    }
    if (at < last) {
      floats(at, over, stride);
    }
    floats(last, over, stride);
  }

  private static void floats(long at, long over, long stride) {
    var sides = floats(at - stride).add(floats(at + stride));
    var ends = floats(at - 4).add(floats(at + 4));
    sides.add(ends).mul(0.25f).intoMemorySegment(MEMORY, at + over, ORDER);
  }

  private static FloatVector floats(long at) {
    return FloatVector.fromMemorySegment(FLOATS, MEMORY, at, ORDER);
  }
}
