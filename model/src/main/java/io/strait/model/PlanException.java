package io.strait.model;

/**
 * There is no plan for what was asked: a wrong name or option ({@link Usage}), or a goal that
 * cannot be met.
 */
public class PlanException extends RuntimeException {
  public PlanException(String message) {
    super(message);
  }

  /** A value of the app file does not fit the rest. */
  public static final class Value extends PlanException {
    private final String key;

    public Value(String key, String message) {
      super(message);
      this.key = key;
    }

    /** Of the app file, for telling where the value stands. */
    public String key() {
      return key;
    }
  }

  /** What was asked is wrong in itself. */
  public static final class Usage extends PlanException {
    public Usage(String message) {
      super(message);
    }
  }
}
