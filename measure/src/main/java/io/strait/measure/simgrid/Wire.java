package io.strait.measure.simgrid;

import io.strait.model.quantity.Bandwidth;
import java.math.BigDecimal;
import java.util.Collection;

/**
 * A piece of network that routes consist of. SimGrid calls it a link.
 *
 * @param latency in seconds
 */
record Wire(String id, Bandwidth bandwidth, BigDecimal latency, Sharing sharing, XmlElement at) {

  /** How flows share a wire. */
  enum Sharing {
    /** All flows of both directions share the bandwidth. */
    SHARED,
    /** The flows of each direction share the bandwidth. */
    SPLITDUPLEX,
    /** Every flow has the whole bandwidth. */
    FATPIPE
  }

  /** Whether flows on different routes slow each other down here. */
  boolean isContended() {
    return sharing != Sharing.FATPIPE;
  }

  double bytesPerSecond() {
    return bandwidth.bytesPerSecond();
  }

  /** The latency along these wires. */
  static BigDecimal latency(Collection<Wire> wires) {
    return wires.stream().map(Wire::latency).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /** The bandwidth of the narrowest of these wires. */
  static double narrowest(Collection<Wire> wires) {
    return wires.stream().mapToDouble(Wire::bytesPerSecond).min().orElse(Double.POSITIVE_INFINITY);
  }
}
