package io.strait.farm.task;

import java.math.BigInteger;

/**
 * A sum of doubles as one whole number of units of the smallest double, in two's complement. It
 * holds any sum of finite doubles exactly, and is slow: for the rare sums that outgrow everything
 * else.
 */
final class WideSum {
  /** A unit is 2 to the power of this. */
  static final int UNIT = -1074;

  /** Room for 2^63 times the largest double, and a sign. */
  static final int BITS = 2176;

  private static final long MANTISSA = (1L << 52) - 1;

  private final long[] words = new long[BITS / 64];

  /** Adds a finite number. */
  void add(double value) {
    long bits = Double.doubleToRawLongBits(value);
    int exponent = (int) (bits >>> 52) & 0x7ff;
    long mantissa = exponent == 0 ? bits & MANTISSA : (bits & MANTISSA) | (MANTISSA + 1);
    int shift = Math.max(exponent, 1) - 1;
    int at = shift >> 6;
    int offset = shift & 63;
    long low = mantissa << offset;
    long high = offset == 0 ? 0 : mantissa >>> (64 - offset);
    if (bits >= 0) {
      boolean carry = plus(at, low, false);
      carry = plus(at + 1, high, carry);
      for (int i = at + 2; carry && i < words.length; i++) {
        carry = ++words[i] == 0;
      }
    } else {
      boolean borrow = minus(at, low, false);
      borrow = minus(at + 1, high, borrow);
      for (int i = at + 2; borrow && i < words.length; i++) {
        borrow = words[i]-- == 0;
      }
    }
  }

  private boolean plus(int at, long value, boolean carry) {
    long old = words[at];
    long sum = old + value + (carry ? 1 : 0);
    words[at] = sum;
    int order = Long.compareUnsigned(sum, old);
    return order < 0 || (order == 0 && carry && value != 0);
  }

  private boolean minus(int at, long value, boolean borrow) {
    long old = words[at];
    long rest = old - value - (borrow ? 1 : 0);
    words[at] = rest;
    int order = Long.compareUnsigned(rest, old);
    return order > 0 || (order == 0 && borrow && value != 0);
  }

  /** Adds so many units. */
  void add(BigInteger units) {
    var sum = toUnits().add(units).toByteArray();
    for (int i = 0; i < words.length; i++) {
      long word = 0;
      for (int b = 7; b >= 0; b--) {
        int at = sum.length - 1 - (8 * i + b);
        word = (word << 8) | ((at >= 0 ? sum[at] : sum[0] >> 7) & 0xff);
      }
      words[i] = word;
    }
  }

  /** The sum in units. */
  BigInteger toUnits() {
    var bytes = new byte[8 * words.length];
    for (int i = 0; i < words.length; i++) {
      for (int b = 0; b < 8; b++) {
        bytes[bytes.length - 1 - (8 * i + b)] = (byte) (words[i] >> (8 * b));
      }
    }
    return new BigInteger(bytes);
  }

  /** A number of units as the nearest double; a tie goes to the even one. */
  static double toDouble(BigInteger units) {
    var top = top(units.abs());
    double size = Math.scalb((double) top, shift(units) + UNIT);
    return units.signum() < 0 ? -size : size;
  }

  /** A number of units as the nearest float, if they are a multiple of the smallest float. */
  static float toFloat(BigInteger units) {
    var top = top(units.abs());
    float size = Math.scalb((float) top, shift(units) + UNIT);
    return units.signum() < 0 ? -size : size;
  }

  private static int shift(BigInteger units) {
    return Math.max(0, units.abs().bitLength() - 62);
  }

  /** The highest 62 bits; the last of them is also set if any bit below is. */
  private static long top(BigInteger size) {
    int shift = shift(size);
    long top = size.shiftRight(shift).longValueExact();
    return shift > 0 && size.getLowestSetBit() < shift ? top | 1 : top;
  }
}
