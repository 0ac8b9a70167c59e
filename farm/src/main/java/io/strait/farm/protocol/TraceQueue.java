package io.strait.farm.protocol;

import java.util.ArrayDeque;

/** Traces that wait to be sent to the parent, and bytes that were sent and received meanwhile. */
final class TraceQueue {
  /** Traces that wait for a session; older ones are forgotten. */
  private static final int MOST = 2_000;

  /** A trace that waits, and since when. */
  private record Kept(Message.Trace trace, long since) {}

  private final ArrayDeque<Kept> traces = new ArrayDeque<>();
  private long up;
  private long down;

  void add(Message.Trace trace, long now) {
    if (traces.size() == MOST) {
      traces.removeFirst();
    }
    traces.add(new Kept(trace, now));
  }

  /** Sends all that waits. */
  void send(Session to, long now) {
    for (var next = traces.poll(); next != null; next = traces.poll()) {
      to.send(next.trace.aged(now - next.since), now);
    }
  }

  void sent(long bytes) {
    up += bytes;
  }

  void received(long bytes) {
    down += bytes;
  }

  boolean hasMoved() {
    return up > 0 || down > 0;
  }

  /** Adds what a builder has, and the bytes since the time before. */
  void add(String node, TraceBuilder builder, long now) {
    add(builder.take(node, now, up, down), now);
    up = 0;
    down = 0;
  }
}
