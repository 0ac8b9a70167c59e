package io.strait.transport.fabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * One end of a lane over MPI. There is a buffer for every message that may be under way in each
 * direction; the buffers are used in turn, and all receives are posted in advance. The last send of
 * every turn is synchronous, so a sender is never more than two turns ahead of the receiver, no
 * matter how much MPI would buffer.
 */
final class MpiChannel {
  /** The bytes of a handle, flag or count. */
  private static final int WORD = 8;

  private static final int STATUS = 64;
  private static final long WAITING = -1;

  private final int peer;
  private final int tag;
  private final int bytes;
  private final int ahead;
  private final Slices[] out;
  private final Slices[] in;
  private final long[] outAddress;
  private final long[] inAddress;
  private final long sends;
  private final long receives;
  private final MemorySegment answer;
  private final boolean[] busy;

  /** The length of the message in each receive buffer, and when it was noticed. */
  private final long[] length;

  private final long[] arrived;
  private long sent;
  private long taken;
  private long seen;
  private boolean roomWanted;

  MpiChannel(Arena arena, int peer, int tag, long bytes, int ahead) {
    this.peer = peer;
    this.tag = tag;
    this.bytes = Math.toIntExact(bytes);
    this.ahead = ahead;
    this.out = new Slices[ahead];
    this.in = new Slices[ahead];
    this.outAddress = new long[ahead];
    this.inAddress = new long[ahead];
    this.busy = new boolean[ahead];
    this.length = new long[ahead];
    this.arrived = new long[ahead];
    this.answer = arena.allocate(2 * WORD + STATUS, STATUS);
    this.sends = arena.allocate((long) ahead * WORD, WORD).address();
    this.receives = arena.allocate((long) ahead * WORD, WORD).address();
    for (int i = 0; i < ahead; i++) {
      var to = arena.allocate(bytes, 64);
      var from = arena.allocate(bytes, 64);
      out[i] = new Slices(to);
      in[i] = new Slices(from);
      outAddress[i] = to.address();
      inAddress[i] = from.address();
      post(i);
    }
  }

  int bytes() {
    return bytes;
  }

  int ahead() {
    return ahead;
  }

  private void post(int slot) {
    length[slot] = WAITING;
    MpiCalls.receive(inAddress[slot], bytes, peer, tag, receives + (long) slot * WORD);
  }

  private boolean test(long request) {
    MpiCalls.test(request, answer.address(), answer.address() + 2 * WORD);
    return answer.get(ValueLayout.JAVA_INT, 0) != 0;
  }

  private int slot(long number) {
    return (int) (number % ahead);
  }

  // Sending.

  boolean hasRoom() {
    int slot = slot(sent);
    if (busy[slot] && test(sends + (long) slot * WORD)) {
      busy[slot] = false;
    }
    return !busy[slot];
  }

  void wantRoom() {
    roomWanted = true;
  }

  MemorySegment next() {
    return out[slot(sent)].whole();
  }

  void send(int count) {
    int slot = slot(sent);
    long request = sends + (long) slot * WORD;
    if (slot == ahead - 1) {
      MpiCalls.sendSynchronously(outAddress[slot], count, peer, tag, request);
    } else {
      MpiCalls.send(outAddress[slot], count, peer, tag, request);
    }
    busy[slot] = true;
    sent++;
  }

  /** Whether everything sent has left its buffer. */
  boolean isSent() {
    for (int slot = 0; slot < ahead; slot++) {
      if (busy[slot]) {
        if (!test(sends + (long) slot * WORD)) {
          return false;
        }
        busy[slot] = false;
      }
    }
    return true;
  }

  // Receiving.

  private boolean hasArrived(long number) {
    int slot = slot(number);
    if (length[slot] != WAITING) {
      return true;
    }
    if (!test(receives + (long) slot * WORD)) {
      return false;
    }
    MpiCalls.count(answer.address() + 2 * WORD, answer.address() + WORD);
    length[slot] = answer.get(ValueLayout.JAVA_INT, WORD);
    arrived[slot] = System.nanoTime();
    return true;
  }

  boolean hasMessage() {
    return hasArrived(taken);
  }

  MemorySegment message() {
    seen = Math.max(seen, taken + 1);
    int slot = slot(taken);
    return in[slot].first(length[slot]);
  }

  long arrived() {
    return arrived[slot(taken)];
  }

  void release() {
    int slot = slot(taken);
    Checks.checkRelease(length[slot] != WAITING);
    taken++;
    seen = Math.max(seen, taken);
    post(slot);
  }

  /** Whether something has arrived that no wait has seen yet. Also lets MPI make progress. */
  boolean look() {
    boolean news = false;
    while (seen - taken < ahead && hasArrived(seen)) {
      seen++;
      news = true;
    }
    if (roomWanted && hasRoom()) {
      roomWanted = false;
      news = true;
    }
    return news;
  }

  /** Cancels the posted receives. */
  void cancel() {
    for (int slot = 0; slot < ahead; slot++) {
      if (length[slot] == WAITING) {
        MpiCalls.cancel(receives + (long) slot * WORD);
      }
    }
  }
}
