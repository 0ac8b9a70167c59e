package io.strait.farm.protocol;

import io.strait.farm.pace.AskingAhead;
import io.strait.farm.pace.Throughput;

/**
 * The tasks that a gateway has waiting for its children. Where children do less than one each
 * during a round trip, tasks are asked for just before they are needed: a task that waits here may
 * be one of the last, and others could have done it meanwhile.
 */
final class Reserve {
  /**
   * Seconds from asking to having.
   *
   * @param usual says how many tasks are under way
   * @param most that it may take
   */
  record Wait(double usual, double most) {}

  private final Children children;
  private final Throughput throughput;

  /** How many the plan says. */
  private int told = 1;

  Reserve(Children children, Throughput throughput) {
    this.children = children;
    this.throughput = throughput;
  }

  void tell(int tasks) {
    told = Math.max(1, tasks);
  }

  /** How many the plan says, or as many as are done during round trips. */
  int usual(double roundTrip) {
    return Math.max(told, throughput.prefetch(roundTrip));
  }

  /** How many there should be now. */
  int size(Wait wait, long now) {
    long until = now + lead(wait);
    int hands = 0;
    int soon = 0;
    boolean unknown = false;
    for (var child : children.all()) {
      if (child.isThere() && !child.isOff) {
        hands += Math.max(1, child.cores);
        soon += child.needs(until);
        unknown |= child.isUnknown();
      }
    }
    int many = throughput.prefetch(wait.usual);
    // Of a gateway below nobody knows when it will need more.
    int least = Math.max(told > 1 ? told : 0, unknown ? Math.max(1, many) : 0);
    boolean isJustInTime = AskingAhead.isJustInTime(throughput.rate(), hands, wait.usual);
    return Math.max(least, isJustInTime ? soon : many);
  }

  /** How long before it is needed a task is asked for: the parent attends to it, then we do. */
  private static long lead(Wait wait) {
    return Math.round(1e9 * wait.most) + 2 * ProtocolSettings.ATTENTION;
  }

  /** When there should be more. */
  long wake(Wait wait, long now) {
    long lead = lead(wait);
    long wake = Long.MAX_VALUE;
    for (var child : children.all()) {
      if (child.isThere()
          && !child.isOff
          && !child.isUnknown()
          && child.nextResult() - lead > now) {
        wake = Math.min(wake, child.nextResult() - lead);
      }
    }
    return wake;
  }
}
