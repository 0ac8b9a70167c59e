package io.strait.farm.simulate;

/**
 * What a master expects of all its children together.
 *
 * @param rate tasks per second; 0 if unknown
 * @param fastest seconds until a result comes from the child that is fastest
 * @param inWork tasks that they have where nobody has more than he is at work on
 */
public record Expectation(double rate, double fastest, double inWork) {
  /** Nobody knows. */
  public static final Expectation NONE = new Expectation(0, 0, 0);

  /** The same where everything is so many times faster. */
  public Expectation faster(double scale) {
    return new Expectation(rate * scale, fastest / scale, inWork);
  }
}
