package io.strait.apps;

import static io.strait.stencil.run.Vectors.MEMORY;

import io.strait.stencil.run.Column;
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
    long stride = column.stride();
    long at = column.presentAddress(4, 1);
    long over = column.nextAddress(4) - at;
    for (int i = 0; i < last; i += INTS.length()) {
      vector(at + i * 4L, over, stride);
    }
    vector(at + last * 4L, over, stride);
  }

  private static void vector(long at, long over, long stride) {
    var sides = three(at - stride).add(three(at + stride));
    var around = sides.add(cells(at - 4)).add(cells(at + 4));
    var lives = around.or(cells(at)).compare(VectorOperators.EQ, 3);
    IntVector.zero(INTS).blend(1, lives).intoMemorySegment(MEMORY, at + over, ORDER);
  }

  private static IntVector three(long at) {
    return cells(at - 4).add(cells(at)).add(cells(at + 4));
  }

  private static IntVector cells(long at) {
    return IntVector.fromMemorySegment(INTS, MEMORY, at, ORDER);
  }
}
