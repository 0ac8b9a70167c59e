package io.strait.stencil.run;

import java.util.concurrent.locks.LockSupport;

/** Tells the time and lets it pass. Tests have one that does not wait. */
interface TimeSource {
  /** The time of this machine. */
  TimeSource REAL =
      new TimeSource() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public void sleep(long nanos) {
          LockSupport.parkNanos(nanos);
        }
      };

  /** As {@link System#nanoTime}. */
  long nanos();

  /** Lets about so much time pass. */
  void sleep(long nanos);
}
