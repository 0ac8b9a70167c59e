package io.strait.program.file;

/**
 * How often something happens: once in so many units, or once in so many seconds whatever the rate
 * is.
 *
 * @param units 0 if it is counted in seconds
 * @param seconds 0 if it is counted in units
 */
public record Every(int units, double seconds) {
  /** Once for every unit. */
  public static final Every UNIT = new Every(1, 0);

  public static Every ofSeconds(double seconds) {
    return new Every(0, seconds);
  }

  /** Whether it follows the clock rather than the units. */
  public boolean isTimed() {
    return units == 0;
  }

  /** How often it happens in a unit; 0 if it follows the clock. */
  public double perUnit() {
    return isTimed() ? 0 : 1.0 / units;
  }

  /** How often it happens in a second by the clock; 0 if it follows the units. */
  public double perSecond() {
    return isTimed() ? 1 / seconds : 0;
  }
}
