package io.strait.farm.protocol;

/** Lets a number of things through at once, and later one after every pause. */
final class Throttle {
  private final int burst;
  private final long pause;
  private long left;
  private long since;

  /**
   * @param pause nanoseconds
   */
  Throttle(int burst, long pause) {
    this.burst = burst;
    this.pause = pause;
    this.left = burst;
  }

  /** Whether one more may pass now. */
  boolean allows(long now) {
    if (left == burst) {
      since = now;
    }
    long more = (now - since) / pause;
    left = Math.min(burst, left + more);
    since += more * pause;
    if (left == 0) {
      return false;
    }
    left--;
    return true;
  }
}
