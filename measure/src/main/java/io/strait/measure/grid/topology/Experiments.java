package io.strait.measure.grid.topology;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Experiments between hosts. Those of one call may run at the same time where they share no
 * network. A pair that cannot be measured is left out of the answer.
 */
public interface Experiments {
  /**
   * Seconds there and back.
   *
   * @param near a time of which it is enough to know whether a pair is below it; 0 for the best
   *     figures
   */
  Map<Pair, Double> roundTrips(List<Pair> pairs, double near) throws IOException;

  /** Everything about ways inside groups. */
  Map<Pair, Way> lans(List<Pair> pairs) throws IOException;

  /** Everything about ways between groups, none at the same time as another. */
  Map<Pair, Way> gaps(List<Pair> pairs) throws IOException;

  /** Whether two hosts may have a way of their own, not only one through a third place. */
  default boolean areJoined(Pair pair) {
    return true;
  }

  /** Whether a host is gone, and another of its group has to speak for it. */
  default boolean isLost(int host) {
    return false;
  }

  /** What flows at the same time get. */
  Together together(List<Flow> flows) throws IOException;
}
