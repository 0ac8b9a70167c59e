package io.strait.farm.simulate;

/**
 * What a gateway decides: which of its workers gets a task that has come, when to ask for more, and
 * when results go on to its parent. A pure state machine: every step is O(1).
 */
public final class GatewayPolicy {
  private final int aggregate;
  private final IntRing again = new IntRing();
  private final IntRing tasks = new IntRing();
  private final IntRing hungry = new IntRing();
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
   * @return the worker to send it to, or {@link TaskPool#NONE} when all are busy and it is kept
   */
  public int taskCame(int task) {
    inside++;
    return handOut(task, tasks);
  }

  /** A task that was not known to be here turns out to be with one of the workers. */
  public void taskFound() {
    inside++;
  }

  private int handOut(int task, IntRing kept) {
    if (hungry.isEmpty()) {
      kept.add(task);
      return TaskPool.NONE;
    }
    return hungry.take();
  }

  /**
   * A worker has room for one task more.
   *
   * @return a task for it, or {@link TaskPool#NONE} when there is none and it waits
   */
  public int workerIsFree(int worker) {
    if (!again.isEmpty()) {
      return again.take();
    }
    if (tasks.isEmpty()) {
      hungry.add(worker);
      return TaskPool.NONE;
    }
    return tasks.take();
  }

  /**
   * A worker lost a task; it is handed out again, before those that no worker has had.
   *
   * @return as {@link #taskCame}
   */
  public int taskLost(int task) {
    return handOut(task, again);
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
    inside--;
    if (inside == 0) {
      int sent = held;
      held = 0;
      return sent;
    }
    return 0;
  }
}
