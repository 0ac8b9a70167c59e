package io.strait.farm.file;

import io.strait.model.Element;

/** How results may be combined. */
public enum Reduction {
  NONE,
  SUM,
  MIN,
  MAX,
  CONCAT,
  /** The application's own combine step. */
  OWN;

  /** Whether results are looked at number by number, so that their {@link Element} matters. */
  public boolean hasElements() {
    return switch (this) {
      case SUM, MIN, MAX -> true;
      case NONE, CONCAT, OWN -> false;
    };
  }

  /** Whether a combined result is no larger than a single one, so that combining saves traffic. */
  public boolean shrinks() {
    return switch (this) {
      case SUM, MIN, MAX, OWN -> true;
      case NONE, CONCAT -> false;
    };
  }
}
