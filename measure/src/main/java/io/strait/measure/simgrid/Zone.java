package io.strait.measure.simgrid;

import io.strait.model.HostGroup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The content of a {@code <zone>}, {@code <AS>} or {@code <cluster>}, without its inner zones. */
final class Zone {
  final String id;
  final XmlElement at;
  final @Nullable Zone parent;

  /** The hosts of a {@code <cluster>}; empty elsewhere. */
  List<HostGroup> clusterHosts = List.of();

  /** The hosts that the file lists one by one, by name. */
  final Map<String, HostGroup> hosts = new LinkedHashMap<>();

  final List<String> routers = new ArrayList<>();
  List<Route> routes = new ArrayList<>();

  /** What joins each host to the centre of the zone: {@code <cluster>} and {@code <host_link>}. */
  final List<Spoke> spokes = new ArrayList<>();

  @Nullable Wire backbone;

  /** One host's wires to the centre and back. The limiter bounds both directions together. */
  record Spoke(Wire up, Wire down, @Nullable Wire limiter) {}

  Zone(String id, XmlElement at, @Nullable Zone parent) {
    this.id = id;
    this.at = at;
    this.parent = parent;
  }

  boolean holdsHosts() {
    return !hosts.isEmpty() || !clusterHosts.isEmpty();
  }

  /** Whether each pair has its own route, so that routes through other netpoints do not count. */
  boolean isFull() {
    return at.get("routing", "").equalsIgnoreCase("Full");
  }

  boolean isWithin(Zone other) {
    for (@Nullable Zone zone = this; zone != null; zone = zone.parent) {
      if (zone == other) {
        return true;
      }
    }
    return false;
  }
}
