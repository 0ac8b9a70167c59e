package io.strait.program.schedule;

/**
 * How a calculation is cut among machines. The shares make the latest of its machines as early as
 * possible: each machine gets what brings its CPU, with what it does already, and the part itself
 * to one time {@code T} for a unit,
 *
 * <pre>
 * share = min((T * free - busy) / cpu, T / seconds), shares add up to 1
 * </pre>
 *
 * <p>A machine that is busier than {@code T} already gets nothing. What is known when a calculation
 * is cut: where calculations overlap, the calculations that are not split and the split ones before
 * it in the app file, without their transfers; in time slices nothing, so that its parts take
 * equally long.
 */
final class Shares {
  /** Smaller shares are left out. */
  private static final double LEAST = 1e-6;

  private static final int HALVINGS = 100;

  private Shares() {}

  /**
   * @param free the share of each machine's CPU that work by the clock leaves
   * @param busy the seconds of each machine's CPU for a unit
   * @param cpu the seconds of each machine's CPU that the calculation would take as a whole
   * @param seconds the seconds that it would take there as a whole
   */
  static double[] of(double[] free, double[] busy, double[] cpu, double[] seconds) {
    double low = 0;
    double high = 0;
    for (int i = 0; i < free.length; i++) {
      double alone = Math.max((busy[i] + cpu[i]) / Math.max(free[i], 1e-3), seconds[i]);
      high = Math.max(high, alone);
    }
    for (int i = 0; i < HALVINGS && low < high; i++) {
      double middle = (low + high) / 2;
      if (middle <= low || middle >= high) {
        break;
      }
      if (sum(middle, free, busy, cpu, seconds) >= 1) {
        high = middle;
      } else {
        low = middle;
      }
    }
    var shares = new double[free.length];
    double sum = 0;
    for (int i = 0; i < shares.length; i++) {
      double share = share(high, i, free, busy, cpu, seconds);
      shares[i] = share < LEAST ? 0 : share;
      sum += shares[i];
    }
    for (int i = 0; i < shares.length; i++) {
      shares[i] /= sum;
    }
    return shares;
  }

  private static double sum(
      double time, double[] free, double[] busy, double[] cpu, double[] seconds) {
    double sum = 0;
    for (int i = 0; i < free.length; i++) {
      sum += share(time, i, free, busy, cpu, seconds);
    }
    return sum;
  }

  private static double share(
      double time, int i, double[] free, double[] busy, double[] cpu, double[] seconds) {
    double left = time * Math.max(free[i], 1e-3) - busy[i];
    if (left < 0 || (left == 0 && cpu[i] > 0)) {
      return 0;
    }
    double byCpu = cpu[i] > 0 ? left / cpu[i] : 1;
    double byTime = seconds[i] > 0 ? time / seconds[i] : 1;
    return Math.min(1, Math.min(byCpu, byTime));
  }
}
