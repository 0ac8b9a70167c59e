package io.strait.stencil.file;

import io.strait.kind.file.Span;
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

  /**
   * One strategy.
   *
   * @param band columns that both sides of a gap compute, or the depth of a deep halo; 0 for none
   * @param span seconds of an iteration
   * @param timeSeconds predicted time of all iterations
   * @param memoryBytes cells that all ranks hold together, with bands and halos, twice
   * @param rankMemoryBytes of the rank that holds most
   * @param redundant cells computed more than once, as a share of the domain
   * @param boundBy what an iteration cannot be faster than
   */
  public record StrategyPlan(
      Strategy strategy,
      int band,
      Span span,
      double timeSeconds,
      long memoryBytes,
      long rankMemoryBytes,
      double redundant,
      String boundBy) {
    public StrategyPlan {
      span = span.isNarrow() ? Span.of(span.usual()) : span;
    }

    /** Predicted time of one iteration. */
    public double iterationSeconds() {
      return span.usual();
    }

    /** This strategy with another promise of what an iteration takes. */
    public StrategyPlan promising(Span other) {
      return new StrategyPlan(
          strategy, band, other, timeSeconds, memoryBytes, rankMemoryBytes, redundant, boundBy);
    }

    /** Predicted times of all iterations. */
    public Span all() {
      return iterationSeconds() > 0 ? span.times(timeSeconds / iterationSeconds()) : span;
    }

    /** Whether one figure says what an iteration takes. */
    public boolean isSure() {
      return span.isNarrow();
    }

    /** Iterations between exchanges of borders. */
    public int depth() {
      return strategy == Strategy.DEEP_HALO ? Math.max(1, band) : 1;
    }
  }
}
