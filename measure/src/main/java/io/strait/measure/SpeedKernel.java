package io.strait.measure;

/**
 * Chains of multiply-adds in Java: what {@code speed} of a host means where Strait measured it. It
 * is an upper bound for real programs, good enough to compare hosts, but not a benchmark.
 */
public final class SpeedKernel {
  private static final int CHAINS = 8;
  private static final double DECAY = 0.999999;
  private static final double GROWTH = 1e-6;

  private SpeedKernel() {}

  /**
   * Computes, and returns how many operations that were. Every chain is a variable of its own, so
   * that all compilers of Java make much the same of it and memory has no part in it.
   *
   * @param steps of every chain
   */
  public static double run(int steps) {
    double a = 0;
    double b = 0.1;
    double c = 0.2;
    double d = 0.3;
    double e = 0.4;
    double f = 0.5;
    double g = 0.6;
    double h = 0.7;
    for (int i = 0; i < steps; i++) {
      a = a * DECAY + GROWTH;
      b = b * DECAY + GROWTH;
      c = c * DECAY + GROWTH;
      d = d * DECAY + GROWTH;
      e = e * DECAY + GROWTH;
      f = f * DECAY + GROWTH;
      g = g * DECAY + GROWTH;
      h = h * DECAY + GROWTH;
    }
    // Using the sum keeps the loop from being optimised away.
    return a + b + c + d + e + f + g + h >= 0 ? 2.0 * steps * CHAINS : 0;
  }
}
