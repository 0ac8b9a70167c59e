package io.strait.model;

/** A command was used wrongly. The message says what is wrong and what was expected. */
public final class UsageException extends RuntimeException {
  public UsageException(String message) {
    super(message);
  }
}
