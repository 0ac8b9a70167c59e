package io.strait.farm.protocol;

import io.strait.farm.message.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many of a parent's workers get tasks: all, unless people want fewer. Those who joined first
 * do. The others finish what they have, keep asking, and get nothing more until they are wanted
 * again. A gateway below is told how many of its own do; where none shall, it gets nothing.
 */
final class Crew {
  /** As many as there are. */
  static final int ALL = Integer.MAX_VALUE;

  /** The first version of the protocol in which gateways can be told. */
  private static final int TOLD_SINCE = 5;

  private final Children children;
  private final long pause;
  private final Map<String, Integer> below = new HashMap<>();
  private int own = ALL;

  /** What gateways get that nobody has named. */
  private int others = ALL;

  private boolean isUsed;
  private long next;

  /**
   * @param pause nanoseconds after which to look again who is there
   */
  Crew(Children children, long pause) {
    this.children = children;
    this.pause = pause;
  }

  /** So many workers of this parent itself get tasks. */
  void limitOwn(int workers) {
    own = workers;
    begin();
  }

  /** So many workers of a gateway get tasks. */
  void limit(String gateway, int workers) {
    below.put(gateway, workers);
    begin();
  }

  /** So many workers of this parent get tasks; if none, those of gateways below neither. */
  void limitAll(int workers) {
    others = workers == 0 ? 0 : ALL;
    limitOwn(workers);
  }

  private void begin() {
    isUsed = true;
    next = Long.MIN_VALUE;
  }

  /** Another parent's wishes are no more. */
  void forget() {
    if (isUsed) {
      limitAll(ALL);
    }
  }

  /** Whether nobody gets tasks. */
  boolean isOff() {
    return own == 0 && others == 0;
  }

  /** A child has come: it gets nothing before the next look. */
  void joined(Child child) {
    if (isUsed) {
      child.isOff = true;
      next = Long.MIN_VALUE;
    }
  }

  /**
   * Looks again who gets tasks, if it is time to, and tells gateways.
   *
   * @return those who do from now on
   */
  List<Child> look(long now) {
    if (!isUsed || now < next) {
      return List.of();
    }
    next = now + pause;
    var back = new ArrayList<Child>();
    int here = 0;
    for (var child : children.all()) {
      if (child.session == null) {
        continue;
      }
      boolean isOff = child.isWorker() ? here++ >= own : most(child) == 0;
      if (child.isOff && !isOff) {
        back.add(child);
      }
      child.isOff = isOff;
      tell(child, now);
    }
    return back;
  }

  private int most(Child gateway) {
    return below.getOrDefault(gateway.name, others);
  }

  private void tell(Child gateway, long now) {
    var session = gateway.session;
    if (session != null
        && gateway.introduced
        && !gateway.isWorker()
        && gateway.version >= TOLD_SINCE
        && gateway.crew != most(gateway)) {
      gateway.crew = most(gateway);
      session.send(new Message.Crew(gateway.crew), now);
    }
  }
}
