package io.strait.model;

import io.strait.model.law.TcpLaw;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Fraction;
import java.time.Duration;
import java.util.Collection;

/**
 * The properties of a LAN or a link.
 *
 * @param jitter the mean of the random, exponentially distributed addition to the latency; not
 *     every kind of application heeds it
 * @param messages what messages cost besides their bytes; only programs heed it
 */
public record Network(
    Bandwidth bandwidth,
    Duration latency,
    Fraction loss,
    Duplex duplex,
    Duration jitter,
    Messages messages) {
  /** A network that never binds. */
  public static final Network IDEAL =
      new Network(Bandwidth.UNLIMITED, Duration.ZERO, Fraction.NONE, Duplex.HALF);

  /** A network without jitter. */
  public Network(Bandwidth bandwidth, Duration latency, Fraction loss, Duplex duplex) {
    this(bandwidth, latency, loss, duplex, Duration.ZERO);
  }

  /** A network whose messages cost nothing but their bytes. */
  public Network(
      Bandwidth bandwidth, Duration latency, Fraction loss, Duplex duplex, Duration jitter) {
    this(bandwidth, latency, loss, duplex, jitter, Messages.FREE);
  }

  /** The same with another duplex. */
  public Network with(Duplex other) {
    return new Network(bandwidth, latency, loss, other, jitter, messages);
  }

  /**
   * The bytes per second of one TCP connection across several networks, under their losses and
   * latencies, where each has room enough.
   */
  public static double connection(Collection<Network> way) {
    return TcpLaw.rate(roundTrip(way), 1 - arriving(way));
  }

  /** Seconds there and back. */
  public static double roundTrip(Collection<Network> way) {
    return 2 * way.stream().mapToDouble(each -> Durations.seconds(each.latency)).sum();
  }

  /** The share of packets that no network loses. */
  public static double arriving(Collection<Network> way) {
    return way.stream().mapToDouble(each -> 1 - each.loss.ofOne()).reduce(1, (a, b) -> a * b);
  }

  /**
   * What so many TCP connections together get of the bandwidth in one direction, under its loss and
   * latency.
   */
  public Bandwidth ofConnections(int count) {
    return ofConnections(count, 2 * Durations.seconds(latency));
  }

  /** The same where the way back takes another time. */
  public Bandwidth ofConnections(int count, double roundTrip) {
    double rate = count * TcpLaw.rate(roundTrip, loss.ofOne());
    return rate < bandwidth.bytesPerSecond() ? new Bandwidth(rate) : bandwidth;
  }
}
