package io.strait.transport.emulate;

/**
 * A network, or the master: serves what comes one after the other. Latency delays everything and
 * occupies nothing.
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

  /** Takes a message in at a time and says when it has passed. */
  long pass(long now, long bytes) {
    return occupy(now + latency, Math.round(bytes * nanosPerByte));
  }

  /** Takes in something that needs so long from a time on, and says when that is over. */
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
