package io.strait.realign.simulate;

/**
 * How a simulated step went.
 *
 * @param seconds until every rank had got everything
 * @param done by rank, when it had sent and got everything
 * @param sending by rank, seconds in which its port was busy
 * @param channel from cluster to cluster, row by row: seconds in which the channel was busy
 * @param events that were simulated
 */
public record StepResult(
    double seconds, double[] done, double[] sending, double[] channel, long events) {
  /** Seconds that a rank waited for what was on its way, while it had nothing to send. */
  public double waiting(int rank) {
    return Math.max(0, done[rank] - sending[rank]);
  }

  /** Which share of the step's time a channel was busy. */
  public double use(int pair) {
    return seconds == 0 ? 0 : channel[pair] / seconds;
  }
}
