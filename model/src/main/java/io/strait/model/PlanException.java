package io.strait.model;

/**
 * There is no plan, because a name or option is wrong ({@link Usage}) or because a goal cannot be
 * met.
 */
public class PlanException extends RuntimeException {
  public PlanException(String message) {
    super(message);
  }

  /** A value of the app file does not fit the other values. */
  public static final class Value extends PlanException {
    private final String key;

    public Value(String key, String message) {
      super(message);
      this.key = key;
    }

    /** The key of the value in the app file, which tells where the value is. */
    public String key() {
      return key;
    }
  }

  /** A name or option is wrong. */
  public static final class Usage extends PlanException {
    public Usage(String message) {
      super(message);
    }
  }
}
