package io.strait.farm.plan;

import io.strait.farm.file.PhasePlan;
import io.strait.model.quantity.Durations;

/** How long a run takes, in words. */
public final class PlanTimes {
  private PlanTimes() {}

  /** One time, or two where chance decides. */
  public static String text(PhasePlan.Span span) {
    return span.isNarrow()
        ? Durations.rounded(span.usual())
        : "%s to %s".formatted(Durations.rounded(span.least()), Durations.rounded(span.most()));
  }
}
