package io.strait.model;

import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Fraction;
import java.time.Duration;

/**
 * What a LAN or a link can carry.
 *
 * @param jitter the mean of what comes on top of the latency at random, exponentially distributed;
 *     farms take no notice of it
 */
public record Network(
    Bandwidth bandwidth, Duration latency, Fraction loss, Duplex duplex, Duration jitter) {
  /** A network that never binds. */
  public static final Network IDEAL =
      new Network(Bandwidth.UNLIMITED, Duration.ZERO, Fraction.NONE, Duplex.HALF);

  /** A network whose latency is always the same. */
  public Network(Bandwidth bandwidth, Duration latency, Fraction loss, Duplex duplex) {
    this(bandwidth, latency, loss, duplex, Duration.ZERO);
  }
}
