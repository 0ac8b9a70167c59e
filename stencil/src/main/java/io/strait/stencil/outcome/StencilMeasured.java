package io.strait.stencil.outcome;

import io.strait.kind.report.MeasuredFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was measured of a strategy, in the emulated grid's time.
 *
 * @param seconds of all iterations
 * @param iterationSeconds of one iteration in the steady state
 * @param shares of all ranks' time
 * @param memory bytes of all ranks together
 * @param late the longest time by which this machine was too slow for a rank, as a share of the run
 */
public record StencilMeasured(
    long iterations,
    double seconds,
    double iterationSeconds,
    Shares shares,
    long memory,
    double late) {
  private static final double TOO_LATE = 0.02;

  /** What ranks spent their time on, as shares of the run. */
  public record Shares(double computing, double waitingLan, double waitingGap) {}

  /** Whether an emulation was so late that people should know. */
  public boolean isTooLate() {
    return late > TOO_LATE;
  }

  /** Keeps it in the folder of a stage. */
  public void write(Path folder) throws IOException {
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
  public static @Nullable StencilMeasured read(Path folder) throws IOException {
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
