package io.strait.kind.run;

/** How a command may end. */
public final class ExitCode {
  public static final int DONE = 0;

  /** The work failed. */
  public static final int FAILED = 1;

  /** The input or usage is wrong: nothing was written, nothing was started. */
  public static final int WRONG = 2;

  private ExitCode() {}
}
