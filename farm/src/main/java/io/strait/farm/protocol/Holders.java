package io.strait.farm.protocol;

import org.agrona.collections.Int2IntCounterMap;

/** How many of a parent's children hold each task; a child's own set says which it holds. */
final class Holders {
  private final Int2IntCounterMap count = new Int2IntCounterMap(0);

  boolean isHeld(int task) {
    return count.get(task) > 0;
  }

  /** Tasks that some child holds. */
  int tasks() {
    return count.size();
  }

  /** A child holds a task; says whether nobody was known to hold it before. */
  boolean add(Child child, int task) {
    return child.holding.add(task) && count.incrementAndGet(task) == 1;
  }

  /** A child has handed in a task; says whether others still hold it. */
  boolean release(Child child, int task) {
    return child.holding.remove(task) && count.decrementAndGet(task) > 0;
  }

  /** A child does not have a task any more; says whether it was the last that did. */
  boolean drop(Child child, int task) {
    return child.holding.remove(task) && count.decrementAndGet(task) == 0;
  }
}
