package io.strait.view;

/** Numbers as people read them. */
public final class Numbers {
  private Numbers() {}

  public static String percent(double fraction) {
    return Double.isFinite(fraction) ? "%.0f %%".formatted(100 * fraction) : "–";
  }

  public static String speedup(double speedup) {
    return Double.isFinite(speedup) ? "%.3f".formatted(speedup) : "–";
  }

  public static String scaled(double value, double scale) {
    return Double.isFinite(value) ? "%.3f".formatted(value / scale) : "–";
  }

  /** The power of a thousand that makes a value one to three digits long. */
  public static double scaleFor(double value) {
    if (!(value > 0) || !Double.isFinite(value)) {
      return 1;
    }
    return Math.pow(1000, Math.floor(Math.log10(value) / 3 + 1e-9));
  }

  /** A scale as a factor: {@code 10^-3 }, or nothing for 1. */
  public static String scaleName(double scale) {
    long power = Math.round(Math.log10(scale));
    return power == 0 ? "" : "10^" + power + " ";
  }
}
