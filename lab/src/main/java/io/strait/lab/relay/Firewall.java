package io.strait.lab.relay;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Lets packets into clusters that take no connections from outside only if they answer something:
 * connections of TCP are opened from inside, and other packets follow one that went out between the
 * two hosts a short while ago.
 */
final class Firewall {
  private static final long MEMORY = TimeUnit.SECONDS.toNanos(60);
  private static final int TCP = 6;
  private static final int SYN = 2;
  private static final int ACK = 16;
  private static final int MOST = 100_000;

  private final Map<Long, Long> asked = new HashMap<>();
  private long dropped;

  /** A packet leaves a cluster that takes no connections. */
  void out(MemorySegment packet, int from, int to, long now) {
    if (protocol(packet) != TCP) {
      if (asked.size() >= MOST) {
        asked.values().removeIf(when -> now - when > MEMORY);
      }
      asked.put(((long) from << 32) | to, now);
    }
  }

  /** Whether a packet may enter such a cluster. */
  boolean mayEnter(MemorySegment packet, int size, int from, int to, long now) {
    boolean may;
    if (protocol(packet) == TCP) {
      int header = (packet.get(JAVA_BYTE, 0) & 15) * 4;
      int flags = header + 13 < size ? packet.get(JAVA_BYTE, header + 13L) : 0;
      may = (flags & (SYN | ACK)) != SYN;
    } else {
      Long when = asked.get(((long) to << 32) | from);
      may = when != null && now - when <= MEMORY;
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
}
