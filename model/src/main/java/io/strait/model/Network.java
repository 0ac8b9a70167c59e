package io.strait.model;

import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Fraction;
import java.time.Duration;

/** What a LAN or a link can carry. */
public record Network(Bandwidth bandwidth, Duration latency, Fraction loss, Duplex duplex) {
  /** A network that never binds. */
  public static final Network IDEAL =
      new Network(Bandwidth.UNLIMITED, Duration.ZERO, Fraction.NONE, Duplex.HALF);
}
