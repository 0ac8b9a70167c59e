package io.strait.farm.pace;

/** Lets a number of things through at once, and later one after every pause. */
public final class Throttle {
  private final int burst;
  private final long pause;
  private long left;
  private long since;

  /**
   * @param pause nanoseconds
   */
  public Throttle(int burst, long pause) {
    this.burst = burst;
    this.pause = pause;
    this.left = burst;
  }

  /** Whether one more may pass now. */
  public boolean allows(long now) {
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
