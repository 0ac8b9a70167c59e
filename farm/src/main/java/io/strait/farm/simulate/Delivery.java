package io.strait.farm.simulate;

/**
 * How soon results of a child come.
 *
 * @param latency seconds until the result of a task is there that a child without any gets
 * @param rate tasks per second that it delivers at most
 */
public record Delivery(double latency, double rate) {
  /** Of a child about which nobody knows anything: at once. */
  public static final Delivery UNKNOWN = new Delivery(0, Double.POSITIVE_INFINITY);

  /**
   * Seconds until the result of a task is there that the child gets now: when all that it has
   * before has come at its rate, and not sooner than one takes.
   *
   * @param held tasks that the child has and whose results are not there
   */
  public double seconds(int held) {
    return seconds(latency, rate, held);
  }

  static double seconds(double latency, double rate, int held) {
    return Math.max(latency, (held + 1) / rate);
  }

  /** The same where everything is so many times faster. */
  public Delivery faster(double scale) {
    return new Delivery(latency / scale, rate * scale);
  }
}
