package io.strait.farm.simulate;

import java.util.BitSet;

/**
 * The tasks of a farm as its master sees them: which one is next, and who waits for one. Children
 * are numbers whose meaning is the caller's. A pure state machine: every step is O(1).
 */
public final class TaskPool {
  /** No task. */
  public static final int NONE = -1;

  private final int tasks;
  private final double rate;
  private final double fastest;
  private int fresh;
  private int out;
  private int done;
  private final IntRing again = new IntRing();

  /** Tasks that somebody out of reach may be computing; they are handed out last. */
  private final IntRing doubtful = new IntRing();

  private final IntRing waiting = new IntRing();

  /** Tasks that still lie here, but are being computed or done. */
  private final BitSet found = new BitSet();

  private int foundCount;

  /** A pool that gives a task to every child that asks. */
  public TaskPool(int tasks) {
    this(tasks, 0, 0);
  }

  /**
   * A pool that holds back near the end.
   *
   * @param rate tasks per second that the farm is expected to do; 0 to hold nothing back
   * @param fastest seconds that the fastest worker takes for a task
   */
  public TaskPool(int tasks, double rate, double fastest) {
    this.tasks = tasks;
    this.rate = rate;
    this.fastest = fastest;
  }

  /** The next task for a child that asks, as {@link #next(int, double)} for the fastest. */
  public int next(int child) {
    return next(child, 0);
  }

  /**
   * The next task for a child that asks; where there is none, {@link #NONE}, and the child waits.
   * Near the end a child that would take longer over it than all the others take for everything
   * that is left gets none either: the run would only wait for it, unless nobody else is at work.
   *
   * @param seconds that the child takes for a task
   */
  public int next(int child, double seconds) {
    int left = left();
    if (left == 0 || (rate > 0 && (out > 0 || fresh == 0) && seconds > left / rate + fastest)) {
      waiting.add(child);
      return NONE;
    }
    return take();
  }

  /** Tasks that are not handed out. */
  public int left() {
    return again.size() + doubtful.size() + tasks - fresh - foundCount;
  }

  /** Whether all tasks are handed out. */
  public boolean isEmpty() {
    return left() == 0;
  }

  /** The next task, for any child. There must be one. */
  public int take() {
    out++;
    int task = takeAny();
    while (foundCount > 0 && found.get(task)) {
      forget(task);
      task = takeAny();
    }
    return task;
  }

  private int takeAny() {
    if (!again.isEmpty()) {
      return again.take();
    }
    return fresh < tasks ? fresh++ : doubtful.take();
  }

  private void forget(int task) {
    found.clear(task);
    foundCount--;
  }

  /**
   * A task that lies in the pool turns out to be in somebody's hands, who was thought to be gone,
   * or to be done already, if {@link #finished} follows.
   */
  public void found(int task) {
    found.set(task);
    foundCount++;
    out++;
  }

  /** Whether nobody computes anything although there are tasks, and children that wait. */
  public boolean isStuck() {
    return out == 0 && left() > 0 && !waiting.isEmpty();
  }

  /** Whether a child waits for a task. */
  public boolean isWaitedFor() {
    return !waiting.isEmpty();
  }

  /** The child that has waited longest. There must be one. */
  public int firstWaiting() {
    return waiting.take();
  }

  /**
   * A task came back without a result.
   *
   * @return the child that waits for one and is to get it, or {@link #NONE}: then the next one who
   *     asks gets it
   */
  public int lost(int task) {
    return lost(task, again);
  }

  /**
   * A task is with somebody out of reach, who may be computing it. It is handed out after all
   * others, for its result may come yet.
   *
   * @return as {@link #lost(int)}
   */
  public int outOfReach(int task) {
    return lost(task, doubtful);
  }

  private int lost(int task, IntRing kept) {
    if (waiting.isEmpty()) {
      out--;
      if (foundCount > 0 && found.get(task)) {
        forget(task); // it never left
      } else {
        kept.add(task);
      }
      return NONE;
    }
    return waiting.take();
  }

  /** Results of so many tasks are safe; says whether those were the last. */
  public boolean finished(int count) {
    done += count;
    out -= count;
    if (done > tasks) {
      throw new IllegalStateException("more results than tasks: some were counted twice");
    }
    return done == tasks;
  }

  public int done() {
    return done;
  }
}
