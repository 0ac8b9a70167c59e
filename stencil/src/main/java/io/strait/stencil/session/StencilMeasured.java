package io.strait.stencil.session;

import io.strait.kind.rank.MeasuredFile;
import io.strait.stencil.run.Meter;
import io.strait.stencil.run.StencilOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was measured of a strategy, in the emulated grid's time.
 *
 * @param iterationSeconds of one iteration in the steady state
 * @param shares of all ranks' time
 * @param late the longest time by which this machine was too slow for a rank, as a share of the run
 */
record StencilMeasured(
    long iterations,
    double seconds,
    double iterationSeconds,
    Shares shares,
    long memory,
    double late) {
  /** What ranks spent their time on, as shares of the run. */
  record Shares(double computing, double waitingLan, double waitingGap) {}

  /**
   * @param first the iteration that the run began with
   * @param clock seconds of the emulated grid in a second of this machine
   */
  static StencilMeasured of(StencilOutcome outcome, long first, double clock) {
    double all = outcome.seconds() * 1e9 * outcome.ranks().size();
    long memory = 0;
    double late = 0;
    for (var rank : outcome.ranks()) {
      memory += rank.memory();
      late = Math.max(late, rank.lateNanos() / (outcome.seconds() * 1e9));
    }
    return new StencilMeasured(
        outcome.iterations() - first,
        outcome.seconds() * clock,
        iteration(outcome, first) * clock,
        new Shares(
            nanos(outcome, Meter.Kind.COMPUTE) / all,
            nanos(outcome, Meter.Kind.LAN) / all,
            nanos(outcome, Meter.Kind.GAP) / all),
        memory,
        late);
  }

  private static double nanos(StencilOutcome outcome, Meter.Kind kind) {
    double sum = 0;
    for (var rank : outcome.ranks()) {
      sum += rank.meter().sum(kind);
    }
    return sum;
  }

  private static double iteration(StencilOutcome outcome, long first) {
    double settled = outcome.settledSeconds();
    long done = outcome.iterations() - first;
    return Double.isFinite(settled) ? settled : done == 0 ? 0 : outcome.seconds() / done;
  }

  double precision(double predicted) {
    return Math.min(iterationSeconds, predicted) / Math.max(iterationSeconds, predicted);
  }

  /** Keeps it in the folder of a stage. */
  void write(Path folder) throws IOException {
    MeasuredFile.write(
        folder,
        Map.of(
            "iterations", iterations,
            "seconds", seconds,
            "iteration", iterationSeconds,
            "computing", shares.computing,
            "lan", shares.waitingLan,
            "gap", shares.waitingGap,
            "memory", memory,
            "late", late));
  }

  /** Reads what {@link #write} wrote; null if it is not there or not whole. */
  static @Nullable StencilMeasured read(Path folder) throws IOException {
    var file = MeasuredFile.read(folder);
    try {
      return new StencilMeasured(
          file.whole("iterations"),
          file.number("seconds"),
          file.number("iteration"),
          new Shares(file.number("computing"), file.number("lan"), file.number("gap")),
          file.whole("memory"),
          file.number("late"));
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
