package io.strait.farm.rehearsal;

import io.strait.kind.report.Promise;
import io.strait.model.quantity.Durations;
import io.strait.view.Numbers;

/** Was the promise of a plan kept? In one sentence, of a rehearsal or of a run. */
public final class PromiseText {
  private PromiseText() {}

  /**
   * The sentence.
   *
   * @param begin such as "The run took"
   * @param time in seconds
   * @param home the cluster that speedups are over
   */
  public static String verdict(
      String begin, Promise time, double precision, double speedup, String home) {
    return "%s %s, %s the plan promises (precision %s)%s."
        .formatted(
            begin,
            Durations.rounded(time.measured()),
            time.kept(Durations::rounded),
            Numbers.percent(precision),
            Double.isFinite(speedup)
                ? ": %.1f times %s %s alone"
                    .formatted(speedup, speedup >= 1.05 ? "faster than" : "the speed of", home)
                : "");
  }
}
