package io.strait.apps;

import io.strait.run.stencil.Column;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** {@link Life} by vectors, the last of which ends where the column ends. */
final class LifeVectors {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;

  private LifeVectors() {}

  static void advance(Column column) {
    int last = column.cells() - INTS.length();
    if (last < 0) {
      Life.cells(column);
      return;
    }
    var from = column.from();
    var to = column.to();
    long offset = column.offset();
    long stride = column.stride();
    for (int i = 0; i < last; i += INTS.length()) {
      vector(from, to, offset + i * 4L, stride);
    }
    vector(from, to, offset + last * 4L, stride);
  }

  private static void vector(MemorySegment from, MemorySegment to, long at, long stride) {
    var sides = three(from, at - stride).add(three(from, at + stride));
    var around = sides.add(cells(from, at - 4)).add(cells(from, at + 4));
    var lives = around.or(cells(from, at)).compare(VectorOperators.EQ, 3);
    IntVector.zero(INTS).blend(1, lives).intoMemorySegment(to, at, ORDER);
  }

  private static IntVector three(MemorySegment from, long at) {
    return cells(from, at - 4).add(cells(from, at)).add(cells(from, at + 4));
  }

  private static IntVector cells(MemorySegment from, long at) {
    return IntVector.fromMemorySegment(INTS, from, at, ORDER);
  }
}
