package io.strait.transport.time;

import java.util.concurrent.locks.LockSupport;

/** Tells the time and lets it pass. Tests replace it with one that does not wait. */
public interface NanoClock {
  /** The clock of this machine. */
  NanoClock SYSTEM =
      new NanoClock() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public void sleep(long nanos) {
          LockSupport.parkNanos(nanos);
        }
      };

  /** The time, as {@link System#nanoTime} counts it. */
  long nanos();

  /** Sleeps for about this long. It may return early, for instance when interrupted. */
  void sleep(long nanos);
}
