package io.strait.run.stencil;

/** A stencil cannot go on, for a reason that its user should read. */
public final class StencilException extends RuntimeException {
  public StencilException(String message) {
    super(message);
  }

  public StencilException(String message, Throwable cause) {
    super(message, cause);
  }
}
