package io.strait.measure.link;

import io.strait.model.Duplex;
import io.strait.model.Messages;
import io.strait.model.Network;
import io.strait.model.law.MessageLaw;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Fraction;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The law of a link, and how well it is known. The package comment says what the figures mean.
 *
 * @param points to which the law was fitted, by ascending size
 * @param latency seconds; null if no round trip was measured
 * @param setup MSGSETUP, seconds
 * @param blockSetup BLKSETUP, seconds; 0 without blocks
 * @param bandwidth ALCBW: bytes per second of very long messages
 * @param bus APBBW: bytes per second; infinite if the CPU share needs none, null if no CPU share is
 *     known
 */
public record FittedLink(
    MessageLaw law,
    List<SizePoint> points,
    @Nullable Parameter latency,
    Parameter setup,
    Parameter blockSetup,
    Parameter bandwidth,
    @Nullable Parameter bus) {
  private static final MathContext DIGITS = new MathContext(4);

  public FittedLink {
    points = List.copyOf(points);
  }

  /** The one-way time of a lone message. */
  public double seconds(double bytes) {
    return knownLatency() + law.seconds(bytes);
  }

  private double knownLatency() {
    return latency == null ? 0 : latency.value();
  }

  /** The link with a bus that was measured otherwise. */
  public FittedLink withBus(Bandwidth given) {
    double value = given.bytesPerSecond();
    var with =
        new MessageLaw(
            law.setup(), law.block(), law.blockSetup(), law.bandwidth(), value, Double.NaN);
    return new FittedLink(
        with, points, latency, setup, blockSetup, bandwidth, new Parameter(value, value, value));
  }

  /** By how much the law's throughput is above the measured one, as a share. */
  public double error(SizePoint point) {
    return law.bandwidth(point.bytes()) / point.throughput() - 1;
  }

  /** The link as a grid file has it, to four digits. */
  public Network network() {
    return new Network(
        bandwidth(law.bandwidth()),
        duration(knownLatency()),
        Fraction.NONE,
        Duplex.HALF,
        Duration.ZERO,
        new Messages(
            duration(law.setup()),
            new Bytes(Math.round(law.block())),
            duration(law.blockSetup()),
            bandwidth(law.bus()),
            null));
  }

  /** The keys of a network in a grid file that the measurement says nothing about. */
  public Set<String> unknown() {
    var unknown = new HashSet<String>();
    if (latency == null) {
      unknown.add("latency");
    }
    if (bus == null) {
      unknown.addAll(List.of("bus", "cpu"));
    }
    return unknown;
  }

  private static Bandwidth bandwidth(double value) {
    return Double.isFinite(value) ? new Bandwidth(rounded(value)) : Bandwidth.UNLIMITED;
  }

  private static Duration duration(double seconds) {
    return Durations.ofSeconds(rounded(seconds));
  }

  private static double rounded(double value) {
    return new BigDecimal(value).round(DIGITS).doubleValue();
  }
}
