package io.strait.stencil.show;

import io.strait.model.quantity.Durations;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.StencilPlan.StrategyPlan;
import io.strait.stencil.file.Strategy;
import java.util.Comparator;

/** A stencil's plan in one sentence. */
final class StencilVerdict {
  private StencilVerdict() {}

  static String of(StencilPlan plan) {
    var best = plan.result();
    return "Use %s%s: %s for an iteration, %s for %d%s; bound by the %s."
        .formatted(
            best.strategy().word(),
            band(best),
            StencilText.iteration(best),
            best.all().text(Durations::rounded),
            plan.iterations(),
            against(plan, best),
            best.boundBy());
  }

  private static String band(StrategyPlan plan) {
    if (plan.band() == 0) {
      return "";
    }
    return plan.strategy() == Strategy.DEEP_HALO
        ? " of depth %d".formatted(plan.band())
        : " with a band of %d".formatted(plan.band());
  }

  /**
   * How it compares with plain latency hiding, or with the fastest where that was not asked for.
   */
  private static String against(StencilPlan plan, StrategyPlan best) {
    var fastest =
        plan.strategies().stream()
            .min(Comparator.comparingDouble(StrategyPlan::iterationSeconds))
            .orElse(best);
    if (best.iterationSeconds() > fastest.iterationSeconds() * 1.01) {
      return ", %.1f times slower than %s"
          .formatted(
              best.iterationSeconds() / fastest.iterationSeconds(), fastest.strategy().word());
    }
    double gain = plan.of(Strategy.LH).iterationSeconds() / best.iterationSeconds();
    return best.strategy() == Strategy.LH || gain < 1.05
        ? ""
        : ", %.1f times faster than lh".formatted(gain);
  }
}
