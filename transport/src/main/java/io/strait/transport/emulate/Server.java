package io.strait.transport.emulate;

/**
 * A network or a host that serves one message after the other, in the order of arrival. Latency
 * delays every message but occupies nothing.
 */
public final class Server {
  private final long latency;
  private final double nanosPerByte;
  private long free = Long.MIN_VALUE;

  /**
   * @param latency in nanoseconds
   */
  public Server(long latency, double nanosPerByte) {
    this.latency = latency;
    this.nanosPerByte = nanosPerByte;
  }

  /** Takes in a message at a time and returns when it has passed. */
  long pass(long now, long bytes) {
    return occupy(now + latency, Math.round(bytes * nanosPerByte));
  }

  /** Serves something for so many nanoseconds, not before a time, and returns when it is done. */
  public synchronized long occupy(long from, long nanos) {
    free = Math.max(free, from) + nanos;
    return free;
  }

  long latency() {
    return latency;
  }

  double nanosPerByte() {
    return nanosPerByte;
  }
}
