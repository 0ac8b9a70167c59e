package io.strait.measure.simgrid;

import io.strait.measure.simgrid.Wire.Sharing;
import io.strait.model.quantity.Bandwidth;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns the elements of a platform file into a {@link Platform}. It first reads everything that has
 * a name, then the routes that use the names.
 */
final class PlatformReader {
  /** The most host names of a cluster that are kept, because routes may use them as gateways. */
  private static final int MOST_KEPT = 100_000;

  private final Warnings warnings;
  private final HostList hostList;
  private final List<Zone> zones = new ArrayList<>();
  private final Map<String, Zone> byId = new HashMap<>();
  private final Map<String, Zone> netpoints = new LinkedHashMap<>();
  private final Map<String, Wire> wires = new HashMap<>();
  private final List<Route> zoneRoutes = new ArrayList<>();

  PlatformReader(Warnings warnings) {
    this.warnings = warnings;
    this.hostList = new HostList(warnings);
  }

  Platform read(XmlElement root) {
    if (!root.name().equals("platform")) {
      throw root.error("the file starts with <%s>, expected <platform>".formatted(root.name()));
    }
    var version = root.required("version");
    if (!Set.of("4", "4.0", "4.1").contains(version)) {
      throw root.error(
          "version",
          "version is '%s', expected 4 or 4.1 (simgrid_update_xml converts older files)"
              .formatted(version));
    }
    LeftOut.attributes(root, Set.of("version"), warnings);
    for (var child : root.children()) {
      switch (child.name()) {
        case "zone", "AS" -> zone(child, null);
        case "cluster" -> cluster(child, null);
        default -> LeftOut.element(child, warnings);
      }
    }
    for (var zone : List.copyOf(zones)) {
      routes(zone);
    }
    return new Platform(root, zones, netpoints, zoneRoutes);
  }

  private Zone add(XmlElement element, @Nullable Zone parent) {
    var id = element.required("id");
    var zone = new Zone(id, element, parent);
    if (byId.putIfAbsent(id, zone) != null) {
      throw element.error("id", "a second zone '%s', expected every name once".formatted(id));
    }
    zones.add(zone);
    return zone;
  }

  private void zone(XmlElement element, @Nullable Zone parent) {
    LeftOut.attributes(element, Set.of("id", "routing"), warnings);
    var zone = add(element, parent);
    for (var child : element.children()) {
      switch (child.name()) {
        case "zone", "AS" -> zone(child, zone);
        case "cluster" -> cluster(child, zone);
        case "host" -> {
          LeftOut.attributes(child, Set.of("id", "speed", "core", "pstate"), warnings);
          LeftOut.children(child, warnings);
          netpoint(child, child.required("id"), zone);
          zone.hosts.put(child.required("id"), hostList.host(child));
        }
        case "router" -> {
          LeftOut.attributes(child, Set.of("id"), warnings);
          netpoint(child, child.required("id"), zone);
          zone.routers.add(child.required("id"));
        }
        case "link" -> {
          LeftOut.attributes(
              child, Set.of("id", "bandwidth", "latency", "sharing_policy"), warnings);
          LeftOut.children(child, warnings);
          add(wire(child, child.required("id"), "bandwidth", "latency", "sharing_policy"));
        }
        case "backbone" -> {
          LeftOut.attributes(child, Set.of("id", "bandwidth", "latency"), warnings);
          var wire = wire(child, child.required("id"), "bandwidth", "latency", "sharing_policy");
          add(wire);
          zone.backbone = wire;
        }
        case "route", "zoneRoute", "ASroute", "host_link" -> {
          // read once all names are known
        }
        default -> LeftOut.element(child, warnings);
      }
    }
  }

  private void netpoint(XmlElement element, String id, Zone zone) {
    if (netpoints.putIfAbsent(id, zone) != null) {
      throw element.error(
          "id", "a second host or router '%s', expected every name once".formatted(id));
    }
  }

  private void cluster(XmlElement element, @Nullable Zone parent) {
    LeftOut.attributes(
        element,
        Set.of(
            "id",
            "prefix",
            "suffix",
            "radical",
            "speed",
            "core",
            "bw",
            "lat",
            "sharing_policy",
            "topology",
            "topo_parameters",
            "bb_bw",
            "bb_lat",
            "bb_sharing_policy",
            "router_id",
            "limiter_link"),
        warnings);
    LeftOut.children(element, warnings);
    var zone = add(element, parent);
    var topology = element.get("topology", "FLAT");
    if (!topology.equals("FLAT")) {
      warnings.add(
          element,
          "topology %s of <cluster> is left out: the LAN of a grid has no inner structure"
              .formatted(topology));
    }
    zone.clusterHosts = hostList.ofCluster(element);
    var prefix = element.required("prefix");
    var suffix = element.required("suffix");
    for (var range : HostList.ranges(element)) {
      for (int i = range.first(); i <= range.last() && i - range.first() < MOST_KEPT; i++) {
        netpoint(element, prefix + i + suffix, zone);
      }
    }
    var router = element.get("router_id", "");
    netpoint(element, router.isEmpty() ? prefix + zone.id + "_router" + suffix : router, zone);
    var host = wire(element, zone.id + "_link", "bw", "lat", "sharing_policy");
    var limiter =
        element.get("limiter_link", "").isEmpty()
            ? null
            : new Wire(
                zone.id + "_limiter",
                bandwidth(element, "limiter_link"),
                BigDecimal.ZERO,
                Sharing.SHARED,
                element);
    zone.spokes.add(new Zone.Spoke(host, host, limiter));
    if (!element.get("bb_bw", "").isEmpty()) {
      zone.backbone = wire(element, zone.id + "_backbone", "bb_bw", "bb_lat", "bb_sharing_policy");
      add(zone.backbone);
    }
  }

  private Wire wire(
      XmlElement element, String id, String bandwidth, String latency, String sharing) {
    boolean own = element.name().equals("cluster") && sharing.equals("sharing_policy");
    var policy = element.get(sharing, own ? "SPLITDUPLEX" : "SHARED");
    var text = element.get(latency, "");
    return new Wire(
        id,
        bandwidth(element, bandwidth),
        text.isEmpty() ? BigDecimal.ZERO : SimGridUnits.LATENCY.upToYears(element, latency, text),
        switch (policy) {
          case "SHARED", "WIFI" -> Sharing.SHARED;
          case "SPLITDUPLEX", "FULLDUPLEX" -> Sharing.SPLITDUPLEX;
          case "FATPIPE" -> Sharing.FATPIPE;
          default ->
              throw element.error(
                  sharing,
                  "%s is '%s', expected one of: SHARED, SPLITDUPLEX, FATPIPE, WIFI"
                      .formatted(sharing, policy));
        },
        element);
  }

  private Bandwidth bandwidth(XmlElement element, String attribute) {
    var text = element.required(attribute);
    if (element.get("sharing_policy", "").equals("WIFI")) {
      var first = text.split(",", 2)[0].strip();
      warnings.add(
          element,
          "link '%s' is wifi: a grid has no distances to an antenna, so it gets %s, shared"
              .formatted(element.required("id"), first));
      text = first;
    }
    return new Bandwidth(SimGridUnits.BANDWIDTH.positive(element, attribute, text).doubleValue());
  }

  private void add(Wire wire) {
    if (wires.putIfAbsent(wire.id(), wire) != null) {
      throw wire.at()
          .error("id", "a second link '%s', expected every name once".formatted(wire.id()));
    }
  }

  private void routes(Zone zone) {
    var zoneRoutesHere = new ArrayList<Route>();
    for (var child : zone.at.children()) {
      switch (child.name()) {
        case "route" -> {
          LeftOut.attributes(child, Set.of("src", "dst", "symmetrical"), warnings);
          var from = member(child, "src", zone);
          var to = member(child, "dst", zone);
          if (from.equals(to)) {
            warnings.leftOut(
                "<route> from a host to itself", child, "messages inside a host cost nothing");
          } else {
            zone.routes.add(route(child, from, to));
          }
        }
        case "zoneRoute", "ASroute" -> {
          LeftOut.attributes(
              child, Set.of("src", "dst", "gw_src", "gw_dst", "symmetrical"), warnings);
          var from = gateway(child, "gw_src", inner(child, "src", zone));
          var to = gateway(child, "gw_dst", inner(child, "dst", zone));
          zoneRoutesHere.add(route(child, from, to));
        }
        case "host_link" -> {
          LeftOut.attributes(child, Set.of("id", "up", "down"), warnings);
          member(child, "id", zone);
          zone.spokes.add(new Zone.Spoke(used(child, "up"), used(child, "down"), null));
        }
        default -> {
          // read before
        }
      }
    }
    zone.routes = RoundTrips.of(zone.routes, warnings);
    zoneRoutes.addAll(RoundTrips.of(zoneRoutesHere, warnings));
  }

  private Route route(XmlElement element, String from, String to) {
    var row = new ArrayList<Wire>();
    for (var child : element.children()) {
      if (child.name().equals("link_ctn")) {
        LeftOut.attributes(child, Set.of("id", "direction"), warnings);
        row.add(used(child, "id"));
      } else {
        LeftOut.element(child, warnings);
      }
    }
    var symmetrical = element.get("symmetrical", "YES");
    if (!symmetrical.equalsIgnoreCase("yes") && !symmetrical.equalsIgnoreCase("no")) {
      throw element.error(
          "symmetrical", "symmetrical is '%s', expected YES or NO".formatted(symmetrical));
    }
    return new Route(from, to, row, symmetrical.equalsIgnoreCase("yes"), element);
  }

  /** The wire that an attribute names. The attribute may also name one direction of it. */
  private Wire used(XmlElement element, String attribute) {
    var id = element.required(attribute);
    @Nullable Wire wire = wires.get(id);
    if (wire == null && (id.endsWith("_UP") || id.endsWith("_DOWN"))) {
      wire = wires.get(id.substring(0, id.lastIndexOf('_')));
    }
    if (wire == null) {
      throw element.error(
          attribute, "unknown link '%s', expected the id of a <link>".formatted(id));
    }
    return wire;
  }

  private String member(XmlElement element, String attribute, Zone zone) {
    var id = element.required(attribute);
    if (netpoints.get(id) != zone) {
      throw element.error(
          attribute,
          "'%s' is not in zone '%s', expected one of its hosts or routers".formatted(id, zone.id));
    }
    return id;
  }

  private Zone inner(XmlElement element, String attribute, Zone zone) {
    var id = element.required(attribute);
    @Nullable Zone found = byId.get(id);
    if (found == null || found.parent != zone) {
      throw element.error(
          attribute,
          "'%s' is not in zone '%s', expected one of its inner zones".formatted(id, zone.id));
    }
    return found;
  }

  private String gateway(XmlElement element, String attribute, Zone zone) {
    var id = element.required(attribute);
    @Nullable Zone found = netpoints.get(id);
    if (found == null || !found.isWithin(zone)) {
      throw element.error(
          attribute,
          "'%s' is not in zone '%s', expected one of its hosts or routers".formatted(id, zone.id));
    }
    return id;
  }
}
