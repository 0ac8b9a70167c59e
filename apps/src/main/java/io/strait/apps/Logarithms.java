package io.strait.apps;

/**
 * Natural logarithms of many numbers at once, with the same bits on every machine: {@link Math#log}
 * may differ by a unit in the last place between kinds of processors, and so would a sum to which
 * clusters of different kinds add.
 *
 * <p>A number is m 2^k with m between the roots of 1/2 and 2. With s = (m - 1) / (m + 1) its
 * logarithm is k ln 2 + 2 (s + s^3/3 + s^5/5 + ...). Since |s| is below 0.172, eleven terms are
 * exact enough; 2 s is taken as (m - 1) - s (m - 1), whose first part is exact. Each pass is a loop
 * that the compiler turns into vectors, or that moves bits between registers.
 */
final class Logarithms {
  private static final int FRACTION_BITS = 52;
  private static final long FRACTION = (1L << FRACTION_BITS) - 1;
  private static final long ROOT_OF_HALF = Double.doubleToRawLongBits(Math.sqrt(0.5));

  /** ln 2 in two parts; the first has so few bits that its product with any k is exact. */
  private static final double LN2_HIGH = 0x1.62e42feep-1;

  private static final double LN2_LOW = 0x1.a39ef35793c76p-33;

  private final double[] exponent;
  private final double[] mantissa;

  /**
   * @param most numbers at once
   */
  Logarithms(int most) {
    exponent = new double[most];
    mantissa = new double[most];
  }

  /**
   * @param numbers positive, and neither subnormal nor infinite
   * @param results may be the same array
   */
  void of(double[] numbers, double[] results, int count) {
    for (int i = 0; i < count; i++) {
      long above = Double.doubleToRawLongBits(numbers[i]) - ROOT_OF_HALF;
      exponent[i] = above >> FRACTION_BITS;
      mantissa[i] = Double.longBitsToDouble((above & FRACTION) + ROOT_OF_HALF);
    }
    for (int i = 0; i < count; i++) {
      double beyond = mantissa[i] - 1;
      double s = beyond / (mantissa[i] + 1);
      double z = s * s;
      double series = 1 / 19.0 + z * (1 / 21.0);
      series = 1 / 17.0 + z * series;
      series = 1 / 15.0 + z * series;
      series = 1 / 13.0 + z * series;
      series = 1 / 11.0 + z * series;
      series = 1 / 9.0 + z * series;
      series = 1 / 7.0 + z * series;
      series = 1 / 5.0 + z * series;
      series = 1 / 3.0 + z * series;
      double correction = s * (beyond - 2 * (z * series));
      results[i] = exponent[i] * LN2_HIGH + (beyond - (correction - exponent[i] * LN2_LOW));
    }
  }
}
