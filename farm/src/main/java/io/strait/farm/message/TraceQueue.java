package io.strait.farm.message;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Traces that wait to be sent to the parent, and bytes that were sent and received meanwhile. */
public final class TraceQueue {
  /**
   * Traces that wait for a session. When there are more, those of a node become few and long; only
   * where that does not help are the oldest forgotten.
   */
  private static final int MOST = 2_000;

  /** A trace that waits, and since when. */
  private record Kept(Message.Trace trace, long since) {
    /** Whether a later one of the same node can be put behind it. */
    private boolean takes(Kept later) {
      return trace.event() == Message.Trace.Event.NONE
          && trace.many() == 0
          && later.trace.many() == 0
          && trace.tasks().length + later.trace.tasks().length <= Message.Trace.MOST;
    }

    private Kept with(Kept later) {
      var old = trace.aged(later.since - since);
      var more = later.trace;
      int first = old.tasks().length;
      int all = first + more.tasks().length;
      var tasks = Arrays.copyOf(old.tasks(), all);
      var ago = Arrays.copyOf(old.ago(), all);
      var took = Arrays.copyOf(old.took(), all);
      var failed = Arrays.copyOf(old.failed(), all);
      System.arraycopy(more.tasks(), 0, tasks, first, all - first);
      System.arraycopy(more.ago(), 0, ago, first, all - first);
      System.arraycopy(more.took(), 0, took, first, all - first);
      System.arraycopy(more.failed(), 0, failed, first, all - first);
      return new Kept(
          new Message.Trace(
              old.path(),
              Message.Trace.Event.NONE,
              tasks,
              ago,
              took,
              failed,
              0,
              0,
              0,
              old.up() + more.up(),
              old.down() + more.down()),
          later.since);
    }
  }

  private final ArrayDeque<Kept> traces = new ArrayDeque<>();
  private long up;
  private long down;

  public void add(Message.Trace trace, long now) {
    if (traces.size() == MOST) {
      combine();
    }
    traces.add(new Kept(trace, now));
  }

  /** Makes few traces of many, node by node, and forgets the oldest where that is not enough. */
  private void combine() {
    var fewer = new ArrayList<Kept>();
    Map<List<String>, Integer> latest = new HashMap<>();
    for (var next : traces) {
      int at = latest.getOrDefault(next.trace.path(), -1);
      boolean fits = at >= 0 && next.trace.event() == Message.Trace.Event.NONE;
      if (fits && fewer.get(at).takes(next)) {
        fewer.set(at, fewer.get(at).with(next));
      } else {
        latest.put(next.trace.path(), fewer.size());
        fewer.add(next);
      }
    }
    traces.clear();
    traces.addAll(fewer.subList(Math.max(0, fewer.size() - MOST / 2), fewer.size()));
  }

  public boolean isEmpty() {
    return traces.isEmpty();
  }

  /** Sends all that waits. */
  public void send(Session to, long now) {
    for (var next = traces.poll(); next != null; next = traces.poll()) {
      to.send(next.trace.aged(now - next.since), now);
    }
  }

  public void sent(long bytes) {
    up += bytes;
  }

  public void received(long bytes) {
    down += bytes;
  }

  public boolean hasMoved() {
    return up > 0 || down > 0;
  }

  /** Adds what a builder has, and the bytes since the time before. */
  public void add(String node, TraceBuilder builder, long now) {
    add(builder.take(node, now, up, down), now);
    up = 0;
    down = 0;
  }
}
