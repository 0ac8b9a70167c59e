package io.strait.realign.run;

import io.strait.realign.file.ArrayDistribution;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Elements whose bytes follow from their place in the whole array, so that every rank can make its
 * part up, and see whether what it got is right.
 */
final class ElementPattern {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private final ArrayDistribution distribution;
  private final int elementBytes;
  private final long words;

  ElementPattern(ArrayDistribution distribution, int elementBytes) {
    this.distribution = distribution;
    this.elementBytes = elementBytes;
    this.words = (elementBytes + 7L) / 8;
  }

  /** Goes through elements that follow each other in the whole array, and in the part. */
  private interface Stretch {
    boolean visit(long element, long offset, long count);
  }

  /** Writes the part of a block. */
  void fill(MemorySegment part, int block) {
    boolean ignored =
        visit(
            block,
            (element, offset, count) -> {
              put(part, element, offset, count);
              return true;
            });
  }

  /** Whether a part is that of a block, bit by bit. */
  boolean check(MemorySegment part, int block) {
    return visit(block, (element, offset, count) -> isRight(part, element, offset, count));
  }

  private boolean visit(int block, Stretch stretch) {
    return distribution.count(block) == 0 || visit(block, 0, 0, 0, stretch);
  }

  private boolean visit(int block, int dimension, long element, long place, Stretch stretch) {
    var axis = distribution.axes().get(dimension);
    int processor = distribution.coordinate(block, dimension);
    long count = axis.count(processor);
    boolean last = dimension == distribution.axes().size() - 1;
    boolean right = true;
    for (long local = 0; local < count && right; ) {
      long length = last ? Math.min(axis.block() - local % axis.block(), count - local) : 1;
      long at = element * axis.extent() + axis.global(processor, local);
      right =
          last
              ? stretch.visit(at, (place * count + local) * elementBytes, length)
              : visit(block, dimension + 1, at, place * count + local, stretch);
      local += length;
    }
    return right;
  }

  private static long word(long number) {
    long mixed = (number + 1) * 0x9E3779B97F4A7C15L;
    return mixed ^ (mixed >>> 29);
  }

  private void put(MemorySegment part, long element, long offset, long count) {
    for (long i = 0; i < count; i++) {
      long at = offset + i * elementBytes;
      for (int w = 0; w < words; w++) {
        long value = word((element + i) * words + w);
        int bytes = elementBytes - 8 * w;
        if (bytes >= 8) {
          part.set(WORD, at + 8L * w, value);
        } else {
          for (int b = 0; b < bytes; b++) {
            part.set(ValueLayout.JAVA_BYTE, at + 8L * w + b, (byte) (value >>> (8 * b)));
          }
        }
      }
    }
  }

  private boolean isRight(MemorySegment part, long element, long offset, long count) {
    for (long i = 0; i < count; i++) {
      long at = offset + i * elementBytes;
      for (int w = 0; w < words; w++) {
        long value = word((element + i) * words + w);
        int bytes = elementBytes - 8 * w;
        if (bytes >= 8) {
          if (part.get(WORD, at + 8L * w) != value) {
            return false;
          }
        } else {
          for (int b = 0; b < bytes; b++) {
            if (part.get(ValueLayout.JAVA_BYTE, at + 8L * w + b) != (byte) (value >>> (8 * b))) {
              return false;
            }
          }
        }
      }
    }
    return true;
  }
}
