package io.strait.program.run;

import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets the parts on a host that does one thing at a time compute in the order of the plan's slices:
 * what others wait for would otherwise come after what happened to be ready first. Parts that
 * nobody waits for compute whenever no other does.
 */
final class Turns {
  private final ReentrantLock one = new ReentrantLock(true);
  private final Condition next = one.newCondition();
  private final List<Integer> order;
  private int at;
  private long free = Long.MIN_VALUE;

  /**
   * @param order the numbers of the parts that do every unit, each once
   */
  Turns(List<Integer> order) {
    this.order = List.copyOf(order);
  }

  /** Waits for a part's turn; returns when the one before had ended. */
  long enter(int part) throws InterruptedException {
    one.lockInterruptibly();
    try {
      while (order.contains(part) && order.get(at) != part) {
        next.await();
      }
      return free;
    } catch (InterruptedException e) {
      one.unlock();
      throw e;
    }
  }

  /**
   * Lets the next have its turn.
   *
   * @param ended when this one had ended
   */
  void leave(int part, long ended) {
    free = ended;
    if (order.contains(part)) {
      at = (at + 1) % order.size();
      next.signalAll();
    }
    one.unlock();
  }
}
