package io.strait.kind.run;

/** A run, or a rank of it, cannot go on. The message says why, for people. */
public final class RunFailure extends RuntimeException {
  public RunFailure(String message) {
    super(message);
  }

  public RunFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
