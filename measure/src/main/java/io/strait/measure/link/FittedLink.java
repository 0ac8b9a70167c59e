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

/**
 * The law of a link, and how well it is known. The package comment says what the figures mean.
 *
 * @param latency seconds
 * @param setup MSGSETUP, seconds
 * @param blockSetup BLKSETUP, seconds; 0 without blocks
 * @param bandwidth ALCBW: bytes per second of very long messages
 * @param bus APBBW: bytes per second; infinite if the CPU share needs none
 */
public record FittedLink(
    MessageLaw law,
    Parameter latency,
    Parameter setup,
    Parameter blockSetup,
    Parameter bandwidth,
    Parameter bus) {
  private static final MathContext DIGITS = new MathContext(4);

  /** The one-way time of a lone message. */
  public double seconds(double bytes) {
    return latency.value() + law.seconds(bytes);
  }

  /** By how much the law's throughput is above the measured one, as a share. */
  public double error(SizePoint point) {
    return law.bandwidth(point.bytes()) / point.throughput() - 1;
  }

  /** The link as a grid file has it, to four digits. */
  public Network network() {
    return new Network(
        bandwidth(law.bandwidth()),
        duration(latency.value()),
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
