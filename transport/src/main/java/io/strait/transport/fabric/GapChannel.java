package io.strait.transport.fabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One end of a lane across a gap. The connection's thread puts messages that arrive into a ring,
 * and the rank's thread takes them out. Messages that leave are counted: only the agreed number may
 * be under way, and the other end gives credits for those that it has taken.
 */
final class GapChannel {
  private final int peer;
  private final int lane;
  private final AtomicLong credited = new AtomicLong();
  private volatile boolean roomWanted;

  /** Frames that arrived before this end was opened. */
  private @Nullable List<byte[]> early = new ArrayList<>();

  private @Nullable MessageRing ring;
  private @Nullable MemorySegment out;
  private int ahead;
  private long sent;
  private int owed;

  GapChannel(int peer, int lane) {
    this.peer = peer;
    this.lane = lane;
  }

  int peer() {
    return peer;
  }

  int lane() {
    return lane;
  }

  /** Opens this end. Called by the rank's thread. */
  synchronized void open(Arena arena, long bytes, int messages) {
    var known = ring;
    if (known != null) {
      if (known.bytes() != bytes || known.ahead() != messages) {
        throw new IllegalArgumentException(
            "rank %d is opened again with %d bytes and %d ahead, expected %d and %d as before"
                .formatted(peer, bytes, messages, known.bytes(), known.ahead()));
      }
      return;
    }
    ring = new MessageRing(arena, bytes, messages);
    out = arena.allocate(bytes, 64);
    ahead = messages;
    var frames = early;
    early = null;
    if (frames != null) {
      frames.forEach(frame -> receive(frame, frame.length));
    }
  }

  boolean isOpen() {
    return ring != null;
  }

  MessageRing ring() {
    if (ring == null) {
      throw Checks.notOpened(peer);
    }
    return ring;
  }

  MemorySegment out() {
    if (out == null) {
      throw Checks.notOpened(peer);
    }
    return out;
  }

  // The rank's thread.

  boolean hasRoom() {
    return sent - credited.get() < ahead;
  }

  void wantRoom(boolean wanted) {
    roomWanted = wanted;
  }

  boolean isRoomWanted() {
    return roomWanted;
  }

  void sent() {
    sent++;
  }

  /** Notes that a message was taken, so that the other end gets a credit. */
  void owe() {
    owed++;
  }

  /** Whether credits should be given even if there is nothing else to send. */
  boolean owesMuch() {
    return owed > 0 && 2 * owed >= ahead;
  }

  boolean owes() {
    return owed > 0;
  }

  /** Returns the credits to give now. */
  int settle() {
    int credits = owed;
    owed = 0;
    return credits;
  }

  // The connection's thread.

  void credit(int credits) {
    credited.addAndGet(credits);
  }

  /**
   * Takes in a part of a message.
   *
   * @throws IllegalArgumentException if the other end breaks the agreement
   */
  synchronized void receive(byte[] frame, int length) {
    var to = ring;
    if (to == null) {
      if (early != null) {
        early.add(java.util.Arrays.copyOf(frame, length));
      }
      return;
    }
    int bytes = length - GapFrame.DATA_HEAD;
    int whole = GapFrame.number(frame, GapFrame.LENGTH);
    int offset = GapFrame.number(frame, GapFrame.OFFSET);
    if (whole < 0 || whole > to.bytes() || offset < 0 || offset > whole - bytes) {
      throw new IllegalArgumentException(
          "a message of %d bytes, expected at most %d".formatted(whole, to.bytes()));
    }
    if (!to.hasRoom()) {
      throw new IllegalArgumentException("more than %d messages ahead".formatted(to.ahead()));
    }
    MemorySegment.copy(frame, GapFrame.DATA_HEAD, to.next(), ValueLayout.JAVA_BYTE, offset, bytes);
    if (offset + bytes == whole) {
      to.send(GapFrame.time(frame), whole);
    }
  }
}
