package io.strait.measure.simgrid;

import io.strait.model.Duplex;
import io.strait.model.Network;
import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Fraction;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Collection;

/** Wires in series as one network. */
final class SeriesNetwork {
  private SeriesNetwork() {}

  /**
   * A network with the bandwidth of these wires in series, which is that of the narrowest one. It
   * is half duplex if both directions share that wire, otherwise full duplex. A shared wire that is
   * less than twice as wide as the narrowest would bind when both directions are busy. Then the
   * network is half duplex too, which promises too little rather than too much.
   *
   * @param latency the latency of the network, in seconds
   * @param what the name of the network in warnings
   */
  static Network of(
      Collection<Wire> wires, BigDecimal latency, XmlElement at, String what, Warnings warnings) {
    double shared = narrowest(wires, true);
    double split = narrowest(wires, false);
    var bandwidth = new Bandwidth(Math.min(shared, split));
    boolean full = split < Double.POSITIVE_INFINITY && shared >= 2 * split;
    if (!full && shared > split) {
      warnings.add(
          at,
          "%s has a link for each direction (%s) and one for both (%s): it gets %s for both"
              .formatted(what, bandwidth, new Bandwidth(shared), bandwidth));
    }
    return new Network(
        bandwidth, duration(latency), Fraction.NONE, full ? Duplex.FULL : Duplex.HALF);
  }

  private static double narrowest(Collection<Wire> wires, boolean shared) {
    return Wire.narrowest(
        wires.stream().filter(w -> (w.sharing() == Wire.Sharing.SHARED) == shared).toList());
  }

  private static Duration duration(BigDecimal seconds) {
    return Duration.ofNanos(
        seconds.movePointRight(9).setScale(0, RoundingMode.HALF_UP).longValueExact());
  }
}
