package io.strait.kind.file;

import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import java.util.function.DoubleFunction;

/**
 * Seconds that a plan promises: one figure, or a least and a most where chance, small differences
 * or real networks decide.
 */
public record Span(double usual, double least, double most) {
  /** A span is not worth telling if it is narrower than this share of what is usual. */
  private static final double NARROW = 0.05;

  /** One figure. */
  public static Span of(double seconds) {
    return new Span(seconds, seconds, seconds);
  }

  /** Whether one figure says it all. */
  public boolean isNarrow() {
    return most == least || !(most - least > NARROW * usual);
  }

  /** When it is over at the earliest, as far as people are told. */
  public double earliest() {
    return isNarrow() ? usual : least;
  }

  /** When it is over at the latest, as far as people are told. */
  public double latest() {
    return isNarrow() ? usual : most;
  }

  public boolean contains(double seconds) {
    return seconds >= least && seconds <= most;
  }

  /** The promised figure that is nearest to what was measured. */
  public double nearest(double seconds) {
    return isNarrow() ? usual : Math.clamp(seconds, least, most);
  }

  /** All figures so many times as large. */
  public Span times(double factor) {
    return new Span(factor * usual, factor * least, factor * most);
  }

  /**
   * One figure, or two.
   *
   * @param shown how people read a figure
   */
  public String text(DoubleFunction<String> shown) {
    return isNarrow()
        ? shown.apply(usual)
        : "%s to %s".formatted(shown.apply(least), shown.apply(most));
  }

  /**
   * Reads a span from the keys of a plan. Ends that are not given are the usual figure.
   *
   * @param usual key of it
   * @param least likewise
   * @param most likewise
   */
  public static Span read(
      Document document, Fields fields, String usual, String least, String most) {
    double seconds = PlanFile.number(document, fields, usual);
    double low = fields.has(least) ? PlanFile.number(document, fields, least) : seconds;
    double high = fields.has(most) ? PlanFile.number(document, fields, most) : seconds;
    if (seconds < 0) {
      throw document.error(
          fields.required(usual), "%s is %s, expected seconds".formatted(usual, seconds));
    }
    if (low < 0 || low > seconds) {
      throw document.error(
          fields.required(least),
          "%s is %s, expected 0 to %s, which is %s".formatted(least, low, seconds, usual));
    }
    if (high < seconds) {
      throw document.error(
          fields.required(most),
          "%s is %s, expected at least %s, which is %s".formatted(most, high, seconds, usual));
    }
    return new Span(seconds, low, high);
  }
}
