package io.strait.model;

/** How results may be combined. */
public enum Reduction {
  NONE,
  SUM,
  MIN,
  MAX,
  CONCAT,
  /** The application's own combine step. */
  OWN;

  /** Whether a combined result is no larger than a single one, so that combining saves traffic. */
  public boolean shrinks() {
    return switch (this) {
      case SUM, MIN, MAX, OWN -> true;
      case NONE, CONCAT -> false;
    };
  }
}
