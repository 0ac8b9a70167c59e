package io.strait.kind.report;

/**
 * A figure as the plan predicts it, as a rehearsal simulates it, and as the run measures it. NaN
 * where nobody can say.
 */
public record Promise(double predicted, double simulated, double measured) {
  /** A difference that is not worth telling. */
  public static final double SAME = 0.005;

  /** The smaller of predicted and measured over the larger; NaN where one of them is not known. */
  public double precision() {
    return precision(predicted, measured);
  }

  /** The smaller of two figures over the larger; NaN where one of them is not known. */
  public static double precision(double one, double other) {
    double larger = Math.max(one, other);
    return larger == 0 ? 1 : Math.min(one, other) / larger;
  }

  /** Where what was measured cannot be compared with the rest. */
  public Promise unmeasured() {
    return new Promise(predicted, simulated, Double.NaN);
  }

  /** Was it kept? In words that go before "the plan promises". */
  public String kept() {
    double more = measured / predicted - 1;
    if (Math.abs(more) < SAME) {
      return "as";
    }
    return more > 1
        ? "%.1f times what".formatted(1 + more)
        : "%.1f %% %s than".formatted(100 * Math.abs(more), more > 0 ? "more" : "less");
  }
}
