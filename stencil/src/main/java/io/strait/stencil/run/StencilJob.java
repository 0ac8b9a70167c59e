package io.strait.stencil.run;

import io.strait.kind.run.RunFailure;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A run of a stencil, wherever its ranks are. */
public interface StencilJob {
  /** What one rank has to tell. */
  record RankOutcome(int rank, Meter meter, long memory, long lateNanos, double settledSeconds) {}

  /**
   * @param iterations that the run ended with
   * @param seconds of real time that this took
   */
  record Outcome(long iterations, double seconds, List<RankOutcome> ranks) {
    /**
     * Seconds of an iteration once the run had settled, for the rank that was slowest; NaN if the
     * run was too short for that.
     */
    public double settledSeconds() {
      return ranks.stream().mapToDouble(RankOutcome::settledSeconds).max().orElse(Double.NaN);
    }
  }

  /**
   * Runs.
   *
   * @param whole all cells of a checkpoint, column by column; null to begin as the program says
   * @param first the iteration that they are from
   * @throws RunFailure if a rank could not go on
   */
  Outcome run(@Nullable MemorySegment whole, long first);

  /** The iteration that all ranks have done; any thread may ask. */
  long progress();

  /** When the ranks began to compute, by {@link System#nanoTime}; 0 as long as some are missing. */
  long began();

  /** Ends the run as soon as possible; any thread may ask for it. */
  void stop();
}
