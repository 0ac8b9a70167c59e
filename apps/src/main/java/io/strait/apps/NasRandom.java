package io.strait.apps;

/**
 * The generator of the NAS parallel benchmarks: {@code x' = 5^13 x mod 2^46} from 271828183. Since
 * 2^46 divides 2^64, products of longs may overflow: what is cut off does not matter.
 */
final class NasRandom {
  private static final long FACTOR = 1_220_703_125L;
  private static final long FACTOR_TWICE = FACTOR * FACTOR;
  private static final long SEED = 271_828_183L;
  private static final long MASK = (1L << 46) - 1;

  private NasRandom() {}

  static long next(long state) {
    return state * FACTOR & MASK;
  }

  /** The state after two steps: two rows of every second state do not wait for each other. */
  static long afterNext(long state) {
    return state * FACTOR_TWICE & MASK;
  }

  /** The state after so many steps from the seed, by squaring. */
  static long after(long steps) {
    long state = SEED;
    long power = FACTOR;
    for (long rest = steps; rest > 0; rest >>= 1) {
      if ((rest & 1) == 1) {
        state = state * power & MASK;
      }
      power = power * power & MASK;
    }
    return state;
  }
}
