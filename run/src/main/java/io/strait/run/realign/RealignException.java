package io.strait.run.realign;

/** A realignment could not go on; the message says why. */
public final class RealignException extends RuntimeException {
  public RealignException(String message) {
    super(message);
  }

  public RealignException(String message, Throwable cause) {
    super(message, cause);
  }
}
