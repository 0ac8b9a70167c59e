package io.strait.lab.relay;

/** What serves one packet after the other: a direction of a network, or both if they share it. */
final class Medium {
  private long free = Long.MIN_VALUE / 4;

  /** How long a packet that comes now would wait. */
  long backlog(long now) {
    return Math.max(0, free - now);
  }

  /** Serves a packet for so long, after those before it, and returns when it is done. */
  long serve(long now, long nanos) {
    free = Math.max(free, now) + nanos;
    return free;
  }
}
