package io.strait.kind.run;

import org.jspecify.annotations.Nullable;

/** A run, or a rank of it, cannot go on. The message says why, for people. */
public final class RunFailure extends RuntimeException {
  private final boolean outOfMemory;

  public RunFailure(String message) {
    this(message, null);
  }

  public RunFailure(String message, @Nullable Throwable cause) {
    this(message, cause, false);
  }

  private RunFailure(String message, @Nullable Throwable cause, boolean outOfMemory) {
    super(message, cause);
    this.outOfMemory = outOfMemory;
  }

  /** There was not enough memory, in this process or in that of a rank. */
  public static RunFailure outOfMemory(String message, @Nullable Throwable cause) {
    return new RunFailure(message, cause, true);
  }

  public boolean isOutOfMemory() {
    return outOfMemory;
  }
}
