package io.strait.model.quantity;

/** A text that is not the quantity it should be. The message says what was expected. */
public final class QuantityException extends RuntimeException {
  public QuantityException(String message) {
    super(message);
  }
}
