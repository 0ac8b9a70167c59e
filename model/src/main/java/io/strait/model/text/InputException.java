package io.strait.model.text;

/**
 * Something that a user wrote is wrong. The message is one line that names the place, the value and
 * what was expected.
 */
public final class InputException extends RuntimeException {
  public InputException(String message) {
    super(Printable.message(message));
  }
}
