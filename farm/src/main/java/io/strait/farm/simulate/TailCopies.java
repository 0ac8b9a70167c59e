package io.strait.farm.simulate;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Second copies of tasks near the end: when no task is left, a worker that asks may get a copy of
 * one that another worker still computes, if it is expected to be done with it sooner, or if that
 * one is long overdue. Every task is copied once at most, and of its results only the first counts.
 * Kept for tasks that the master hands to workers itself: what a gateway has added up cannot be
 * taken apart again. A pure state machine.
 */
public final class TailCopies {
  /** How many times the expected time makes a task overdue. */
  private static final double OVERDUE = 2;

  private final BitSet done = new BitSet();
  private final BitSet copied = new BitSet();
  private final BitSet halfLost = new BitSet();
  private final BitSet gone = new BitSet();
  private int[] tasks = new int[16];
  private double[] since = new double[16];
  private double[] expected = new double[16];
  private int count;

  /** A task is handed to a worker that is expected to take so many seconds. */
  public void handedOut(int task, double now, double seconds) {
    gone.clear(task);
    if (count == tasks.length) {
      dropFinished();
    }
    if (count > tasks.length / 2) {
      tasks = Arrays.copyOf(tasks, 2 * tasks.length);
      since = Arrays.copyOf(since, tasks.length);
      expected = Arrays.copyOf(expected, tasks.length);
    }
    tasks[count] = task;
    since[count] = now;
    expected[count++] = seconds;
  }

  private void dropFinished() {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (!done.get(tasks[i]) && !gone.get(tasks[i])) {
        tasks[kept] = tasks[i];
        since[kept] = since[i];
        expected[kept++] = expected[i];
      }
    }
    count = kept;
  }

  /**
   * A task of which a worker that takes so many seconds is to compute a copy, or {@link
   * TaskPool#NONE}.
   */
  public int copyFor(double now, double seconds) {
    dropFinished();
    int best = -1;
    double bestEnd = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      double end = since[i] + expected[i];
      boolean overdue = now > since[i] + OVERDUE * expected[i];
      if (!copied.get(tasks[i]) && (overdue || end > now + seconds)) {
        double worth = overdue ? Double.MAX_VALUE : end;
        if (worth > bestEnd) {
          best = i;
          bestEnd = worth;
        }
      }
    }
    if (best < 0) {
      return TaskPool.NONE;
    }
    copied.set(tasks[best]);
    return tasks[best];
  }

  /** A result has come; says whether it is the first of its task. */
  public boolean isFirst(int task) {
    if (done.get(task)) {
      return false;
    }
    done.set(task);
    return true;
  }

  /**
   * A worker lost a task; says whether it is to be handed out again, for no other worker has it.
   */
  public boolean isLost(int task) {
    if (done.get(task)) {
      return false;
    }
    if (copied.get(task) && !halfLost.get(task)) {
      halfLost.set(task);
      return false;
    }
    copied.clear(task);
    halfLost.clear(task);
    gone.set(task);
    return true;
  }
}
