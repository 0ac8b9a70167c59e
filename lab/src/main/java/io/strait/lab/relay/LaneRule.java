package io.strait.lab.relay;

/**
 * How a direction of a network treats packets.
 *
 * @param bytesPerSecond that programs get through; infinite for no limit
 * @param latencyNanos of every packet
 * @param jitterNanos the mean of an exponentially distributed addition to the latency
 * @param loss the share of packets that are lost
 * @param reorder the share of packets that overtake those before them
 * @param queueNanos how much work may wait; what comes beyond it is dropped
 */
public record LaneRule(
    double bytesPerSecond,
    long latencyNanos,
    long jitterNanos,
    double loss,
    double reorder,
    long queueNanos) {
  /** A lane that does nothing. */
  public static final LaneRule FREE = new LaneRule(Double.POSITIVE_INFINITY, 0, 0, 0, 0, 0);

  /** The rule of a lane that is so many times faster in everything. */
  LaneRule faster(double factor) {
    return new LaneRule(
        bytesPerSecond * factor,
        Math.round(latencyNanos / factor),
        Math.round(jitterNanos / factor),
        loss,
        reorder,
        Math.round(queueNanos / factor));
  }

  public LaneRule withBytesPerSecond(double other) {
    return new LaneRule(other, latencyNanos, jitterNanos, loss, reorder, queueNanos);
  }

  public LaneRule withLatencyNanos(long other) {
    return new LaneRule(bytesPerSecond, other, jitterNanos, loss, reorder, queueNanos);
  }

  public LaneRule withJitterNanos(long other) {
    return new LaneRule(bytesPerSecond, latencyNanos, other, loss, reorder, queueNanos);
  }

  public LaneRule withLoss(double other) {
    return new LaneRule(bytesPerSecond, latencyNanos, jitterNanos, other, reorder, queueNanos);
  }

  public LaneRule withReorder(double other) {
    return new LaneRule(bytesPerSecond, latencyNanos, jitterNanos, loss, other, queueNanos);
  }

  public LaneRule withQueueNanos(long other) {
    return new LaneRule(bytesPerSecond, latencyNanos, jitterNanos, loss, reorder, other);
  }
}
