package io.strait.stencil.run;

/**
 * How values become colours.
 *
 * @param low the value of the darkest colour; not a number to take the lowest of a picture
 * @param high the value of the brightest; not a number to take the highest of a picture
 */
public record Scale(double low, double high, Colours colours) {
  /** From the lowest to the highest value of a picture. */
  public static final Scale UNKNOWN = new Scale(Double.NaN, Double.NaN, Colours.HEAT);

  /** Which colours there are. */
  public enum Colours {
    /** From black over violet, red and orange to a light yellow, evenly brighter to the eye. */
    HEAT,
    /** From white to black. */
    INK
  }

  /** The colour of a value, as red, green and blue bytes; grey for what is not a number. */
  int colour(double value, double lowest, double highest) {
    if (Double.isNaN(value)) {
      return 0x808080;
    }
    double from = Double.isNaN(low) ? lowest : low;
    double to = Double.isNaN(high) ? highest : high;
    double at = to > from ? Math.clamp((value - from) / (to - from), 0, 1) : value > from ? 1 : 0;
    return switch (colours) {
      case HEAT -> HeatColours.of(at);
      case INK -> 0x010101 * (int) Math.round(255 * (1 - at));
    };
  }
}
