package io.strait.realign.run;

/** Where ranks wait for each other. */
interface Barrier {
  /** What the time before it was spent with. */
  enum Kind {
    PREPARE,
    MOVE,
    FILES
  }

  /** Says that this rank has come so far, and how long that took it. */
  void arrive(Kind kind, long nanos);

  /** Looks whether all ranks have come. */
  boolean poll();

  /** When it was opened, by {@link System#nanoTime}, as far as this rank can know. */
  long opened();

  /** Waits for a while, or until something may have changed. */
  void await();

  /** To be called now and then by a rank on its way to the barrier. */
  void pulse();

  /** Nanoseconds for which a rank that still serves others may wait without asking. */
  long patience();
}
