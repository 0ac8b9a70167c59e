package io.strait.kind.report;

import io.strait.kind.file.Span;
import io.strait.view.page.Show;
import java.util.function.DoubleFunction;

/**
 * A figure as the plan promises it, as a rehearsal simulates it, and as the run measures it. NaN
 * where nobody can say.
 */
public record Promise(Span promised, double simulated, double measured) {
  /** A difference that is not worth telling. */
  public static final double SAME = 0.005;

  /** A promise of one figure. */
  public Promise(double predicted, double simulated, double measured) {
    this(Span.of(predicted), simulated, measured);
  }

  /** The one figure that is likeliest. */
  public double predicted() {
    return promised.usual();
  }

  /**
   * The smaller of promised and measured over the larger; 1 where a span was promised that has the
   * measured figure in it; NaN where one of them is not known.
   */
  public double precision() {
    return precision(promised.nearest(measured), measured);
  }

  /** The smaller of two figures over the larger; NaN where one of them is not known. */
  public static double precision(double one, double other) {
    double larger = Math.max(one, other);
    return larger == 0 ? 1 : Math.min(one, other) / larger;
  }

  /** Whether a span was promised that has the measured figure in it. */
  public boolean isWithin() {
    return !promised.isNarrow() && promised.contains(measured);
  }

  /** Where what was measured cannot be compared with the rest. */
  public Promise unmeasured() {
    return new Promise(promised, simulated, Double.NaN);
  }

  /** Was it kept? In words that go before "the plan promises"; figures are seconds. */
  public String kept() {
    return kept(Show::seconds);
  }

  /**
   * Was it kept? In words that go before "the plan promises".
   *
   * @param shown how people read a figure
   */
  public String kept(DoubleFunction<String> shown) {
    var span = promised.isNarrow() ? "" : " the %s".formatted(promised.text(shown));
    double more = measured / promised.nearest(measured) - 1;
    if (isWithin()) {
      return "within" + span;
    }
    if (Math.abs(more) < SAME) {
      return "as" + span;
    }
    return (more > 1
            ? "%.1f times %s".formatted(1 + more, span.isEmpty() ? "what" : "")
            : "%.1f %% %s than".formatted(100 * Math.abs(more), more > 0 ? "more" : "less"))
        .strip()
        .concat(span);
  }
}
