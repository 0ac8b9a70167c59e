package io.strait.measure.grid.topology;

/**
 * Traffic from one host to another.
 *
 * @param alone its rate while nothing else flows
 * @param offered the rate at which it is sent
 */
public record Flow(int from, int to, double alone, double offered) {
  /** How much faster than its rate alone a flow is sent that fills its way. */
  static final double FILLS = 1.1;

  /** A flow that fills its way. */
  public Flow(int from, int to, double alone) {
    this(from, to, alone, FILLS * alone);
  }

  /** The flow with less traffic, or as much as fills its way at most. */
  Flow offering(double share) {
    return new Flow(from, to, alone, Math.min(FILLS, share) * alone);
  }
}
