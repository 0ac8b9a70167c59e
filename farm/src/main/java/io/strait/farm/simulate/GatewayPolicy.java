package io.strait.farm.simulate;

import java.util.function.IntPredicate;
import org.agrona.collections.Int2IntCounterMap;

/**
 * What a gateway decides: which of its workers gets a task that has come, when to ask for more, and
 * when results go on to its parent. A pure state machine: every step is O(1).
 */
public final class GatewayPolicy {
  /** Bytes of results that may wait as long as nobody knows how fast they leave. */
  private static final long FEW_BYTES = 4 << 20;

  /** Seconds for which results may wait, however many they are. */
  private static final double PATIENCE = 1;

  private final int aggregate;
  private final IntRing again = new IntRing();
  private final IntRing tasks = new IntRing();
  private final IntRing hungry = new IntRing();

  /** Workers that would take too long, and get a task only if nobody else computes. */
  private final IntRing slow = new IntRing();

  /** How many tasks each of them waits for. */
  private final Int2IntCounterMap heldBack = new Int2IntCounterMap(0);

  /** Tasks that still lie here although they went back to the parent. */
  private int gone;

  private int inside;
  private int held;

  /**
   * @param aggregate how many results are added up before they are sent on
   */
  public GatewayPolicy(int aggregate) {
    this.aggregate = aggregate;
  }

  /**
   * A task has come from the parent.
   *
   * @param isSlow whether the run would only wait for a worker, see {@link #isTooSlow}
   * @return the worker to send it to, or {@link TaskPool#NONE} when all are busy and it is kept
   */
  public int taskCame(int task, IntPredicate isSlow) {
    inside++;
    return handOut(task, tasks, isSlow);
  }

  /** A task that was not known to be here turns out to be with one of the workers. */
  public void taskFound() {
    inside++;
  }

  private int handOut(int task, IntRing kept, IntPredicate isSlow) {
    while (!hungry.isEmpty()) {
      int worker = hungry.take();
      if (!isSlow.test(worker)) {
        return worker;
      }
      holdBack(worker);
    }
    kept.add(task);
    return TaskPool.NONE;
  }

  /** Whether no worker computes anything. */
  private boolean isIdle() {
    return inside <= waiting();
  }

  /** Tasks that lie here. */
  private int waiting() {
    return Math.max(0, again.size() + tasks.size() - gone);
  }

  /** Whether nobody computes anything although there are tasks, and slow workers that wait. */
  public boolean isStuck() {
    return !slow.isEmpty() && isIdle() && waiting() > 0;
  }

  /** How many workers wait because they are slow. */
  public int slowWorkers() {
    return slow.size();
  }

  private void holdBack(int worker) {
    slow.add(worker);
    heldBack.incrementAndGet(worker);
  }

  private boolean isHeldBack(int worker) {
    return heldBack.get(worker) > 0;
  }

  /**
   * The slow worker that has waited longest, to ask for it again, or {@link TaskPool#NONE} if it
   * does not wait any more. There must be one.
   */
  public int firstSlow() {
    int worker = slow.take();
    if (!isHeldBack(worker)) {
      return TaskPool.NONE;
    }
    heldBack.decrementAndGet(worker);
    return worker;
  }

  /**
   * A worker's result has come: it was held back with what it had before.
   *
   * @return for how many tasks it is to be asked for again
   */
  public int release(int worker) {
    return heldBack.remove(worker);
  }

  /** Hands tasks to workers that were held back, if nobody computes anything. */
  public void revive(HeldBack workers) {
    if (!isStuck()) {
      return;
    }
    var held =
        new HeldBack() {
          @Override
          public double seconds(int worker) {
            return isHeldBack(worker) ? workers.seconds(worker) : Double.POSITIVE_INFINITY;
          }

          @Override
          public void give(int worker) {
            heldBack.decrementAndGet(worker);
            workers.give(worker);
          }
        };
    TaskPool.revive(slow, held, () -> waiting() > 0);
  }

  /**
   * A worker has room for one task more.
   *
   * @param isSlow whether the run would only wait for it, see {@link #isTooSlow}
   * @return a task for it, or {@link TaskPool#NONE} when there is none and it waits
   */
  public int workerIsFree(int worker, boolean isSlow) {
    if (again.isEmpty() && tasks.isEmpty()) {
      hungry.add(worker);
      return TaskPool.NONE;
    }
    if (isSlow) {
      holdBack(worker);
      return TaskPool.NONE;
    }
    return again.isEmpty() ? tasks.take() : again.take();
  }

  /** A task that waits and goes back to the parent, or {@link TaskPool#NONE}. */
  int giveBack() {
    if (again.isEmpty() && tasks.isEmpty()) {
      return TaskPool.NONE;
    }
    return again.isEmpty() ? tasks.take() : again.take();
  }

  /**
   * A worker lost a task; it is handed out again, before those that no worker has had.
   *
   * @return as {@link #taskCame}
   */
  public int taskLost(int task, IntPredicate isSlow) {
    return handOut(task, again, isSlow);
  }

  /**
   * A result has come from a worker.
   *
   * @return how many results are to be sent on now as one; 0 for none yet
   */
  public int resultCame() {
    inside--;
    held++;
    if (held >= aggregate || inside == 0) {
      int sent = held;
      held = 0;
      return sent;
    }
    return 0;
  }

  /**
   * A task is not here any more and there will be no result of it.
   *
   * @return as {@link #resultCame}
   */
  public int taskGone() {
    return taskGone(false);
  }

  /**
   * The same of a task that may lie here; {@link #wasGone} is to be told when it comes up.
   *
   * @param isWaiting whether it lies here rather than being with a worker
   */
  public int taskGone(boolean isWaiting) {
    gone += isWaiting ? 1 : 0;
    inside--;
    if (inside == 0) {
      int sent = held;
      held = 0;
      return sent;
    }
    return 0;
  }

  /** The task that came up was not here any more. */
  public void wasGone() {
    gone = Math.max(0, gone - 1); // or a result came of one that was to be computed again
  }

  /**
   * Whether a worker would take longer over a task than all the others take for everything that is
   * left.
   *
   * @param seconds until it would have computed one
   * @param left seconds until the run is over
   * @param fastest seconds that the fastest worker here takes for one
   */
  public static boolean isTooSlow(double seconds, double left, double fastest) {
    return seconds > Math.max(left, TaskPool.LAST * fastest);
  }

  /**
   * How many results count as tasks that are still here: those beyond what waits where the way up
   * keeps up. Where results leave more slowly than they come, others get the tasks.
   *
   * @param results that wait here or are on their way up
   * @param bytes of them
   * @param rate at which they leave, per second; 0 if unknown
   * @param aggregate how many are added up before they are sent on
   * @param ahead how many tasks are usually asked for ahead
   */
  public static int surplus(int results, long bytes, double rate, int aggregate, int ahead) {
    if (rate == 0 && bytes <= FEW_BYTES) {
      return 0;
    }
    double usual = Math.max(2 * aggregate + 1 + ahead, rate * PATIENCE);
    return Math.max(0, results - (int) Math.min(results, usual));
  }
}
