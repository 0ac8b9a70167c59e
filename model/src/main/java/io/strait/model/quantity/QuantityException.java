package io.strait.model.quantity;

/** A text is not the expected quantity. The message says what was expected. */
public final class QuantityException extends RuntimeException {
  public QuantityException(String message) {
    super(message);
  }
}
