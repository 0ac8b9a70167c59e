package io.strait.farm.task;

import io.strait.model.Element;
import java.math.BigInteger;

/**
 * Reads a partial that {@link ExactSumWriter} wrote, or that somebody claims to be one: {@link
 * #check} walks through all lengths and indices before anything is merged. Bits that no sum can
 * have, below the smallest double, are dropped.
 */
final class ExactSumReader {
  private static final int MOST_LENGTH = WideSum.BITS / 8;

  private final byte[] partial;
  private final int size;
  private final boolean floats;
  private final double[] numbers = new double[ExactSumWriter.BLOCK];
  private final double[] high = new double[ExactSumWriter.BLOCK];
  private final double[] low = new double[ExactSumWriter.BLOCK];

  ExactSumReader(byte[] partial, int size, Element element) {
    this.partial = partial;
    this.size = size;
    this.floats = element == Element.FLOAT;
  }

  /** Takes part in reading the three lists that follow the packed fractions. */
  private interface Lists {
    void fraction(int i, long fraction);

    void other(int i, BigInteger units);

    void special(int i, int what);
  }

  void check() {
    long at = packedAt();
    for (int from = 0; from < size; from += ExactSumWriter.BLOCK) {
      if (at >= partial.length) {
        throw ElementReducer.damaged("it ends at byte %d".formatted(partial.length));
      }
      int width = partial[(int) at];
      if (width < 0 || width > 64) {
        throw ElementReducer.damaged("fractions of %d bits".formatted(width & 0xff));
      }
      at += 1 + packedBytes(Math.min(ExactSumWriter.BLOCK, size - from), width);
    }
    if (at > partial.length) {
      throw ElementReducer.damaged("it ends at byte %d".formatted(partial.length));
    }
    readLists(
        (int) at,
        new Lists() {
          @Override
          public void fraction(int i, long fraction) {}

          @Override
          public void other(int i, BigInteger units) {}

          @Override
          public void special(int i, int what) {}
        });
  }

  private long packedAt() {
    return ElementReducer.HEAD + (long) size * (floats ? 4 : 8);
  }

  private static int packedBytes(int count, int width) {
    return (count * width + 7) / 8;
  }

  void mergeInto(ExactSum sum) {
    int at = (int) packedAt();
    for (int from = 0; from < size; from += ExactSumWriter.BLOCK) {
      int count = Math.min(ExactSumWriter.BLOCK, size - from);
      int width = partial[at];
      boolean more = unpack(from, count, at + 1, width);
      sum.add(numbers, from, count);
      if (more) {
        sum.add(high, from, count);
        sum.add(low, from, count);
      }
      at += 1 + packedBytes(count, width);
    }
    readLists(
        at,
        new Lists() {
          @Override
          public void fraction(int i, long fraction) {
            double number = number(i);
            high[0] = high(number, fraction);
            low[0] = low(number, fraction);
            sum.add(high, i, 1);
            sum.add(low, i, 1);
          }

          @Override
          public void other(int i, BigInteger units) {
            sum.wide(i).add(units);
          }

          @Override
          public void special(int i, int what) {
            sum.note(i, what);
          }
        });
  }

  private double number(int i) {
    return floats
        ? (float) ElementReducer.FLOATS.get(partial, ElementReducer.HEAD + 4 * i)
        : (double) ElementReducer.DOUBLES.get(partial, ElementReducer.HEAD + 8 * i);
  }

  /**
   * Reads a block of numbers with their fractions; whether any of these need doubles of their own.
   */
  private boolean unpack(int from, int count, int at, int width) {
    boolean apart = width > (floats ? ExactSumWriter.FLOAT_CUT : 0);
    for (int j = 0; j < count; j++) {
      double number = number(from + j);
      if (width > 0) {
        long fraction = bits(at, (long) j * width, width) << (64 - width);
        if (apart) {
          high[j] = high(number, fraction);
          low[j] = low(number, fraction);
        } else if (Double.isFinite(number) && Math.abs(number) >= Float.MIN_NORMAL) {
          long bits = Double.doubleToRawLongBits(number);
          number = Double.longBitsToDouble(bits | (fraction >>> (64 - ExactSumWriter.FLOAT_CUT)));
        }
      }
      numbers[j] = number;
    }
    return apart;
  }

  /** A number of bits from this bit on, lowest first. */
  private long bits(int start, long from, int width) {
    int at = start + (int) (from >> 3);
    int skipped = (int) from & 7;
    long bits;
    if (at + 8 <= partial.length) {
      bits = (long) ElementReducer.LONGS.get(partial, at) >>> skipped;
    } else {
      bits = 0;
      for (int b = 0; at + b < partial.length; b++) {
        bits |= (partial[at + b] & 0xffL) << (8 * b);
      }
      bits >>>= skipped;
    }
    if (skipped + width > 64) {
      bits |= (long) partial[at + 8] << (64 - skipped);
    }
    return width == 64 ? bits : bits & ((1L << width) - 1);
  }

  /** What the upper half of a number's fraction is worth. */
  private double high(double number, long fraction) {
    return worth(number, fraction >>> 32, 32);
  }

  private double low(double number, long fraction) {
    return worth(number, fraction & 0xffffffffL, 64);
  }

  private double worth(double number, long bits, int below) {
    if (bits == 0 || !Double.isFinite(number)) {
      return 0;
    }
    int last =
        floats
            ? Math.max(Math.getExponent((float) number), Float.MIN_EXPONENT) - 23
            : Math.max(Math.getExponent(number), Double.MIN_EXPONENT) - 52;
    return Math.copySign(Math.scalb((double) bits, last - below), number);
  }

  private void readLists(int at, Lists lists) {
    var in = new PackedReader(partial, at, "the partial result is damaged: it");
    int i = -1;
    for (int left = in.count(size); left > 0; left--) {
      i = next(in, i);
      int length = in.u8();
      if (length < 1 || length > 8) {
        throw in.error("has a fraction of %d bytes".formatted(length));
      }
      long fraction = 0;
      for (int b = 0; b < length; b++) {
        fraction |= (long) in.u8() << (56 - 8 * b);
      }
      lists.fraction(i, fraction);
    }
    i = -1;
    for (int left = in.count(size); left > 0; left--) {
      i = next(in, i);
      int power = (int) in.number(WideSum.BITS);
      byte[] number = in.bytes(MOST_LENGTH);
      if (number.length == 0 || 8 * number.length + power > WideSum.BITS) {
        throw in.error("has a sum of %d bytes at 2^%d".formatted(number.length, power));
      }
      lists.other(i, new BigInteger(number).shiftLeft(power));
    }
    i = -1;
    for (int left = in.count(size); left > 0; left--) {
      i = next(in, i);
      int what = in.u8();
      if (what < 1 || what > (ExactSum.NAN | ExactSum.PLUS | ExactSum.MINUS)) {
        throw in.error("has %d for an infinity or NaN".formatted(what));
      }
      lists.special(i, what);
    }
    in.end();
  }

  private int next(PackedReader in, int last) {
    return last + 1 + (int) in.number(size - 2L - last);
  }
}
