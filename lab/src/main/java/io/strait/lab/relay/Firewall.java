package io.strait.lab.relay;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;

/**
 * Lets packets into clusters that take no connections from outside only if they answer something:
 * connections of TCP are opened from inside, and other packets follow one that went out between the
 * two hosts a short while ago.
 */
final class Firewall {
  /** How long a packet that went out may be answered. */
  static final long MEMORY = TimeUnit.SECONDS.toNanos(60);

  private static final int TCP = 6;
  private static final int SYN = 2;
  private static final int ACK = 16;

  private final int hosts;
  private final Asked asked = new Asked();
  private long dropped;

  /**
   * @param hosts how many there are; they are numbered from 0
   */
  Firewall(int hosts) {
    this.hosts = hosts;
  }

  /** A packet leaves a cluster that takes no connections. */
  void out(MemorySegment packet, int from, int to, long now) {
    if (protocol(packet) != TCP) {
      asked.put((long) from * hosts + to, now);
    }
  }

  /** Whether a packet may enter such a cluster. */
  boolean mayEnter(MemorySegment packet, int size, int from, int to, long now) {
    boolean may;
    if (protocol(packet) == TCP) {
      int header = (packet.get(JAVA_BYTE, 0) & 15) * 4;
      int flags = header + 13 < size ? packet.get(JAVA_BYTE, header + 13L) : SYN;
      may = (flags & (SYN | ACK)) != SYN;
    } else {
      may = asked.isKnown((long) to * hosts + from, now);
    }
    if (!may) {
      dropped++;
    }
    return may;
  }

  /** How many packets were not let in. */
  long dropped() {
    return dropped;
  }

  private static int protocol(MemorySegment packet) {
    return packet.get(JAVA_BYTE, 9);
  }

  /** When pairs of hosts last spoke: a hash table of numbers, so that packets allocate nothing. */
  private static final class Asked {
    private static final long EMPTY = -1;
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private long[] pairs = empty(1024);
    private long[] times = new long[1024];
    private int used;

    private static long[] empty(int size) {
      var pairs = new long[size];
      java.util.Arrays.fill(pairs, EMPTY);
      return pairs;
    }

    /** Where a pair is, or would be. */
    private int place(long pair) {
      int mask = pairs.length - 1;
      int at = (int) ((pair * MIX) >>> 32) & mask;
      while (pairs[at] != EMPTY && pairs[at] != pair) {
        at = (at + 1) & mask;
      }
      return at;
    }

    void put(long pair, long now) {
      int at = place(pair);
      if (pairs[at] == EMPTY) {
        if (2 * used >= pairs.length) {
          forget(now);
          at = place(pair);
        }
        pairs[at] = pair;
        used++;
      }
      times[at] = now;
    }

    boolean isKnown(long pair, long now) {
      int at = place(pair);
      return pairs[at] == pair && now - times[at] <= MEMORY;
    }

    /** Keeps what is young, in a table twice as large as it needs. */
    private void forget(long now) {
      var oldPairs = pairs;
      var oldTimes = times;
      int young = 0;
      for (int i = 0; i < oldPairs.length; i++) {
        young += oldPairs[i] != EMPTY && now - oldTimes[i] <= MEMORY ? 1 : 0;
      }
      int size = Math.max(1024, Integer.highestOneBit(young + 1) * 4);
      pairs = empty(size);
      times = new long[size];
      used = young;
      for (int i = 0; i < oldPairs.length; i++) {
        if (oldPairs[i] != EMPTY && now - oldTimes[i] <= MEMORY) {
          int at = place(oldPairs[i]);
          pairs[at] = oldPairs[i];
          times[at] = oldTimes[i];
        }
      }
    }
  }
}
