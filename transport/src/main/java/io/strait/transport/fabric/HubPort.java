package io.strait.transport.fabric;

import io.strait.transport.wire.RawLink;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hub's end of the connection to one rank. Frames that cannot go out yet wait, in order. While
 * too many bytes wait, the hub stops reading from the ranks that send more.
 */
final class HubPort {
  enum State {
    EXPECTED,
    JOINED,
    ENDED,
    LOST
  }

  /** The bytes that may wait before senders are held back. */
  private static final long FULL = 64 << 20;

  /**
   * A frame that waits.
   *
   * @param blocked the sender that is not read until this frame has gone; null if none is
   */
  private record Waiting(byte[] frame, int length, @Nullable RawLink blocked) {}

  private final int rank;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private final GapFrame.Joiner joiner = new GapFrame.Joiner();
  private long bytes;
  private State state = State.EXPECTED;
  private @Nullable RawLink link;

  HubPort(int rank) {
    this.rank = rank;
  }

  int rank() {
    return rank;
  }

  /** Connects a rank and welcomes it. Returns false if it has joined before. */
  boolean join(RawLink to, byte[] welcome) {
    synchronized (this) {
      if (state != State.EXPECTED) {
        return false;
      }
      state = State.JOINED;
      link = to;
      to.send(welcome, welcome.length, GapFrame.NONE, 0, 0);
    }
    drain();
    return true;
  }

  /** Notes that the rank is gone. Returns false if that was known. */
  boolean leave(State how) {
    var blocked = new ArrayList<RawLink>(0);
    synchronized (this) {
      if (isGone()) {
        return false;
      }
      state = how;
      while (!waiting.isEmpty()) {
        drop(waiting.remove(), blocked);
      }
    }
    blocked.forEach(RawLink::more);
    return true;
  }

  private boolean isGone() {
    return state == State.ENDED || state == State.LOST;
  }

  private void drop(Waiting frame, List<RawLink> blocked) {
    bytes -= frame.length;
    RawLink.recycle(frame.frame);
    if (frame.blocked != null) {
      blocked.add(frame.blocked);
    }
  }

  /**
   * Passes on a frame from another rank.
   *
   * @param sender to read from again, now or when there is room; null if that was done already
   */
  void pass(byte[] frame, int length, @Nullable RawLink sender) {
    boolean full;
    synchronized (this) {
      full = bytes > FULL && !isGone();
      if (isGone()) {
        RawLink.recycle(frame);
      } else {
        bytes += length;
        waiting.add(new Waiting(frame, length, full ? sender : null));
      }
    }
    drain();
    if (!full && sender != null) {
      sender.more();
    }
  }

  /** Sends what can go out now. Reading from senders resumes outside the lock. */
  void drain() {
    var blocked = new ArrayList<RawLink>(0);
    synchronized (this) {
      var to = link;
      while (to != null && !waiting.isEmpty() && to.ready()) {
        var next = waiting.remove();
        to.send(next.frame, next.length, GapFrame.NONE, 0, 0);
        drop(next, blocked);
      }
    }
    blocked.forEach(RawLink::more);
  }

  /** Sends a frame of the hub itself, ahead of all that wait. */
  synchronized void tell(byte[] frame) {
    if (link != null && state != State.ENDED) {
      link.send(frame, frame.length, GapFrame.NONE, 0, 0);
    }
  }

  synchronized void control(int kind, byte[] payload) {
    if (link != null && state == State.JOINED) {
      GapFrame.control(kind, payload, link::send);
    }
  }

  /** Joins control messages of this rank. Only its connection's thread may use it. */
  GapFrame.Joiner joiner() {
    return joiner;
  }

  synchronized void close() {
    if (link != null) {
      link.close();
    }
  }
}
