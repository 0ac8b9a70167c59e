package io.strait.transport.fabric;

/**
 * How long messages take that are held back on purpose, so that ranks on one machine, or clusters
 * that are close together, meet the delays of another grid.
 */
@FunctionalInterface
public interface Delays {
  /** Messages come at once. */
  Delays NONE = (from, to) -> 0;

  /** Nanoseconds from the last byte sent to the last byte received. */
  long latency(int from, int to);

  /** Bytes per second that one rank can send to another one; one message after the other. */
  default double bandwidth(int from, int to) {
    return Double.POSITIVE_INFINITY;
  }

  /** The mean of what is added to the latency at random, exponentially distributed; nanoseconds. */
  default double jitter(int from, int to) {
    return 0;
  }

  /** The same seed gives the same jitter. */
  default long seed() {
    return 0;
  }
}
