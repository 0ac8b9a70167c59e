package io.strait.kind.rank;

import io.strait.kind.run.RunFailure;

/**
 * Ranks at work on one stage of a run, wherever they are.
 *
 * @param <O> what they have to tell at the end
 */
public interface RankExecution<O> {
  /**
   * Runs until all ranks are done.
   *
   * @throws RunFailure if a rank could not go on
   */
  O run();

  /** How much of the work is done, in the kind's own unit; any thread may ask. */
  long progress();

  /** When all ranks began, by {@link System#nanoTime}; 0 while some are missing. */
  long began();

  /** Ends the run as soon as possible; any thread may ask for it. */
  void stop();
}
