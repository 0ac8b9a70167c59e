package io.strait.program.run;

/**
 * Holds a sender of pieces back while its receiver has not read enough of them, so that neither end
 * keeps more than a few. Used by one thread at a time, except where it says otherwise.
 */
final class Window {
  private final long most;
  private final Credit taken = new Credit(1);
  private long sent;

  /**
   * @param most bytes that may be under way; a larger piece goes alone
   */
  Window(long most) {
    this.most = most;
  }

  /** Waits until there is room for so many bytes, which are sent then. */
  void await(int bytes) throws InterruptedException {
    long ignored = taken.await(sent + Math.min(0, bytes - most));
    sent += bytes;
  }

  /** The receiver has read so many bytes more. Any thread may say so. */
  void taken(long bytes) {
    taken.add(bytes, Long.MIN_VALUE);
  }

  void fail(RuntimeException why) {
    taken.fail(why);
  }
}
