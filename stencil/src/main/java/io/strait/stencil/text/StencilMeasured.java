package io.strait.stencil.text;

import io.strait.stencil.run.Meter;
import io.strait.stencil.run.StencilJob;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What was measured of a strategy, in the emulated grid's time.
 *
 * @param iterationSeconds of one iteration once the run had settled
 * @param computing the share of all ranks' time
 * @param late the longest time by which this machine was too slow for a rank, as a share of the run
 */
record StencilMeasured(
    long iterations,
    double seconds,
    double iterationSeconds,
    double computing,
    double waitingLan,
    double waitingGap,
    long memory,
    double late) {
  /** The file in which a step keeps it. */
  static final String FILE = "measured.json";

  static StencilMeasured of(StencilJob.Outcome outcome, long first, double scale) {
    double clock = scale == 0 ? 1 : scale;
    double all = outcome.seconds() * 1e9 * outcome.ranks().size();
    double computing = 0;
    double lan = 0;
    double gap = 0;
    long memory = 0;
    double late = 0;
    for (var rank : outcome.ranks()) {
      computing += rank.meter().sum(Meter.Kind.COMPUTE);
      lan += rank.meter().sum(Meter.Kind.LAN);
      gap += rank.meter().sum(Meter.Kind.GAP);
      memory += rank.memory();
      late = Math.max(late, rank.lateNanos() / (outcome.seconds() * 1e9));
    }
    return new StencilMeasured(
        outcome.iterations() - first,
        outcome.seconds() * clock,
        iteration(outcome, first) * clock,
        computing / all,
        lan / all,
        gap / all,
        memory,
        late);
  }

  private static double iteration(StencilJob.Outcome outcome, long first) {
    double settled = outcome.settledSeconds();
    long done = outcome.iterations() - first;
    return Double.isFinite(settled) ? settled : done == 0 ? 0 : outcome.seconds() / done;
  }

  double precision(double predicted) {
    return Math.min(iterationSeconds, predicted) / Math.max(iterationSeconds, predicted);
  }

  Map<String, String> entries() {
    var entries = new TreeMap<String, String>();
    entries.put("iterations", Long.toString(iterations));
    entries.put("seconds", Double.toString(seconds));
    entries.put("iteration", Double.toString(iterationSeconds));
    entries.put("computing", Double.toString(computing));
    entries.put("lan", Double.toString(waitingLan));
    entries.put("gap", Double.toString(waitingGap));
    entries.put("memory", Long.toString(memory));
    entries.put("late", Double.toString(late));
    return entries;
  }

  /** What {@link #entries} said; null if that is not there or not whole. */
  static @Nullable StencilMeasured of(Map<String, String> entries) {
    try {
      return new StencilMeasured(
          Long.parseLong(entries.getOrDefault("iterations", "")),
          Double.parseDouble(entries.getOrDefault("seconds", "")),
          Double.parseDouble(entries.getOrDefault("iteration", "")),
          Double.parseDouble(entries.getOrDefault("computing", "")),
          Double.parseDouble(entries.getOrDefault("lan", "")),
          Double.parseDouble(entries.getOrDefault("gap", "")),
          Long.parseLong(entries.getOrDefault("memory", "")),
          Double.parseDouble(entries.getOrDefault("late", "")));
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
