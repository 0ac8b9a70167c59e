package io.strait.apps;

import io.strait.run.stencil.Column;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Heat} by vectors. The last vector of a column ends where the column ends, and so may
 * compute cells again that the one before it has computed.
 */
final class HeatVectors {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;

  private HeatVectors() {}

  static void doubles(Column column) {
    int last = column.cells() - DOUBLES.length();
    if (last < 0) {
      Heat.doubles(column);
      return;
    }
    var from = column.from();
    var to = column.to();
    long offset = column.offset();
    long stride = column.stride();
    for (int i = 0; i < last; i += DOUBLES.length()) {
      doubles(from, to, offset + i * 8L, stride);
    }
    doubles(from, to, offset + last * 8L, stride);
  }

  private static void doubles(MemorySegment from, MemorySegment to, long at, long stride) {
    var sides = doubles(from, at - stride).add(doubles(from, at + stride));
    var ends = doubles(from, at - 8).add(doubles(from, at + 8));
    sides.add(ends).mul(0.25).intoMemorySegment(to, at, ORDER);
  }

  private static DoubleVector doubles(MemorySegment from, long at) {
    return DoubleVector.fromMemorySegment(DOUBLES, from, at, ORDER);
  }

  static void floats(Column column) {
    int last = column.cells() - FLOATS.length();
    if (last < 0) {
      Heat.floats(column);
      return;
    }
    var from = column.from();
    var to = column.to();
    long offset = column.offset();
    long stride = column.stride();
    for (int i = 0; i < last; i += FLOATS.length()) {
      floats(from, to, offset + i * 4L, stride);
    }
    floats(from, to, offset + last * 4L, stride);
  }

  private static void floats(MemorySegment from, MemorySegment to, long at, long stride) {
    var sides = floats(from, at - stride).add(floats(from, at + stride));
    var ends = floats(from, at - 4).add(floats(from, at + 4));
    sides.add(ends).mul(0.25f).intoMemorySegment(to, at, ORDER);
  }

  private static FloatVector floats(MemorySegment from, long at) {
    return FloatVector.fromMemorySegment(FLOATS, from, at, ORDER);
  }
}
