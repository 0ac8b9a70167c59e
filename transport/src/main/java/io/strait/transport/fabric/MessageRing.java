package io.strait.transport.fabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Messages from one thread to another, in slots that are used in turn. Only the sender moves the
 * tail and only the receiver moves the head. Each reads the other's count only when the value that
 * it remembers is used up. The counts of the two sides lie on different cache lines.
 */
final class MessageRing {
  private static final VarHandle AT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int LINE = 8;

  /** The sender's counts: messages sent, and messages it knows to be taken. */
  private static final int TAIL = 2 * LINE;

  private static final int KNOWN_TAKEN = TAIL + 1;

  /**
   * The receiver's counts: messages taken, messages it knows to be sent, messages a wait has seen.
   */
  private static final int HEAD = 4 * LINE;

  private static final int KNOWN_SENT = HEAD + 1;
  private static final int SEEN = HEAD + 2;

  private final long bytes;
  private final int ahead;
  private final long[] counts = new long[7 * LINE];

  /** For each slot, when its message is due, and its length. */
  private final long[] heads;

  private final Slices[] slots;
  private volatile boolean roomWanted;

  MessageRing(Arena arena, long bytes, int ahead) {
    this.bytes = bytes;
    this.ahead = ahead;
    this.heads = new long[ahead * LINE];
    this.slots = new Slices[ahead];
    for (int i = 0; i < ahead; i++) {
      slots[i] = new Slices(arena.allocate(bytes, 64));
    }
  }

  long bytes() {
    return bytes;
  }

  int ahead() {
    return ahead;
  }

  private int slot(long number) {
    return (int) (number % ahead);
  }

  // The sender's side.

  boolean hasRoom() {
    if (counts[TAIL] - counts[KNOWN_TAKEN] < ahead) {
      return true;
    }
    counts[KNOWN_TAKEN] = (long) AT.getVolatile(counts, HEAD);
    return counts[TAIL] - counts[KNOWN_TAKEN] < ahead;
  }

  /** Asks the receiver to wake the sender when it gives back a slot. */
  void wantRoom(boolean wanted) {
    roomWanted = wanted;
  }

  boolean isRoomWanted() {
    return roomWanted;
  }

  MemorySegment next() {
    return slots[slot(counts[TAIL])].whole();
  }

  void send(long due, long length) {
    long sent = counts[TAIL];
    int head = slot(sent) * LINE;
    heads[head] = due;
    heads[head + 1] = length;
    AT.setVolatile(counts, TAIL, sent + 1);
  }

  // The receiver's side.

  private boolean isSent(long number) {
    if (number < counts[KNOWN_SENT]) {
      return true;
    }
    counts[KNOWN_SENT] = (long) AT.getVolatile(counts, TAIL);
    return number < counts[KNOWN_SENT];
  }

  boolean hasMessage() {
    return isSent(counts[HEAD]);
  }

  /** When the next message is due. */
  long due() {
    return heads[slot(counts[HEAD]) * LINE];
  }

  /** The next message. It counts as seen. */
  MemorySegment message() {
    if (counts[SEEN] == counts[HEAD]) {
      counts[SEEN]++;
    }
    int slot = slot(counts[HEAD]);
    return slots[slot].first(heads[slot * LINE + 1]);
  }

  void release() {
    long taken = counts[HEAD] + 1;
    if (counts[SEEN] < taken) {
      counts[SEEN] = taken;
    }
    AT.setVolatile(counts, HEAD, taken);
  }

  /** Whether there is a message that no wait has seen yet. */
  boolean hasUnseen() {
    return isSent(counts[SEEN]);
  }

  /** When the first message that no wait has seen is due. */
  long unseenDue() {
    return heads[slot(counts[SEEN]) * LINE];
  }

  void see() {
    counts[SEEN]++;
  }
}
