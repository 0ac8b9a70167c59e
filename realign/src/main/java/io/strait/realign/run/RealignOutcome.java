package io.strait.realign.run;

import io.strait.realign.outcome.RankResult;
import java.util.List;

/**
 * What the ranks of a realignment have to tell at the end.
 *
 * @param moveSeconds of real time that all repetitions took, without files
 * @param fileSeconds of reading and writing, likewise
 * @param resumed whether an earlier attempt had moved a part of it
 */
public record RealignOutcome(
    double moveSeconds, double fileSeconds, boolean resumed, List<RankResult> ranks) {
  public RealignOutcome {
    ranks = List.copyOf(ranks);
  }

  /** Whether every rank has what it should have. */
  public boolean isVerified() {
    return ranks.stream().allMatch(RankResult::verified);
  }
}
