package io.strait.transport.fabric;

/**
 * How long messages are held back, so that ranks on one machine, or clusters that are close
 * together, see the delays of another grid.
 */
@FunctionalInterface
public interface Delays {
  /** Messages arrive at once. */
  Delays NONE = (from, to) -> 0;

  /** The nanoseconds from the last byte sent to the last byte received. */
  long latency(int from, int to);

  /** The bytes per second from one rank to another, one message after the other. */
  default double bandwidth(int from, int to) {
    return Double.POSITIVE_INFINITY;
  }

  /** Bytes of every message that take no time: what only this program puts before its content. */
  default int head() {
    return 0;
  }

  /** The mean of the random, exponentially distributed addition to the latency, in nanoseconds. */
  default double jitter(int from, int to) {
    return 0;
  }

  /** The seed of the jitter. */
  default long seed() {
    return 0;
  }
}
