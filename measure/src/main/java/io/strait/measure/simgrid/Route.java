package io.strait.measure.simgrid;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A route between two netpoints (hosts or routers) over wires.
 *
 * @param bothWays whether the route back is the same
 */
record Route(String from, String to, List<Wire> wires, boolean bothWays, XmlElement at) {
  Route {
    wires = List.copyOf(wires);
  }

  BigDecimal latency() {
    return Wire.latency(wires);
  }

  double narrowest() {
    return Wire.narrowest(wires);
  }

  Set<Wire> wireSet() {
    return new HashSet<>(wires);
  }
}
