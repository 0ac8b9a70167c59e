package io.strait.run.realign;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Copies of equal pieces at equal distances, in loops that suit their size. */
final class Strided {
  private static final int LONG_PIECE = 64;

  private Strided() {}

  /** Copies so many pieces of so many bytes; the steps lead from one piece to the next. */
  static void copy(
      MemorySegment source,
      long from,
      long fromStep,
      MemorySegment target,
      long to,
      long toStep,
      long bytes,
      long times) {
    if (times == 1 || (fromStep == bytes && toStep == bytes)) {
      MemorySegment.copy(source, from, target, to, bytes * times);
      return;
    }
    if (bytes >= LONG_PIECE) {
      for (long i = 0; i < times; i++) {
        MemorySegment.copy(source, from + i * fromStep, target, to + i * toStep, bytes);
      }
      return;
    }
    for (long done = 0; done < times; done += Integer.MAX_VALUE) {
      small(
          source,
          from + done * fromStep,
          fromStep,
          target,
          to + done * toStep,
          toStep,
          (int) bytes,
          (int) Math.min(Integer.MAX_VALUE, times - done));
    }
  }

  private static void small(
      MemorySegment source,
      long from,
      long fromStep,
      MemorySegment target,
      long to,
      long toStep,
      int bytes,
      int times) {
    switch (bytes) {
      case 1 -> bytes(source, from, fromStep, target, to, toStep, times);
      case 2 -> shorts(source, from, fromStep, target, to, toStep, times);
      case 4 -> ints(source, from, fromStep, target, to, toStep, times);
      case 8 -> longs(source, from, fromStep, target, to, toStep, times);
      case 16 -> pairs(source, from, fromStep, target, to, toStep, times);
      default -> {
        // Word by word, and the bytes that are left.
        int whole = bytes & ~7;
        for (int at = 0; at < whole; at += 8) {
          longs(source, from + at, fromStep, target, to + at, toStep, times);
        }
        for (int at = whole; at < bytes; at++) {
          bytes(source, from + at, fromStep, target, to + at, toStep, times);
        }
      }
    }
  }

  private static void bytes(
      MemorySegment source,
      long from,
      long fromStep,
      MemorySegment target,
      long to,
      long toStep,
      int times) {
    for (int i = 0; i < times; i++) {
      target.set(
          ValueLayout.JAVA_BYTE,
          to + i * toStep,
          source.get(ValueLayout.JAVA_BYTE, from + i * fromStep));
    }
  }

  private static void shorts(
      MemorySegment source,
      long from,
      long fromStep,
      MemorySegment target,
      long to,
      long toStep,
      int times) {
    for (int i = 0; i < times; i++) {
      target.set(
          ValueLayout.JAVA_SHORT_UNALIGNED,
          to + i * toStep,
          source.get(ValueLayout.JAVA_SHORT_UNALIGNED, from + i * fromStep));
    }
  }

  private static void ints(
      MemorySegment source,
      long from,
      long fromStep,
      MemorySegment target,
      long to,
      long toStep,
      int times) {
    for (int i = 0; i < times; i++) {
      target.set(
          ValueLayout.JAVA_INT_UNALIGNED,
          to + i * toStep,
          source.get(ValueLayout.JAVA_INT_UNALIGNED, from + i * fromStep));
    }
  }

  private static void longs(
      MemorySegment source,
      long from,
      long fromStep,
      MemorySegment target,
      long to,
      long toStep,
      int times) {
    for (int i = 0; i < times; i++) {
      target.set(
          ValueLayout.JAVA_LONG_UNALIGNED,
          to + i * toStep,
          source.get(ValueLayout.JAVA_LONG_UNALIGNED, from + i * fromStep));
    }
  }

  private static void pairs(
      MemorySegment source,
      long from,
      long fromStep,
      MemorySegment target,
      long to,
      long toStep,
      int times) {
    for (int i = 0; i < times; i++) {
      long there = to + i * toStep;
      long here = from + i * fromStep;
      target.set(
          ValueLayout.JAVA_LONG_UNALIGNED,
          there,
          source.get(ValueLayout.JAVA_LONG_UNALIGNED, here));
      target.set(
          ValueLayout.JAVA_LONG_UNALIGNED,
          there + 8,
          source.get(ValueLayout.JAVA_LONG_UNALIGNED, here + 8));
    }
  }
}
