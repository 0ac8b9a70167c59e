package io.strait.stencil.run;

import java.util.List;

/**
 * What the ranks of a stencil have to tell at the end.
 *
 * @param iterations that the run ended with
 * @param seconds of real time that this took
 */
public record StencilOutcome(long iterations, double seconds, List<Rank> ranks) {
  /** What one rank has to tell. */
  public record Rank(int rank, Meter meter, long memory, long lateNanos, double settledSeconds) {}

  public StencilOutcome {
    ranks = List.copyOf(ranks);
  }

  /**
   * Seconds of an iteration in the steady state, for the slowest rank; NaN if the run was too short
   * for one.
   */
  public double settledSeconds() {
    return ranks.stream().mapToDouble(Rank::settledSeconds).max().orElse(Double.NaN);
  }
}
