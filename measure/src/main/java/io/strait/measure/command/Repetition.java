package io.strait.measure.command;

/**
 * How often something is measured.
 *
 * @param most how often at most
 * @param until stop when the run time is known to within this share, either way; 0 to go on to the
 *     end
 */
public record Repetition(int most, double until) {
  /** How often at least before {@link #until} counts: two runs may agree by chance. */
  private static final int LEAST = 3;

  /** Whether these runs are enough. */
  boolean isEnough(CommandMeasurement measured) {
    int count = measured.runs().size();
    return count >= most || (count >= LEAST && measured.seconds().relative() < until);
  }
}
