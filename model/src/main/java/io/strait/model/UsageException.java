package io.strait.model;

/** A command was not used as it should be. The message says what is wrong and what was expected. */
public final class UsageException extends RuntimeException {
  public UsageException(String message) {
    super(message);
  }
}
