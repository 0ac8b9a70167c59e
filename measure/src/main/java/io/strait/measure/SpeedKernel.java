package io.strait.measure;

/**
 * Chains of multiply-adds in Java: what {@code speed} of a host means where Strait measured it. It
 * is an upper bound for real programs, good enough to compare hosts, but not a benchmark.
 */
public final class SpeedKernel {
  private static final int CHAINS = 8;

  private SpeedKernel() {}

  /**
   * Computes, and returns how many operations that were.
   *
   * @param steps of every chain
   */
  public static double run(int steps) {
    var x = new double[CHAINS];
    for (int i = 0; i < steps; i++) {
      for (int c = 0; c < CHAINS; c++) {
        x[c] = x[c] * 0.999999 + 1e-6;
      }
    }
    double sum = 0;
    for (double value : x) {
      sum += value;
    }
    // Using the sum keeps the loop from being optimised away.
    return sum >= 0 ? 2.0 * steps * CHAINS : 0;
  }
}
