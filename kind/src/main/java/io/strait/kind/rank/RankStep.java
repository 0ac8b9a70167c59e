package io.strait.kind.rank;

import java.io.IOException;
import java.util.List;

/**
 * A stage that is about to run.
 *
 * @param <O> what the ranks have to tell at the end
 * @param <M> what is measured of the stage
 */
public interface RankStep<O, M> {
  /** The cluster of every rank, by its index in the grid. */
  List<Integer> clusters();

  /** Ranks in this process. */
  RankExecution<O> threads();

  /** How ranks in other processes are led. */
  RankProtocol<O> protocol();

  /** What there is to do, for people. */
  String task();

  /**
   * How much is done, for people.
   *
   * @param seconds since the ranks began
   */
  String progress(long done, double seconds);

  /** What the plan promises, in units per second of the grid's clock; NaN if nothing. */
  double promisedRate();

  /** Keeps what was measured in the folder of the stage, and removes what is no longer needed. */
  M finish(O outcome) throws IOException;
}
