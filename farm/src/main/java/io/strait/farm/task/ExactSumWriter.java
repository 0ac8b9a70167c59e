package io.strait.farm.task;

import io.strait.model.Element;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Writes the partial of an {@link ExactSum} in few bytes: it crosses slow links.
 *
 * <p>An element's sum is cut towards zero to a number of the element's type; the bits that are cut
 * off are its fraction, which counts from the last bit of that number down. The body has four
 * parts:
 *
 * <ol>
 *   <li>the cut numbers;
 *   <li>per {@link #BLOCK} elements a byte w, at most 64, and w bits of each element's fraction,
 *       lowest bit first, padded to a byte;
 *   <li>fractions that are longer than their block's w, for which the block has zero: their number,
 *       then for each how many elements lie between it and the one before, how many bytes, and the
 *       bytes, highest first;
 *   <li>sums that do not fit this form, for which all of the above is zero: their number, then for
 *       each how many elements lie between, the power of two in units of {@link WideSum}, and a
 *       whole number in two's complement after its length, highest byte first;
 *   <li>infinities and NaNs: their number, then for each how many elements lie between, and what.
 * </ol>
 */
final class ExactSumWriter {
  static final int BLOCK = 64;

  /** The bits of a double that a float has no room for. */
  static final int FLOAT_CUT = 29;

  /** Roughly what a fraction takes in the third part, beside its bytes. */
  private static final int ENTRY = 3;

  private static final long MANTISSA = (1L << 52) - 1;

  private final ExactSum sum;
  private final boolean floats;
  private final int precision;
  private byte[] packed = new byte[1 << 12];
  private int packedSize;
  private final PackedWriter fractions = new PackedWriter();
  private final PackedWriter others = new PackedWriter();
  private final PackedWriter special = new PackedWriter();
  private final int[] lengths = new int[65];
  private int fractionCount;
  private int otherCount;
  private int specialCount;
  private int lastFraction = -1;
  private int lastOther = -1;
  private int lastSpecial = -1;

  // The element that was cut last.
  private long cut;
  private long fraction;

  ExactSumWriter(ExactSum sum) {
    this.sum = sum;
    floats = sum.element() == Element.FLOAT;
    precision = floats ? 24 : 53;
  }

  byte[] write() {
    int size = sum.size();
    int width = sum.element().bytes();
    var numbers = new byte[Math.multiplyExact(size, width)];
    var block = new long[BLOCK];
    for (int from = 0; from < size; from += BLOCK) {
      int count = Math.min(BLOCK, size - from);
      for (int j = 0; j < count; j++) {
        int i = from + j;
        if (!cut(i)) {
          other(i);
          cut = 0;
          fraction = 0;
        }
        if (floats) {
          ElementReducer.FLOATS.set(numbers, 4 * i, (float) Double.longBitsToDouble(cut));
        } else {
          ElementReducer.LONGS.set(numbers, 8 * i, cut);
        }
        block[j] = fraction;
        if (sum.noted(i) != 0) {
          special.number(i - lastSpecial - 1).u8(sum.noted(i));
          lastSpecial = i;
          specialCount++;
        }
      }
      pack(block, from, count);
    }
    return join(numbers);
  }

  private byte[] join(byte[] numbers) {
    var out = new ByteArrayOutputStream(numbers.length + numbers.length / 4 + 64);
    out.writeBytes(new byte[ElementReducer.HEAD]);
    out.writeBytes(numbers);
    out.write(packed, 0, packedSize);
    out.writeBytes(new PackedWriter().number(fractionCount).toBytes());
    out.writeBytes(fractions.toBytes());
    out.writeBytes(new PackedWriter().number(otherCount).toBytes());
    out.writeBytes(others.toBytes());
    out.writeBytes(new PackedWriter().number(specialCount).toBytes());
    out.writeBytes(special.toBytes());
    return out.toByteArray();
  }

  /** Cuts an element's sum, if it can be written so. */
  private boolean cut(int i) {
    if (!sum.simple(i)) {
      return cutSlowly(sum.units(i));
    }
    double first = sum.plane(0, i);
    double rest = sum.plane(1, i);
    fraction = 0;
    if (rest == 0) {
      cut = Double.doubleToRawLongBits(first);
    } else {
      double both = first + rest;
      double part = both - first;
      double error = (first - (both - part)) + (rest - part);
      cut = Double.doubleToRawLongBits(both);
      if (!Double.isFinite(error) || (error != 0 && !cutBy(error, both))) {
        return cutSlowly(sum.units(i));
      }
    }
    return !floats || cutToFloat();
  }

  /** Takes the error of a rounded sum into the fraction. */
  private boolean cutBy(double error, double both) {
    boolean beyond = error > 0 == both > 0;
    if (!beyond) {
      cut--; // towards zero: the bits of a double are in the order of its size
    }
    long bits = Double.doubleToRawLongBits(error);
    int exponent = (int) (bits >>> 52) & 0x7ff;
    long mantissa = exponent == 0 ? bits & MANTISSA : (bits & MANTISSA) | (MANTISSA + 1);
    int last = Math.max((int) (cut >>> 52) & 0x7ff, 1);
    int shift = Math.max(exponent, 1) - last + 64;
    if (shift < 0 && Long.numberOfTrailingZeros(mantissa) < -shift) {
      return false;
    }
    fraction = shift >= 0 ? mantissa << shift : mantissa >>> -shift;
    if (!beyond) {
      fraction = -fraction;
    }
    return true;
  }

  /** Cuts what has been cut to a double to a float. */
  private boolean cutToFloat() {
    double size = Math.abs(Double.longBitsToDouble(cut));
    if (size < Float.MIN_NORMAL) {
      return fraction == 0 && (float) size == size;
    }
    if (size >= 0x1p128 || fraction << (64 - FLOAT_CUT) != 0) {
      return false;
    }
    fraction = (cut << (64 - FLOAT_CUT)) | (fraction >>> FLOAT_CUT);
    cut = cut >>> FLOAT_CUT << FLOAT_CUT;
    return true;
  }

  /** Cuts a sum of any form. */
  private boolean cutSlowly(BigInteger units) {
    var size = units.abs();
    int below = size.bitLength() - precision;
    fraction = 0;
    if (below > 0) {
      if (size.getLowestSetBit() < below - 64) {
        return false;
      }
      fraction = size.shiftLeft(64).shiftRight(below).longValue();
      size = size.shiftRight(below).shiftLeft(below);
    }
    double value = WideSum.toDouble(size);
    cut = Double.doubleToRawLongBits(units.signum() < 0 ? -value : value);
    return floats
        ? value < 0x1p128
            && (value >= Float.MIN_NORMAL || (fraction == 0 && (float) value == value))
        : Double.isFinite(value);
  }

  private void other(int i) {
    var units = sum.units(i);
    int power = units.getLowestSetBit();
    others.number(i - lastOther - 1).number(power).bytes(units.shiftRight(power).toByteArray());
    lastOther = i;
    otherCount++;
  }

  /** Packs the fractions of a block with the width that makes it shortest. */
  private void pack(long[] block, int from, int count) {
    long any = 0;
    for (int j = 0; j < count; j++) {
      any |= block[j];
    }
    int width = any == 0 ? 0 : bestWidth(block, count);
    if (packedSize + 8 * BLOCK + 16 > packed.length) {
      packed = Arrays.copyOf(packed, Math.addExact(packed.length, packed.length / 2));
    }
    packed[packedSize++] = (byte) width;
    if (any == 0) {
      return;
    }
    long bits = 0;
    int filled = 0;
    for (int j = 0; j < count; j++) {
      long value = block[j];
      if (width < 64 && value << width != 0) {
        fraction(from + j, value);
        value = 0;
      }
      long next = width == 0 ? 0 : value >>> (64 - width);
      bits |= next << filled;
      filled += width;
      if (filled >= 64) {
        flush(bits, 64);
        filled -= 64;
        bits = filled == 0 ? 0 : next >>> (width - filled);
      }
    }
    flush(bits, filled);
  }

  /** Writes so many of these bits; there is room for all of them. */
  private void flush(long bits, int filled) {
    ElementReducer.LONGS.set(packed, packedSize, bits);
    packedSize += (filled + 7) / 8;
  }

  private int bestWidth(long[] block, int count) {
    Arrays.fill(lengths, 0);
    for (int j = 0; j < count; j++) {
      lengths[block[j] == 0 ? 0 : 64 - Long.numberOfTrailingZeros(block[j])]++;
    }
    int best = 64;
    int least = Integer.MAX_VALUE;
    int beyond = 0;
    for (int width = 64; width >= 0; width--) {
      int cost = (count * width + 7) / 8 + beyond;
      if (cost < least) {
        least = cost;
        best = width;
      }
      beyond += lengths[width] * (ENTRY + (width + 7) / 8);
    }
    return best;
  }

  private void fraction(int i, long value) {
    int length = 8 - Long.numberOfTrailingZeros(value) / 8;
    fractions.number(i - lastFraction - 1).u8(length);
    for (int b = 0; b < length; b++) {
      fractions.u8((int) (value >>> (56 - 8 * b)) & 0xff);
    }
    lastFraction = i;
    fractionCount++;
  }
}
