package io.strait.realign.run;

import io.strait.realign.outcome.RankResult;
import java.util.List;

/**
 * What the ranks of a realignment have to tell at the end.
 *
 * @param moveSeconds of real time that all repetitions took, without files
 * @param fileSeconds of reading and writing, likewise
 * @param resumed whether an earlier attempt had moved a part of it
 * @param late the share of the time in which this machine had no processor for a thread; 0 if
 *     unknown
 */
public record RealignOutcome(
    double moveSeconds, double fileSeconds, boolean resumed, double late, List<RankResult> ranks) {
  /** More may have made it longer. */
  private static final double NOTICEABLE = 0.2;

  public RealignOutcome {
    ranks = List.copyOf(ranks);
  }

  /** Whether this machine was too slow, or too busy, for what it emulated. */
  public boolean isTooLate() {
    return late > NOTICEABLE;
  }

  /** Whether every rank has what it should have. */
  public boolean isVerified() {
    return ranks.stream().allMatch(RankResult::verified);
  }
}
