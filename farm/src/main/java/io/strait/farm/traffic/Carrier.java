package io.strait.farm.traffic;

import io.strait.model.Duplex;
import io.strait.model.Link;
import io.strait.model.Network;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A LAN or a gap that carries what nodes and their parents say to each other.
 *
 * @param gap null if it is a LAN
 * @param network towards the parent
 * @param back from the parent
 */
public record Carrier(String name, Link.@Nullable Gap gap, Network network, Network back) {
  /**
   * What counts against the capacity: both directions of half duplex, else the fuller one, as so
   * much of that capacity.
   */
  public double counted(double up, double down) {
    if (network.duplex() == Duplex.HALF) {
      return up + down;
    }
    return Math.max(counted(up, network), counted(down, back));
  }

  private double counted(double bytes, Network direction) {
    double usable = usable(direction);
    if (usable == capacity()) {
      return bytes;
    }
    return Double.isInfinite(usable) ? 0 : bytes * (capacity() / usable);
  }

  /** Bytes per second towards the parent; the other way where that one has no limit. */
  public double capacity() {
    double usable = usable(network);
    return Double.isInfinite(usable) ? usable(back) : usable;
  }

  private double usable(Network direction) {
    double roundTrip = Network.roundTrip(List.of(network, back)) / 2;
    var usable = gap == null ? direction.bandwidth() : direction.ofConnections(1, roundTrip);
    return usable.bytesPerSecond();
  }
}
