package io.strait.measure.grid.topology;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Experiments between hosts. Those of one call may run at the same time where they share no
 * network. A pair that cannot be measured is left out of the answer.
 */
public interface Experiments {
  /** Seconds there and back. */
  Map<Pair, Double> roundTrips(List<Pair> pairs) throws IOException;

  /** Everything about ways inside groups. */
  Map<Pair, Way> lans(List<Pair> pairs) throws IOException;

  /** Everything about ways between groups, none at the same time as another. */
  Map<Pair, Way> gaps(List<Pair> pairs) throws IOException;

  /** What flows at the same time get. */
  Together together(List<Flow> flows) throws IOException;
}
