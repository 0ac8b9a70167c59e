package io.strait.stencil.report;

import io.strait.kind.report.Promise;
import io.strait.model.text.Tree;
import io.strait.stencil.file.StencilPlan.StrategyPlan;
import io.strait.stencil.file.StencilPlanFile;
import io.strait.stencil.plan.Decomposition;
import io.strait.view.page.Show;

/**
 * A strategy that was run: predicted, simulated and measured.
 *
 * @param iteration seconds of one; only measured where nothing was emulated, since the plan
 *     promises nothing of this machine
 * @param seconds of the whole run
 * @param scale how many times faster than life it was emulated; 0 if it was not
 * @param computing the share of all ranks' time; likewise the next two
 * @param late by how much this machine was too slow, as a share of the run
 */
public record StrategyFigures(
    StrategyPlan plan,
    Promise iteration,
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

  boolean isTooLate() {
    return isEmulated() && late > TOO_LATE;
  }

  /** The band, or the depth of a deep halo; a dash for none. */
  public String band() {
    return plan.band() == 0 ? Show.NOTHING : Show.count(plan.band());
  }

  Tree json() {
    return StencilPlanFile.strategy(plan)
        .put("simulated_iteration_s", iteration.simulated())
        .put("measured_iteration_s", iteration.measured())
        .put("measured_time_s", seconds)
        .put("iterations", iterations)
        .put("time_scale", scale)
        .put("precision", iteration.precision())
        .put("computing", computing)
        .put("waiting_lan", waitingLan)
        .put("waiting_gap", waitingGap)
        .put("measured_memory_bytes", memory);
  }
}
