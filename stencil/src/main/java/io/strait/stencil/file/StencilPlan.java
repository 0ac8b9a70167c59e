package io.strait.stencil.file;

import java.util.List;
import java.util.Optional;

/**
 * The answer for a stencil: what each strategy promises, and which is best.
 *
 * @param best the strategy to run: the one that the app names, or else the fastest
 * @param processorRows rows of the processor matrix
 * @param processorColumns its columns
 * @param iterations how many the times are for
 * @param strategies every strategy that fits
 * @param notes what a reader should know beyond the numbers, a sentence each
 */
public record StencilPlan(
    Strategy best,
    int processorRows,
    int processorColumns,
    int iterations,
    List<StrategyPlan> strategies,
    List<String> notes) {
  public StencilPlan {
    strategies = List.copyOf(strategies);
    notes = List.copyOf(notes);
  }

  /** What the best strategy promises. */
  public StrategyPlan result() {
    return of(best);
  }

  /** What a strategy promises; it must be one of the plan's. */
  public StrategyPlan of(Strategy strategy) {
    return find(strategy)
        .orElseThrow(() -> new IllegalArgumentException(strategy + " is not in the plan"));
  }

  /** What a strategy promises, unless it does not fit. */
  public Optional<StrategyPlan> find(Strategy strategy) {
    return strategies.stream().filter(each -> each.strategy() == strategy).findFirst();
  }

  /** Seconds that an iteration takes at least and at most. */
  public record Span(double least, double most) {
    /** A span is not worth telling if it is narrower than this share of what is usual. */
    private static final double NARROW = 0.05;
  }

  /**
   * One strategy.
   *
   * @param band columns that both sides of a gap compute, or the depth of a deep halo; 0 for none
   * @param iterationSeconds predicted time of one iteration
   * @param timeSeconds predicted time of all iterations
   * @param memoryBytes cells that all ranks hold together, with bands and halos, twice
   * @param rankMemoryBytes of the rank that holds most
   * @param redundant cells computed more than once, as a share of the domain
   * @param boundBy what an iteration cannot be faster than
   * @param span seconds of an iteration, where hosts and links are not exactly as the grid says
   */
  public record StrategyPlan(
      Strategy strategy,
      int band,
      double iterationSeconds,
      double timeSeconds,
      long memoryBytes,
      long rankMemoryBytes,
      double redundant,
      String boundBy,
      Span span) {
    public StrategyPlan {
      if (span.most - span.least <= Span.NARROW * iterationSeconds) {
        span = new Span(iterationSeconds, iterationSeconds);
      }
    }

    /** Whether one figure says what an iteration takes. */
    public boolean isSure() {
      return span.most == span.least;
    }

    /** Whether an iteration that took so long is within a span that is promised. */
    public boolean isWithin(double seconds) {
      return !isSure() && seconds >= span.least && seconds <= span.most;
    }

    /** Iterations between exchanges of borders. */
    public int depth() {
      return strategy == Strategy.DEEP_HALO ? Math.max(1, band) : 1;
    }
  }
}
