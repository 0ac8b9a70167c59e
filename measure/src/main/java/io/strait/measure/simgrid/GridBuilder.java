package io.strait.measure.simgrid;

import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.Link;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes a grid from a platform: decides what becomes a cluster, then adds LANs and links. */
final class GridBuilder {
  private static final BigDecimal NEAR = new BigDecimal("0.001");
  private static final int MOST_GROUPS = 50;

  private final Platform platform;
  private final Warnings warnings;
  private final Names names;
  private final List<Cluster> clusters = new ArrayList<>();
  private final List<XmlElement> places = new ArrayList<>();

  /** The number of a netpoint's cluster, or its own number if it is a router outside clusters. */
  private final Map<String, Integer> vertices = new HashMap<>();

  /** The numbers of the clusters that come from a {@code <cluster>}. */
  private final Map<Zone, Integer> clusterTags = new HashMap<>();

  GridBuilder(Platform platform, Warnings warnings) {
    this.platform = platform;
    this.warnings = warnings;
    this.names = new Names("cluster", warnings);
  }

  Grid grid() {
    var zones = platform.zones().stream().filter(Zone::holdsHosts).toList();
    if (zones.isEmpty()) {
      throw platform.at().error("the platform has no hosts, expected a <host> or a <cluster>");
    }
    if (zones.size() == 1 && zones.getFirst().clusterHosts.isEmpty()) {
      flat(zones.getFirst());
    } else {
      for (var zone : zones) {
        cluster(zone, zone.id, zone.hosts.keySet(), zone.routers, zone.routes);
      }
    }
    var links = links();
    connected(links);
    return new Grid(gridName(), null, clusters, links);
  }

  private String gridName() {
    var roots = platform.zones().stream().filter(z -> z.parent == null).toList();
    var grid = new Names("grid", warnings);
    if (roots.size() == 1) {
      return grid.give(roots.getFirst().id, roots.getFirst().at);
    }
    var file = String.valueOf(Path.of(platform.at().file().source()).getFileName());
    return grid.give(file.replaceFirst("(?<=.)\\.[^.]*$", ""), platform.at());
  }

  private void cluster(
      Zone zone, String id, Set<String> hosts, List<String> routers, List<Route> routes) {
    var name = names.give(id, zone.at);
    var single = new ArrayList<HostGroup>(zone.clusterHosts);
    for (var host : hosts) {
      single.add(Objects.requireNonNull(zone.hosts.get(host)));
      vertices.put(host, clusters.size());
    }
    if (!zone.clusterHosts.isEmpty()) {
      clusterTags.put(zone, clusters.size());
    }
    for (var router : routers) {
      vertices.put(router, clusters.size());
    }
    var lan = new Lan(name, zone, hosts, routes, warnings).network();
    clusters.add(new Cluster(name, lan, HostList.merge(single)));
    places.add(zone.at);
  }

  /** Splits the only zone with hosts: hosts with a short route between them are a cluster. */
  private void flat(Zone zone) {
    var groups = new Groups();
    zone.hosts.keySet().forEach(groups::add);
    zone.routers.forEach(groups::add);
    for (var route : zone.routes) {
      if (route.latency().compareTo(NEAR) <= 0) {
        groups.join(route.from(), route.to());
      }
    }
    Map<String, Set<String>> hosts = new LinkedHashMap<>();
    for (var host : zone.hosts.keySet()) {
      hosts.computeIfAbsent(groups.of(host), k -> new LinkedHashSet<>()).add(host);
    }
    boolean routed = !zone.routes.isEmpty();
    if (!routed || hosts.size() == 1 || hosts.size() > MOST_GROUPS) {
      if (routed && hosts.size() > MOST_GROUPS) {
        warnings.add(
            zone.at,
            "the hosts of zone '%s' form %d groups that are more than 1 ms apart, expected at most %d: they become one cluster"
                .formatted(zone.id, hosts.size(), MOST_GROUPS));
      }
      cluster(zone, zone.id, zone.hosts.keySet(), zone.routers, zone.routes);
      return;
    }
    hosts.forEach(
        (group, members) ->
            cluster(
                zone,
                members.iterator().next(),
                members,
                zone.routers.stream().filter(r -> groups.of(r).equals(group)).toList(),
                zone.routes.stream()
                    .filter(
                        r -> groups.of(r.from()).equals(group) && groups.of(r.to()).equals(group))
                    .toList()));
  }

  private List<Link> links() {
    var gaps = new Gaps(clusters.stream().map(Cluster::name).toList(), warnings);
    for (var route : platform.zoneRoutes()) {
      gaps.add(vertex(route.from()), vertex(route.to()), route);
    }
    for (var zone : platform.zones()) {
      for (var route : zone.routes) {
        gaps.add(vertex(route.from()), vertex(route.to()), route); // ignored inside a cluster
      }
    }
    return gaps.links();
  }

  private int vertex(String netpoint) {
    @Nullable Zone zone = platform.netpoints().get(netpoint);
    if (zone != null && clusterTags.containsKey(zone)) {
      return clusterTags.get(zone);
    }
    return vertices.computeIfAbsent(netpoint, k -> platform.netpoints().size() + vertices.size());
  }

  private void connected(List<Link> links) {
    var neighbours = new HashMap<String, List<String>>();
    for (var link : links) {
      var one = link.between().getFirst();
      var other = link.between().getLast();
      neighbours.computeIfAbsent(one, k -> new ArrayList<>()).add(other);
      neighbours.computeIfAbsent(other, k -> new ArrayList<>()).add(one);
    }
    var first = clusters.getFirst().name();
    var reached = new HashSet<String>(List.of(first));
    var queue = new ArrayDeque<String>(reached);
    while (!queue.isEmpty()) {
      for (var next : neighbours.getOrDefault(queue.remove(), List.of())) {
        if (reached.add(next)) {
          queue.add(next);
        }
      }
    }
    for (int i = 0; i < clusters.size(); i++) {
      if (!reached.contains(clusters.get(i).name())) {
        throw places
            .get(i)
            .error(
                "cluster '%s' has no route to '%s', expected one between them or through others"
                    .formatted(clusters.get(i).name(), first));
      }
    }
  }

  /** Sets of netpoints that are joined, directly or through others. */
  private static final class Groups {
    private final Map<String, String> parents = new HashMap<>();
    private final Map<String, Integer> sizes = new HashMap<>();

    void add(String netpoint) {
      parents.put(netpoint, netpoint);
    }

    void join(String a, String b) {
      var one = of(a);
      var other = of(b);
      if (!one.equals(other)) {
        int oneSize = sizes.getOrDefault(one, 1);
        int otherSize = sizes.getOrDefault(other, 1);
        boolean larger = oneSize >= otherSize;
        parents.put(larger ? other : one, larger ? one : other);
        sizes.put(larger ? one : other, oneSize + otherSize);
      }
    }

    String of(String netpoint) {
      var here = netpoint;
      @Nullable String parent = parents.get(here);
      while (parent != null && !parent.equals(here)) {
        @Nullable String above = parents.get(parent);
        parents.put(here, above == null ? parent : above);
        here = parent;
        parent = parents.get(here);
      }
      return here;
    }
  }
}
