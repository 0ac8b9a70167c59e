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

  /** Writes the part of a block. */
  void fill(MemorySegment part, int block) {
    boolean ignored = visit(part, block, true);
  }

  /** Whether a part is that of a block, bit by bit. */
  boolean check(MemorySegment part, int block) {
    return visit(part, block, false);
  }

  /**
   * @param fill whether to write the part; else it is compared
   */
  private boolean visit(MemorySegment part, int block, boolean fill) {
    return distribution.count(block) == 0 || visit(part, block, fill, 0, 0, 0);
  }

  /** Goes through elements that follow each other in the whole array, and in the part. */
  private boolean visit(
      MemorySegment part, int block, boolean fill, int dimension, long element, long place) {
    var axis = distribution.axes().get(dimension);
    int processor = distribution.coordinate(block, dimension);
    long count = axis.count(processor);
    boolean last = dimension == distribution.axes().size() - 1;
    boolean right = true;
    for (long local = 0; local < count && right; ) {
      long length = last ? Math.min(axis.block() - local % axis.block(), count - local) : 1;
      long at = element * axis.extent() + axis.global(processor, local);
      long here = place * count + local;
      right =
          last
              ? elements(part, fill, at, here * elementBytes, length)
              : visit(part, block, fill, dimension + 1, at, here);
      local += length;
    }
    return right;
  }

  private static long word(long number) {
    long mixed = (number + 1) * 0x9E3779B97F4A7C15L;
    return mixed ^ (mixed >>> 29);
  }

  /** Writes elements, or says whether they are right. */
  private boolean elements(
      MemorySegment part, boolean fill, long element, long offset, long count) {
    for (long i = 0; i < count; i++) {
      long at = offset + i * elementBytes;
      for (int w = 0; w < words; w++) {
        long value = word((element + i) * words + w);
        int bytes = elementBytes - 8 * w;
        if (bytes < 8) {
          if (!bytes(part, fill, at + 8L * w, value, bytes)) {
            return false;
          }
        } else if (fill) {
          part.set(WORD, at + 8L * w, value);
        } else if (part.get(WORD, at + 8L * w) != value) {
          return false;
        }
      }
    }
    return true;
  }

  /** Likewise the first bytes of a word. */
  private static boolean bytes(MemorySegment part, boolean fill, long at, long value, int bytes) {
    for (int b = 0; b < bytes; b++) {
      byte each = (byte) (value >>> (8 * b));
      if (fill) {
        part.set(ValueLayout.JAVA_BYTE, at + b, each);
      } else if (part.get(ValueLayout.JAVA_BYTE, at + b) != each) {
        return false;
      }
    }
    return true;
  }
}
