package io.strait.realign.run;

/**
 * The port of an emulated host to its LAN: it sends one chunk after the other. A thread that is
 * woken a little late does not make it later.
 */
final class LanPort {
  /** Nanoseconds by which a chunk may be given to a port that is still busy. */
  private static final long EARLY = 50_000;

  private final double nanosPerByte;
  private long free;
  private boolean idle = true;

  /**
   * @param bytesPerSecond infinite where nothing is emulated
   */
  LanPort(double bytesPerSecond) {
    nanosPerByte = 1e9 / bytesPerSecond;
  }

  boolean isEmulated() {
    return nanosPerByte > 0;
  }

  void begin() {
    free = System.nanoTime();
    idle = true;
  }

  /** Whether a chunk can be given to it now. */
  boolean isFree(long now) {
    return !isEmulated() || free - now <= EARLY;
  }

  /** When it is free again. */
  long free() {
    return free;
  }

  /** Says that nothing could be sent though it is free. */
  void rest() {
    idle = true;
  }

  /**
   * When a chunk of its own will have left.
   *
   * @param now when it was ready
   */
  long send(long bytes, long now) {
    return forward(bytes, idle ? now : free);
  }

  /** When a chunk will have left that came at a time. */
  long forward(long bytes, long came) {
    free = Math.max(free, came) + Math.round(bytes * nanosPerByte);
    idle = false;
    return free;
  }
}
