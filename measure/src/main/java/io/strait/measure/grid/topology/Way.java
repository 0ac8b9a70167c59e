package io.strait.measure.grid.topology;

/**
 * What was measured between two hosts; rates in any unit, but always the same.
 *
 * @param trip seconds there and back
 * @param there the rate from the first to the second
 * @param back the rate from the second to the first
 * @param together the sum of the shares of their rates that both directions get at once: 1 if they
 *     share a network, 2 if they do not; NaN if nobody knows
 */
public record Way(double trip, double there, double back, double together) {
  /** A network that both share never gives more than 1; a host that is busy gets less than 2. */
  private static final double SHARED = 1.3;

  /** Whether each direction has its rate for itself. */
  public boolean isFull() {
    return together >= SHARED;
  }

  /** Whether it is known if both directions share a network. */
  public boolean isDuplexKnown() {
    return !Double.isNaN(together);
  }

  /** The lower rate of both directions. */
  double least() {
    return Math.min(there, back);
  }
}
