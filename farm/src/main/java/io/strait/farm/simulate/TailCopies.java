package io.strait.farm.simulate;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Second copies of tasks near the end. When no task is left, a worker that asks may get a copy of a
 * task that another worker still computes: if it is expected to finish first, or if the other is
 * long overdue. A task is copied once at most, and only its first result counts. Copies are limited
 * to tasks that the master itself hands to workers, because what a gateway has added up cannot be
 * taken apart again. A pure state machine, used by the simulator and by the master of a run.
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

  /** Until this time a worker that takes {@link #noneFor} seconds or more gets no copy. */
  private double noneUntil = Double.NEGATIVE_INFINITY;

  private double noneFor;

  /** A task is handed to a worker that is expected to take so many seconds. */
  public void handedOut(int task, double now, double seconds) {
    gone.clear(task);
    noneUntil = Double.NEGATIVE_INFINITY;
    if (count == tasks.length) {
      dropFinished();
      if (count > tasks.length / 2) {
        tasks = Arrays.copyOf(tasks, 2 * tasks.length);
        since = Arrays.copyOf(since, tasks.length);
        expected = Arrays.copyOf(expected, tasks.length);
      }
    }
    tasks[count] = task;
    since[count] = now;
    expected[count++] = seconds;
  }

  /** Tasks that there is room for in memory. */
  int room() {
    return tasks.length;
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
   * A task that a worker which takes so many seconds should compute a copy of, or {@link
   * TaskPool#NONE}. Takes time in proportion to the tasks that are handed out, but only if the
   * answer may differ from that for the worker before.
   */
  public int copyFor(double now, double seconds) {
    if (now <= noneUntil && seconds >= noneFor) {
      return TaskPool.NONE;
    }
    dropFinished();
    int best = -1;
    double bestEnd = Double.NEGATIVE_INFINITY;
    double firstOverdue = Double.POSITIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      double end = since[i] + expected[i];
      double overdueFrom = since[i] + OVERDUE * expected[i];
      boolean overdue = now > overdueFrom;
      if (copied.get(tasks[i])) {
        continue;
      }
      firstOverdue = Math.min(firstOverdue, overdueFrom);
      if (overdue || end > now + seconds) {
        double worth = overdue ? Double.MAX_VALUE : end;
        if (worth > bestEnd) {
          best = i;
          bestEnd = worth;
        }
      }
    }
    if (best < 0) {
      noneUntil = firstOverdue;
      noneFor = seconds;
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
    noneUntil = Double.NEGATIVE_INFINITY;
    return true;
  }
}
