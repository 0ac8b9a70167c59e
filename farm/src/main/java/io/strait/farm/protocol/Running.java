package io.strait.farm.protocol;

import io.strait.farm.pace.AskingAhead;
import java.util.ArrayDeque;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * The tasks that a worker computes or is about to, and when the next of them will be done by all
 * experience: to ask for another just before, so that it neither waits nor keeps a task from others
 * for long.
 */
final class Running {
  private final int cores;
  private final ArrayDeque<Integer> queue = new ArrayDeque<>();
  private final Int2ObjectHashMap<Long> started = new Int2ObjectHashMap<>();
  private double taken;

  Running(int cores) {
    this.cores = cores;
  }

  void submitted(int task, long now) {
    queue.add(task);
    next(now);
  }

  /**
   * A task is done, or will not be.
   *
   * @param took nanoseconds; 0 if that says nothing
   */
  void over(int task, long took, long now) {
    if (took > 0) {
      taken = taken == 0 ? took : 0.7 * taken + 0.3 * took;
    }
    if (started.remove(task) == null) {
      queue.remove((Integer) task);
    }
    next(now);
  }

  private void next(long now) {
    while (started.size() < cores && !queue.isEmpty()) {
      started.put((int) queue.remove(), (Long) now);
    }
  }

  /** Nanoseconds that a task takes by experience; 0 without any. */
  double usual() {
    return taken;
  }

  private long lead(double roundTrip) {
    return Math.round(
        1e9 * AskingAhead.lead(1e-9 * taken, roundTrip, 1e-9 * ProtocolSettings.ATTENTION));
  }

  /** How many will be done so soon that others should be asked for now. */
  int due(double roundTrip, long now) {
    if (taken == 0) {
      return 0;
    }
    int count = 0;
    long before = now + lead(roundTrip) - Math.round(taken);
    for (long start : started.values()) {
      if (start <= before) {
        count++;
      }
    }
    return Math.max(0, count - queue.size());
  }

  /** When the next one will be due; far in the future if none will. */
  long wake(double roundTrip, long now) {
    if (taken == 0) {
      return Long.MAX_VALUE;
    }
    long wake = Long.MAX_VALUE;
    for (long start : started.values()) {
      long due = start + Math.round(taken) - lead(roundTrip);
      if (due > now) {
        wake = Math.min(wake, due);
      }
    }
    return wake;
  }
}
