package io.strait.plan;

/**
 * There is no plan for what was asked: a wrong name or option ({@link Usage}), or a goal that
 * cannot be met.
 */
public class PlanException extends RuntimeException {
  public PlanException(String message) {
    super(message);
  }

  /** What was asked is wrong in itself. */
  public static final class Usage extends PlanException {
    public Usage(String message) {
      super(message);
    }
  }
}
