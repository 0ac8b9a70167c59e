package io.strait.realign.run;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Copies of equal pieces at equal distances, in loops that suit their size. Places are addresses:
 * the caller has made sure that all of them lie in segments that are alive, once for many copies.
 */
final class Strided {
  /** From here on a call for each piece costs less than a loop. */
  private static final int LONG_PIECE = 128;

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  /** All memory, so that nothing is checked for every element. */
  private static final MemorySegment ALL = all();

  private Strided() {}

  @SuppressWarnings("restricted")
  private static MemorySegment all() {
    return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  }

  /** Copies so many bytes. */
  static void copy(long from, long to, long bytes) {
    MemorySegment.copy(ALL, from, ALL, to, bytes);
  }

  /** Copies so many pieces of so many bytes; the steps lead from one piece to the next. */
  static void copy(long from, long fromStep, long to, long toStep, long bytes, long times) {
    if (times == 1 || (fromStep == bytes && toStep == bytes)) {
      MemorySegment.copy(ALL, from, ALL, to, bytes * times);
      return;
    }
    if (bytes >= LONG_PIECE) {
      for (long i = 0; i < times; i++) {
        MemorySegment.copy(ALL, from + i * fromStep, ALL, to + i * toStep, bytes);
      }
      return;
    }
    for (long done = 0; done < times; done += Integer.MAX_VALUE) {
      int some = (int) Math.min(Integer.MAX_VALUE, times - done);
      small(from + done * fromStep, fromStep, to + done * toStep, toStep, (int) bytes, some);
    }
  }

  private static void small(long from, long fromStep, long to, long toStep, int bytes, int times) {
    switch (bytes) {
      case 1 -> bytes(from, fromStep, to, toStep, times);
      case 2 -> shorts(from, fromStep, to, toStep, times);
      case 4 -> ints(from, fromStep, to, toStep, times);
      case 8 -> longs(from, fromStep, to, toStep, times);
      case 16 -> pairs(from, fromStep, to, toStep, times);
      default -> {
        int words = bytes >>> 3;
        int whole = words << 3;
        for (int i = 0; i < times; i++) {
          long here = from + i * fromStep;
          long there = to + i * toStep;
          longs(here, 8, there, 8, words);
          if (whole < bytes) {
            rest(here + whole, there + whole, bytes - whole);
          }
        }
      }
    }
  }

  /** Fewer than eight bytes. */
  private static void rest(long from, long to, int bytes) {
    int at = 0;
    if ((bytes & 4) != 0) {
      ALL.set(INT, to, ALL.get(INT, from));
      at = 4;
    }
    if ((bytes & 2) != 0) {
      ALL.set(SHORT, to + at, ALL.get(SHORT, from + at));
      at += 2;
    }
    if ((bytes & 1) != 0) {
      ALL.set(BYTE, to + at, ALL.get(BYTE, from + at));
    }
  }

  private static void bytes(long from, long fromStep, long to, long toStep, int times) {
    for (int i = 0; i < times; i++) {
      ALL.set(BYTE, to + i * toStep, ALL.get(BYTE, from + i * fromStep));
    }
  }

  private static void shorts(long from, long fromStep, long to, long toStep, int times) {
    for (int i = 0; i < times; i++) {
      ALL.set(SHORT, to + i * toStep, ALL.get(SHORT, from + i * fromStep));
    }
  }

  private static void ints(long from, long fromStep, long to, long toStep, int times) {
    for (int i = 0; i < times; i++) {
      ALL.set(INT, to + i * toStep, ALL.get(INT, from + i * fromStep));
    }
  }

  private static void longs(long from, long fromStep, long to, long toStep, int times) {
    for (int i = 0; i < times; i++) {
      ALL.set(LONG, to + i * toStep, ALL.get(LONG, from + i * fromStep));
    }
  }

  private static void pairs(long from, long fromStep, long to, long toStep, int times) {
    for (int i = 0; i < times; i++) {
      long here = from + i * fromStep;
      long there = to + i * toStep;
      ALL.set(LONG, there, ALL.get(LONG, here));
      ALL.set(LONG, there + 8, ALL.get(LONG, here + 8));
    }
  }
}
