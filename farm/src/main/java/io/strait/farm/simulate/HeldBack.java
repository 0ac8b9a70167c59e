package io.strait.farm.simulate;

/**
 * Those who were held back because their results would come last. Where otherwise nobody would do
 * anything, the fastest of them compute all the same.
 */
public interface HeldBack {
  /**
   * Seconds until the result of a task would be there that one of them gets now; infinite if it
   * waits for none any more.
   */
  double seconds(int child);

  /** One of them gets a task. */
  void give(int child);
}
