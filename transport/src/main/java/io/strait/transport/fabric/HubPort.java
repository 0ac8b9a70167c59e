package io.strait.transport.fabric;

import io.strait.transport.wire.RawLink;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hub's end of the connection to one rank. What cannot go out yet waits, in order; when too
 * much waits, those who send it are not read any further.
 */
final class HubPort {
  enum State {
    AWAITED,
    HERE,
    ENDED,
    LOST
  }

  /** Bytes that may wait before senders are held back. */
  private static final long FULL = 64 << 20;

  /**
   * A frame that waits.
   *
   * @param owed the sender that is not read until this frame has gone; null if it is
   */
  private record Held(byte[] frame, int length, @Nullable RawLink owed) {}

  private final int rank;
  private final ArrayDeque<Held> waiting = new ArrayDeque<>();
  private final GapFrame.Joiner joiner = new GapFrame.Joiner();
  private long bytes;
  private State state = State.AWAITED;
  private @Nullable RawLink link;

  HubPort(int rank) {
    this.rank = rank;
  }

  int rank() {
    return rank;
  }

  /** The rank is there: welcomes it, unless it has been. */
  boolean join(RawLink to, byte[] welcome) {
    synchronized (this) {
      if (state != State.AWAITED) {
        return false;
      }
      state = State.HERE;
      link = to;
      to.send(welcome, welcome.length, GapFrame.NONE, 0, 0);
    }
    drain();
    return true;
  }

  /** The rank is gone; whether that is news. */
  boolean leave(State how) {
    var owed = new ArrayList<RawLink>(0);
    synchronized (this) {
      if (isGone()) {
        return false;
      }
      state = how;
      while (!waiting.isEmpty()) {
        forget(waiting.remove(), owed);
      }
    }
    owed.forEach(RawLink::more);
    return true;
  }

  private boolean isGone() {
    return state == State.ENDED || state == State.LOST;
  }

  private void forget(Held held, List<RawLink> owed) {
    bytes -= held.length;
    RawLink.recycle(held.frame);
    if (held.owed != null) {
      owed.add(held.owed);
    }
  }

  /**
   * Passes on a frame of another rank.
   *
   * @param sender to be read further, now or when there is room; null if it has been already
   */
  void pass(byte[] frame, int length, @Nullable RawLink sender) {
    boolean full;
    synchronized (this) {
      full = bytes > FULL && !isGone();
      if (isGone()) {
        RawLink.recycle(frame);
      } else {
        bytes += length;
        waiting.add(new Held(frame, length, full ? sender : null));
      }
    }
    drain();
    if (!full && sender != null) {
      sender.more();
    }
  }

  /** Sends what can go out now. Senders are read further not under the lock: they send in turn. */
  void drain() {
    var owed = new ArrayList<RawLink>(0);
    synchronized (this) {
      var to = link;
      while (to != null && !waiting.isEmpty() && to.ready()) {
        var held = waiting.remove();
        to.send(held.frame, held.length, GapFrame.NONE, 0, 0);
        forget(held, owed);
      }
    }
    owed.forEach(RawLink::more);
  }

  /** Sends a frame of the hub itself, before all that waits. */
  synchronized void tell(byte[] frame) {
    if (link != null && state != State.ENDED) {
      link.send(frame, frame.length, GapFrame.NONE, 0, 0);
    }
  }

  synchronized void control(int kind, byte[] payload) {
    if (link != null && state == State.HERE) {
      GapFrame.control(kind, payload, link::send);
    }
  }

  /** Joins control messages of this rank; only its connection's thread may. */
  GapFrame.Joiner joiner() {
    return joiner;
  }

  synchronized void close() {
    if (link != null) {
      link.close();
    }
  }
}
