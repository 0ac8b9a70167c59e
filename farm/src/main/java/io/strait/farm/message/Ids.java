package io.strait.farm.message;

import java.nio.ByteBuffer;

/**
 * Writes sets of tasks: the number of ranges, then for each the distance from the end of the one
 * before and the length, as variable-length numbers (7 bits to a byte, low ones first).
 */
public final class Ids {
  private Ids() {}

  /** Bytes that writing takes. */
  public static int size(IdSet set) {
    int size = size(set.rangeCount());
    int before = -1;
    for (int i = 0; i < set.rangeCount(); i++) {
      size += size(set.rangeFirst(i) - before - 1) + size(set.rangeLast(i) - set.rangeFirst(i));
      before = set.rangeLast(i);
    }
    return size;
  }

  /** Bytes that a number takes. */
  public static int size(int value) {
    return value == 0 ? 1 : (38 - Integer.numberOfLeadingZeros(value)) / 7;
  }

  /** Writes a set. The buffer needs {@link #size}; its position is moved by what is used. */
  public static void write(ByteBuffer out, IdSet set) {
    number(out, set.rangeCount());
    int before = -1;
    for (int i = 0; i < set.rangeCount(); i++) {
      number(out, set.rangeFirst(i) - before - 1);
      number(out, set.rangeLast(i) - set.rangeFirst(i));
      before = set.rangeLast(i);
    }
  }

  /**
   * Reads a set.
   *
   * @throws IllegalArgumentException if the bytes are none
   */
  public static IdSet read(ByteBuffer in) {
    int count = number(in);
    if (count > in.remaining() / 2) {
      throw new IllegalArgumentException("%d ranges, expected fewer".formatted(count));
    }
    var ranges = new int[2 * count];
    long before = -1;
    for (int i = 0; i < count; i++) {
      long first = before + 1 + number(in);
      long last = first + number(in);
      if (last > Integer.MAX_VALUE - 1) {
        throw new IllegalArgumentException("task %d, expected a smaller one".formatted(last));
      }
      ranges[2 * i] = (int) first;
      ranges[2 * i + 1] = (int) last;
      before = last;
    }
    return IdSet.ofRanges(ranges);
  }

  public static void number(ByteBuffer out, int value) {
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      out.put((byte) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    out.put((byte) rest);
  }

  /** A number from 0 on. */
  public static int number(ByteBuffer in) {
    int value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      if (!in.hasRemaining()) {
        throw new IllegalArgumentException("a number ends too early");
      }
      int next = in.get();
      value |= (next & 0x7f) << shift;
      if (next >= 0) {
        if (value < 0 || (shift == 28 && next > 7)) {
          break;
        }
        return value;
      }
    }
    throw new IllegalArgumentException("a number that is too large");
  }
}
