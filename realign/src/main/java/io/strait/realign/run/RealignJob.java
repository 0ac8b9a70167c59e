package io.strait.realign.run;

import io.strait.kind.run.RunFailure;
import java.util.List;

/** A run of a realignment, wherever its ranks are. */
public interface RealignJob {
  /**
   * @param moveSeconds of real time that all repetitions took, without files
   * @param fileSeconds of reading and writing, likewise
   * @param resumed whether a former life had done a part of it
   */
  record Outcome(double moveSeconds, double fileSeconds, boolean resumed, List<RankResult> ranks) {
    public Outcome {
      ranks = List.copyOf(ranks);
    }

    /** Whether every rank has what it should have. */
    public boolean isVerified() {
      return ranks.stream().allMatch(RankResult::verified);
    }
  }

  /**
   * Runs.
   *
   * @throws RunFailure if a rank could not go on
   */
  Outcome run();

  /**
   * Bytes that are where they belong, of those of all steps and repetitions; any thread may ask.
   */
  long progress();

  /** When ranks began to move, by {@link System#nanoTime}; 0 as long as some are missing. */
  long began();

  /** Ends the run as soon as possible; any thread may ask for it. */
  void stop();
}
