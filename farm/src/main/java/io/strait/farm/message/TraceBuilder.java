package io.strait.farm.message;

import java.util.Arrays;
import java.util.List;

/**
 * Collects what a worker did since its last trace: task by task, or only totals where there are
 * many.
 */
public final class TraceBuilder {
  /** How often a trace is sent. */
  public static final long EVERY = 500_000_000L;

  private final int[] tasks = new int[Message.Trace.MOST];
  private final long[] ended = new long[Message.Trace.MOST];
  private final long[] took = new long[Message.Trace.MOST];
  private final boolean[] failed = new boolean[Message.Trace.MOST];
  private int count;
  private int many;
  private long manySince;
  private long manyBusy;

  public boolean isEmpty() {
    return count == 0 && many == 0;
  }

  public void add(int task, long now, long nanos, boolean wasFailure) {
    if (many == 0 && count == tasks.length) {
      manySince = ended[0] - took[0];
      for (int i = 0; i < count; i++) {
        manyBusy += took[i];
      }
      many = count;
      count = 0;
    }
    if (many > 0) {
      many++;
      manyBusy += nanos;
      return;
    }
    tasks[count] = task;
    ended[count] = now;
    took[count] = nanos;
    failed[count++] = wasFailure;
  }

  /** Makes a trace of all of it and starts afresh. */
  public Message.Trace take(String node, long now, long up, long down) {
    var ago = new long[count];
    for (int i = 0; i < count; i++) {
      ago[i] = now - ended[i];
    }
    var trace =
        new Message.Trace(
            List.of(node),
            Message.Trace.Event.NONE,
            Arrays.copyOf(tasks, count),
            ago,
            Arrays.copyOf(took, count),
            Arrays.copyOf(failed, count),
            many,
            many == 0 ? 0 : now - manySince,
            manyBusy,
            up,
            down);
    count = 0;
    many = 0;
    manyBusy = 0;
    return trace;
  }
}
