package io.strait.simulate.farm;

/**
 * The tasks of a farm as its master sees them: which one is next, and who waits for one. Children
 * are numbers whose meaning is the caller's. A pure state machine: every step is O(1).
 */
public final class TaskPool {
  /** No task. */
  public static final int NONE = -1;

  private final int tasks;
  private int fresh;
  private int done;
  private final IntRing again = new IntRing();
  private final IntRing waiting = new IntRing();

  public TaskPool(int tasks) {
    this.tasks = tasks;
  }

  /**
   * The next task for a child that asks; where there is none, {@link #NONE}, and the child waits.
   */
  public int next(int child) {
    if (!again.isEmpty()) {
      return again.take();
    }
    if (fresh < tasks) {
      return fresh++;
    }
    waiting.add(child);
    return NONE;
  }

  /**
   * A task came back without a result.
   *
   * @return the child that waits for one and is to get it, or {@link #NONE}: then the next one who
   *     asks gets it
   */
  public int lost(int task) {
    if (waiting.isEmpty()) {
      again.add(task);
      return NONE;
    }
    return waiting.take();
  }

  /** Results of so many tasks are safe; says whether those were the last. */
  public boolean finished(int count) {
    done += count;
    if (done > tasks) {
      throw new IllegalStateException("more results than tasks: some were counted twice");
    }
    return done == tasks;
  }

  public int done() {
    return done;
  }
}
