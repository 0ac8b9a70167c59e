package io.strait.model;

/** Whether the two directions of a network share its bandwidth. */
public enum Duplex {
  /** Both directions share the bandwidth, as in the papers. */
  HALF,
  /** Each direction has the bandwidth for itself. */
  FULL;

  /** Bytes that a task of this much input and output costs on such a network. */
  public double volume(double input, double output) {
    return switch (this) {
      case HALF -> input + output;
      case FULL -> Math.max(input, output);
    };
  }
}
