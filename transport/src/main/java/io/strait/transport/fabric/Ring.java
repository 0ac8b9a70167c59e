package io.strait.transport.fabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Messages from one thread to another, in slots that are used in turn. The sender alone moves the
 * tail, the receiver alone the head; each looks at the other's count only when what it knows of it
 * is used up. Counts of the two sides are apart, so that they do not share a cache line.
 */
final class Ring {
  private static final VarHandle AT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int LINE = 8;

  /** Of the sender: messages sent, and messages of which it knows that they were taken. */
  private static final int TAIL = 2 * LINE;

  private static final int KNOWN_TAKEN = TAIL + 1;

  /** Of the receiver: messages taken, those of which it knows, those that its waiting has seen. */
  private static final int HEAD = 4 * LINE;

  private static final int KNOWN_SENT = HEAD + 1;
  private static final int SEEN = HEAD + 2;

  private final long bytes;
  private final int ahead;
  private final long[] counts = new long[7 * LINE];

  /** When the message of a slot is due, and its length. */
  private final long[] heads;

  private final Slices[] slots;
  private volatile boolean roomWanted;

  Ring(Arena arena, long bytes, int ahead) {
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

  /** Asks the receiver to say when it gives back a slot. */
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

  /** The next message, which waiting need not see any more. */
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

  /** Whether there is a message that waiting has not seen yet. */
  boolean hasUnseen() {
    return isSent(counts[SEEN]);
  }

  /** When the first message is due that waiting has not seen yet. */
  long unseenDue() {
    return heads[slot(counts[SEEN]) * LINE];
  }

  void see() {
    counts[SEEN]++;
  }
}
