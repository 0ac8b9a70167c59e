package io.strait.farm.file;

import java.util.Locale;

/** What a plan is to be best at. */
public enum Objective {
  /** The fastest plan in which every cluster keeps the target efficiency. */
  EFFICIENT,
  /** The fastest plan whatever the efficiency, within the budget where there is one. */
  FASTEST,
  /** The plan that costs least, within the deadline where there is one. */
  CHEAPEST,
  /** The fewest workers at no loss of rate. */
  FEWEST;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
