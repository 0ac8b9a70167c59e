package io.strait.measure.simgrid;

import io.strait.model.Network;
import io.strait.model.quantity.Bandwidth;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The LAN of a cluster. Its bandwidth is that of the backbone, which all messages pass. Without a
 * backbone it is that of the narrowest host link, because that much can reach a master. Its latency
 * is the one from host to host, the longest if they differ.
 *
 * @param name the name of the cluster, for warnings
 * @param hosts the names of the hosts that the file lists one by one
 */
record Lan(String name, Zone zone, Set<String> hosts, List<Route> routes, Warnings warnings) {

  Network network() {
    if (!zone.spokes.isEmpty() || zone.backbone != null) {
      return hub();
    }
    if (!routes.isEmpty()) {
      return routed();
    }
    if (hosts.size() > 1) {
      warnings.add(
          zone.at, "cluster '%s' has no inner routes: its LAN has no limits".formatted(name));
    }
    return Network.IDEAL;
  }

  /** Hosts around a centre, which may be a backbone. */
  private Network hub() {
    var host = new ArrayList<Wire>();
    var up = BigDecimal.ZERO;
    var down = BigDecimal.ZERO;
    for (var spoke : zone.spokes) {
      var wires = wires(spoke);
      if (Wire.narrowest(wires) < Wire.narrowest(host)) {
        host.clear();
        host.addAll(wires);
      }
      up = up.max(spoke.up().latency());
      down = down.max(spoke.down().latency());
    }
    var latency = up.add(down);
    @Nullable Wire backbone = zone.backbone;
    if (backbone != null) {
      latency = latency.add(backbone.latency());
      if (backbone.isContended()) {
        return ofBackbone(List.of(backbone), Wire.narrowest(host), latency);
      }
      host.add(backbone);
    }
    return ofHostLinks(host, latency);
  }

  /** The wires that limit one host. */
  private static List<Wire> wires(Zone.Spoke spoke) {
    var wires = new ArrayList<Wire>();
    wires.add(spoke.up());
    if (!spoke.up().equals(spoke.down())) {
      // A wire for each direction is the same as a split one.
      for (var wire : List.of(spoke.up(), spoke.down())) {
        wires.add(
            new Wire(
                wire.id(), wire.bandwidth(), wire.latency(), Wire.Sharing.SPLITDUPLEX, wire.at()));
      }
      wires.removeFirst();
    }
    if (spoke.limiter() != null) {
      wires.add(spoke.limiter());
    }
    return wires;
  }

  /** Hosts with routes to each other or to routers. */
  private Network routed() {
    var all = new LinkedHashSet<Wire>();
    Set<Wire> backbone = new LinkedHashSet<>(routes.getFirst().wires());
    for (var route : routes) {
      all.addAll(route.wires());
      if (!backbone.isEmpty()) {
        backbone.retainAll(route.wireSet());
      }
    }
    backbone.removeIf(wire -> !wire.isContended());
    var latency = zone.isFull() ? longestRoute() : longestWay();
    if (!backbone.isEmpty()) {
      return ofBackbone(List.copyOf(backbone), Wire.narrowest(all), latency);
    }
    var narrowest = all.stream().min(Comparator.comparingDouble(Wire::bytesPerSecond));
    return narrowest.isEmpty() ? Network.IDEAL : ofHostLinks(List.of(narrowest.get()), latency);
  }

  private Network ofBackbone(List<Wire> backbone, double narrowest, BigDecimal latency) {
    var network =
        SeriesNetwork.of(backbone, latency, zone.at, "the LAN of '%s'".formatted(name), warnings);
    if (narrowest < network.bandwidth().bytesPerSecond()) {
      warnings.add(
          zone.at,
          "the host links of '%s' (%s) are narrower than what they share: its LAN gets the %s that they share"
              .formatted(name, new Bandwidth(narrowest), network.bandwidth()));
    }
    return network;
  }

  private Network ofHostLinks(List<Wire> wires, BigDecimal latency) {
    var network =
        SeriesNetwork.of(wires, latency, zone.at, "the LAN of '%s'".formatted(name), warnings);
    warnings.add(
        zone.at,
        "cluster '%s' has no shared backbone: its LAN gets the %s that one host can use"
            .formatted(name, network.bandwidth()));
    return network;
  }

  private BigDecimal longestRoute() {
    var between =
        routes.stream().filter(r -> hosts.contains(r.from()) && hosts.contains(r.to())).toList();
    var latencies = (between.isEmpty() ? routes : between).stream().map(Route::latency).toList();
    var longest = latencies.stream().reduce(BigDecimal.ZERO, BigDecimal::max);
    if (latencies.stream().anyMatch(latency -> latency.compareTo(longest) != 0)) {
      warnings.add(
          zone.at,
          "the routes inside '%s' differ in latency: its LAN gets the longest".formatted(name));
    }
    return longest;
  }

  /**
   * The latency between the two hosts that are farthest apart, including paths through routers. It
   * takes the host farthest from any host, and then the host farthest from that one. This is exact
   * on a tree, which such zones mostly are; otherwise the result may be up to half too short.
   */
  private BigDecimal longestWay() {
    var neighbours = new HashMap<String, List<Route>>();
    for (var route : routes) {
      neighbours.computeIfAbsent(route.from(), k -> new ArrayList<>()).add(route);
      neighbours.computeIfAbsent(route.to(), k -> new ArrayList<>()).add(route);
    }
    var first = farthest(hosts.iterator().next(), neighbours);
    return farthest(first.netpoint, neighbours).latency;
  }

  private record Reached(String netpoint, BigDecimal latency) {}

  private Reached farthest(String start, Map<String, List<Route>> neighbours) {
    var farthest = new Reached(start, BigDecimal.ZERO);
    var done = new HashSet<String>();
    var queue = new PriorityQueue<Reached>(Comparator.comparing(Reached::latency));
    queue.add(farthest);
    while (!queue.isEmpty()) {
      var here = queue.remove();
      if (!done.add(here.netpoint)) {
        continue;
      }
      if (hosts.contains(here.netpoint) && here.latency.compareTo(farthest.latency) > 0) {
        farthest = here;
      }
      for (var route : neighbours.getOrDefault(here.netpoint, List.of())) {
        var next = route.from().equals(here.netpoint) ? route.to() : route.from();
        if (!done.contains(next)) {
          queue.add(new Reached(next, here.latency.add(route.latency())));
        }
      }
    }
    return farthest;
  }
}
