package io.strait.stencil.run;

import io.strait.transport.time.NanoClock;

/**
 * The clock of an emulated host: what it computes takes as long as it would there. The thread may
 * be a little ahead of that clock, as nothing that it sends leaves before the clock says so; and
 * when a timer wakes it a little late, the emulated host is not late. Real delays count once they
 * are longer than {@link #FORGIVEN}.
 */
final class PacedClock {
  private static final long AHEAD = 100_000;
  private static final long FORGIVEN = 20_000_000;

  private final double nanosPerCell;
  private final NanoClock time;
  private long clock;
  private long late;

  /**
   * @param secondsPerCell of the emulated host; 0 to compute as fast as this machine can
   */
  PacedClock(double secondsPerCell) {
    this(secondsPerCell, NanoClock.SYSTEM);
  }

  PacedClock(double secondsPerCell, NanoClock time) {
    this.nanosPerCell = secondsPerCell * 1e9;
    this.time = time;
    this.clock = time.nanos();
  }

  /** The time of this machine, by which the emulated host's goes. */
  NanoClock timeSource() {
    return time;
  }

  /** Time counts from now on. */
  void begin() {
    clock = time.nanos();
  }

  private long cost(long cells) {
    return (long) (cells * nanosPerCell);
  }

  /** A message came at this time. */
  void arrived(long nanos) {
    clock = Math.max(clock, nanos);
  }

  /** Counts cells that were computed. */
  void computed(long cells) {
    if (nanosPerCell == 0) {
      return;
    }
    long now = time.nanos();
    clock += cost(cells);
    if (now - clock > FORGIVEN) {
      late += now - clock;
      clock = now;
    }
    if (clock - now > AHEAD) {
      time.sleep(clock - now - AHEAD / 2);
    }
  }

  /** The emulated host's time. */
  long now() {
    return nanosPerCell == 0 ? time.nanos() : clock;
  }

  /** Waits until it is as late here as on the emulated host. */
  void catchUp() {
    while (nanosPerCell > 0 && clock > time.nanos()) {
      time.sleep(clock - time.nanos());
    }
  }

  /** Nanoseconds by which this machine was too slow. */
  long late() {
    return late;
  }
}
