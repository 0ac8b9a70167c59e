package io.strait.stencil.report;

import io.strait.stencil.file.StencilPlan.StrategyPlan;
import io.strait.stencil.plan.Decomposition;
import io.strait.view.page.Show;

/**
 * A strategy that was run: predicted, simulated and measured.
 *
 * @param simulated seconds of an iteration; NaN where nothing was emulated
 * @param measured seconds of an iteration
 * @param seconds of the whole run
 * @param scale how many times faster than life it was emulated; 0 if it was not
 * @param computing the share of all ranks' time; likewise the next two
 * @param late by how much this machine was too slow, as a share of the run
 */
public record StrategyFigures(
    StrategyPlan plan,
    double simulated,
    double measured,
    double seconds,
    long iterations,
    double scale,
    double computing,
    double waitingLan,
    double waitingGap,
    long memory,
    double late) {
  private static final double TOO_LATE = 0.02;

  /** What was measured beside who computes what. */
  record Ranks(StrategyFigures figures, RankTimes times, Decomposition decomposition) {}

  public String name() {
    return plan.strategy().word();
  }

  public boolean isEmulated() {
    return scale > 0;
  }

  /** Seconds of an iteration; NaN where the plan promises nothing of those who computed. */
  public double predicted() {
    return isEmulated() ? plan.iterationSeconds() : Double.NaN;
  }

  /** The smaller of predicted and measured over the larger; NaN where nothing was predicted. */
  public double precision() {
    double larger = Math.max(predicted(), measured);
    return larger == 0 ? 1 : Math.min(predicted(), measured) / larger;
  }

  boolean isTooLate() {
    return isEmulated() && late > TOO_LATE;
  }

  /** The band, or the depth of a deep halo; a dash for none. */
  public String band() {
    return plan.band() == 0 ? Show.NOTHING : Show.count(plan.band());
  }
}
