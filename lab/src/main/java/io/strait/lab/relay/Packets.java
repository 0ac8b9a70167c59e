package io.strait.lab.relay;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Packets under way and the times at which they are due next: flat arrays and a heap. A packet is
 * the number of its place.
 */
final class Packets {
  /** The largest packet. */
  static final int LARGEST = 2048;

  private static final int FIRST = 4096;

  private final Arena arena = Arena.ofShared();
  private final int most;
  private MemorySegment[] chunks = new MemorySegment[0];
  private MemorySegment[] bytes = new MemorySegment[0];
  private int[] size = new int[0];
  private int[] at = new int[0];
  private Path[] path = new Path[0];

  private int[] free = new int[0];
  private int frees;

  private long[] due = new long[FIRST];
  private long[] order = new long[FIRST];
  private int[] packet = new int[FIRST];
  private int waiting;
  private long arrivals;

  /**
   * @param most packets at a time
   */
  Packets(int most) {
    this.most = most;
  }

  /** A free place; −1 if there is none. */
  int take() {
    if (frees == 0 && !grow()) {
      return -1;
    }
    return free[--frees];
  }

  private boolean grow() {
    int has = size.length;
    if (has >= most) {
      return false;
    }
    int count = Math.max(FIRST, has);
    chunks = Arrays.copyOf(chunks, chunks.length + 1);
    var chunk = arena.allocate((long) count * LARGEST, 64);
    chunks[chunks.length - 1] = chunk;
    bytes = Arrays.copyOf(bytes, has + count);
    size = Arrays.copyOf(size, has + count);
    at = Arrays.copyOf(at, has + count);
    path = Arrays.copyOf(path, has + count);
    free = Arrays.copyOf(free, has + count);
    for (int i = count - 1; i >= 0; i--) {
      bytes[has + i] = chunk.asSlice((long) i * LARGEST, LARGEST);
      free[frees++] = has + i;
    }
    return true;
  }

  void give(int place) {
    free[frees++] = place;
  }

  MemorySegment bytes(int place) {
    return bytes[place];
  }

  int size(int place) {
    return size[place];
  }

  /** The next lane of a packet's path. */
  int at(int place) {
    return at[place];
  }

  Path path(int place) {
    return path[place];
  }

  /** A packet begins its path. */
  void begin(int place, int length, Path along) {
    size[place] = length;
    path[place] = along;
    at[place] = 0;
  }

  /** How many packets are under way. */
  int underWay() {
    return waiting;
  }

  /** A packet is due at a time, at the next lane of its path. */
  void await(int place, long time, int nextLane) {
    at[place] = nextLane;
    if (waiting == due.length) {
      due = Arrays.copyOf(due, 2 * waiting);
      order = Arrays.copyOf(order, 2 * waiting);
      packet = Arrays.copyOf(packet, 2 * waiting);
    }
    int i = waiting++;
    long mine = arrivals++;
    while (i > 0) {
      int parent = (i - 1) >>> 1;
      if (!isBefore(time, mine, parent)) {
        break;
      }
      move(parent, i);
      i = parent;
    }
    set(i, time, mine, place);
  }

  /** When the next packet is due; the largest long if none is. */
  long next() {
    return waiting == 0 ? Long.MAX_VALUE : due[0];
  }

  /** Takes the packet that is due next. */
  int poll() {
    int first = packet[0];
    int last = --waiting;
    if (last > 0) {
      long time = due[last];
      long mine = order[last];
      int i = 0;
      while (true) {
        int child = 2 * i + 1;
        if (child >= last) {
          break;
        }
        if (child + 1 < last && isBefore(due[child + 1], order[child + 1], child)) {
          child++;
        }
        if (isBefore(time, mine, child)) {
          break;
        }
        move(child, i);
        i = child;
      }
      set(i, time, mine, packet[last]);
    }
    return first;
  }

  private boolean isBefore(long time, long mine, int other) {
    return time < due[other] || (time == due[other] && mine < order[other]);
  }

  private void move(int from, int to) {
    due[to] = due[from];
    order[to] = order[from];
    packet[to] = packet[from];
  }

  private void set(int i, long time, long mine, int place) {
    due[i] = time;
    order[i] = mine;
    packet[i] = place;
  }
}
