package io.strait.bench.truth;

import java.util.List;

/**
 * What came of a case.
 *
 * @param predicted seconds that the plan promises; not a number if there was none
 * @param least where the promise is a span
 * @param most where the promise is a span
 * @param simulated seconds that the rehearsal took
 * @param measured seconds that the run took
 * @param life seconds that all of it would take in life
 * @param tooSlow whether this machine could not keep up with what it emulated
 * @param command repeats it
 * @param problem why there is no figure; empty if there are all
 */
record Outcome(
    String name,
    double predicted,
    double least,
    double most,
    double simulated,
    double measured,
    double life,
    boolean tooSlow,
    String command,
    String problem) {
  boolean isMeasured() {
    return problem.isEmpty() && predicted > 0 && measured > 0;
  }

  /** Whether the promise is a span that people see. */
  boolean isSpan() {
    return most - least > 0.05 * predicted;
  }

  /** How wide the promise is, as a share of what is usual. */
  double width() {
    return isSpan() ? (most - least) / predicted : 0;
  }

  /** How well the plan kept its promise: what is within its span is kept. */
  double kept() {
    return isSpan() && measured >= least && measured <= most ? 1 : precision(predicted, measured);
  }

  /** How well the rehearsal told the run. */
  double told() {
    return precision(simulated, measured);
  }

  private static double precision(double one, double other) {
    return Math.min(one, other) / Math.max(one, other);
  }

  /** As a line of a file that can be compared with another. */
  String line() {
    return String.join(
        "\t",
        List.of(
            name,
            "%.6g".formatted(predicted),
            "%.6g".formatted(least),
            "%.6g".formatted(most),
            "%.6g".formatted(simulated),
            "%.6g".formatted(measured),
            "%.6g".formatted(life),
            Boolean.toString(tooSlow),
            command,
            problem));
  }

  static Outcome of(String line) {
    var fields = line.split("\t", -1);
    return new Outcome(
        fields[0],
        Double.parseDouble(fields[1]),
        Double.parseDouble(fields[2]),
        Double.parseDouble(fields[3]),
        Double.parseDouble(fields[4]),
        Double.parseDouble(fields[5]),
        Double.parseDouble(fields[6]),
        Boolean.parseBoolean(fields[7]),
        fields[8],
        fields[9]);
  }
}
