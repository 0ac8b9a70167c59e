package io.strait.transport.fabric;

import java.util.SplittableRandom;

/** Computes when messages from one rank to another are due. They arrive in the order sent. */
final class DelaySchedule {
  private final long latency;
  private final double nanosPerByte;
  private final int head;
  private final double jitter;
  private final SplittableRandom random;
  private long free = Long.MIN_VALUE;
  private long last = Long.MIN_VALUE;

  DelaySchedule(Delays delays, int from, int to) {
    this.latency = delays.latency(from, to);
    this.nanosPerByte = 1e9 / delays.bandwidth(from, to);
    this.head = delays.head();
    this.jitter = delays.jitter(from, to);
    this.random = new SplittableRandom(delays.seed() + 0x9E3779B97F4A7C15L * (from * 65_537L + to));
    if (latency < 0 || !(nanosPerByte >= 0) || !(jitter >= 0)) {
      throw new IllegalArgumentException(
          "delays from rank %d to %d: latency %d ns, bandwidth %s B/s, jitter %s ns; none may be negative"
              .formatted(from, to, latency, delays.bandwidth(from, to), jitter));
    }
  }

  /** When a message that leaves at a time is due. It waits for those before it. */
  long due(long leaves, long bytes) {
    long sent = free == Long.MIN_VALUE ? leaves : Math.max(leaves, free);
    free = sent + Math.round(Math.max(0, bytes - head) * nanosPerByte);
    long due = free + latency;
    if (jitter > 0) {
      due += Math.round(-jitter * Math.log(1 - random.nextDouble()));
    }
    if (last != Long.MIN_VALUE) {
      due = Math.max(due, last);
    }
    last = due;
    return due;
  }
}
