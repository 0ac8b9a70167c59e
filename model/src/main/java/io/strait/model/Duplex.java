package io.strait.model;

/** Whether the two directions of a network share its bandwidth. */
public enum Duplex {
  /** Both directions share the bandwidth, as in the papers. */
  HALF,
  /** Each direction has the whole bandwidth. */
  FULL;

  /** The bytes that count on such a network when so many go one way and so many the other. */
  public double volume(double input, double output) {
    return switch (this) {
      case HALF -> input + output;
      case FULL -> Math.max(input, output);
    };
  }
}
