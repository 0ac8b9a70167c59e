package io.strait.program.outcome;

/**
 * What a simulation found to be busy most.
 *
 * @param name the resource, or in time slices the phase
 * @param use the share of time in which it was at work; NaN for a phase
 */
public record Busiest(String name, double use) {
  /** A resource that is busy less decides nothing by itself. */
  private static final double BUSY = 0.9;

  /** Whether it decides the rate: units wait for it rather than for each other. */
  public boolean decides() {
    return Double.isNaN(use) || use >= BUSY;
  }
}
