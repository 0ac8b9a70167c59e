package io.strait.transport.fabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A rank's connection to another one over MPI: as many buffers for sending and for receiving as may
 * be under way, used in turn; all receives are posted beforehand. Every last send of a turn is
 * synchronous, so a sender is at most two turns ahead of a receiver, whatever MPI would buffer.
 */
final class MpiChannel {
  /** Bytes for a handle, flag or count. */
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

  /** The length of what has come into a buffer, and when that was noticed. */
  private final long[] length;

  private final long[] came;
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
    this.came = new long[ahead];
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

  /** Whether all that was sent has left its buffer. */
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

  private boolean hasCome(long number) {
    int slot = slot(number);
    if (length[slot] != WAITING) {
      return true;
    }
    if (!test(receives + (long) slot * WORD)) {
      return false;
    }
    MpiCalls.count(answer.address() + 2 * WORD, answer.address() + WORD);
    length[slot] = answer.get(ValueLayout.JAVA_INT, WORD);
    came[slot] = System.nanoTime();
    return true;
  }

  boolean hasMessage() {
    return hasCome(taken);
  }

  MemorySegment message() {
    seen = Math.max(seen, taken + 1);
    int slot = slot(taken);
    return in[slot].first(length[slot]);
  }

  long arrived() {
    return came[slot(taken)];
  }

  void release() {
    int slot = slot(taken);
    if (length[slot] == WAITING) {
      throw new IllegalStateException("release without poll");
    }
    taken++;
    seen = Math.max(seen, taken);
    post(slot);
  }

  /** Whether something has come that waiting has not seen yet. Lets MPI go on, too. */
  boolean look() {
    boolean news = false;
    while (seen - taken < ahead && hasCome(seen)) {
      seen++;
      news = true;
    }
    if (roomWanted && hasRoom()) {
      roomWanted = false;
      news = true;
    }
    return news;
  }

  /** Gives up what was posted. */
  void cancel() {
    for (int slot = 0; slot < ahead; slot++) {
      if (length[slot] == WAITING) {
        MpiCalls.cancel(receives + (long) slot * WORD);
      }
    }
  }
}
