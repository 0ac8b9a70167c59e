package io.strait.program.law;

/**
 * Rates that follow from what happens in a unit and what happens by the clock.
 *
 * <p>Some work is done once for every unit, and some so often in a second whatever the rate is. A
 * machine that is always busy does both: {@code 1 = timed + rate * perUnit}. That is porting (20)
 * where {@code perUnit} is a sum over time slices, and (22) where it is CPU seconds.
 */
public final class Rates {
  private Rates() {}

  /**
   * The units per second that fill a machine.
   *
   * @param timed seconds of every second that work by the clock takes
   * @param perUnit seconds that a unit takes
   * @return 0 if work by the clock takes all time, infinity if a unit takes none
   */
  public static double filling(double timed, double perUnit) {
    return timed >= 1 ? 0 : (1 - timed) / perUnit;
  }
}
