package io.strait.measure.simgrid;

import io.strait.model.Link;
import io.strait.model.quantity.Bandwidth;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The links between the clusters of a platform.
 *
 * <p>The platform is a graph. Its vertices are the clusters, numbered from 0, and after them the
 * routers outside clusters; its edges are the routes. Two clusters are joined by the route between
 * them, or else by the path of the fewest wires that passes only routers, as SimGrid finds it. A
 * route that consists of two others is left out, because a grid routes through clusters by itself.
 */
final class Gaps {
  private static final int MOST_SHOWN = 6;

  private final List<String> clusters;
  private final Warnings warnings;
  private final Map<Integer, Map<Integer, List<Route>>> routes = new LinkedHashMap<>();

  /** A path between two clusters or routers. */
  private record Way(int from, int to, List<Wire> wires, XmlElement at) {}

  Gaps(List<String> clusters, Warnings warnings) {
    this.clusters = clusters;
    this.warnings = warnings;
  }

  /** Adds a route between two vertices. */
  void add(int from, int to, Route route) {
    if (from != to) {
      routes
          .computeIfAbsent(Math.min(from, to), k -> new LinkedHashMap<>())
          .computeIfAbsent(Math.max(from, to), k -> new ArrayList<>(1))
          .add(route);
    }
  }

  List<Link> links() {
    var ways = withoutComposed(clusterWays());
    ways.sort(Comparator.comparingInt(way -> way.at.start()));
    var links = new ArrayList<Link>();
    for (var way : ways) {
      links.add(
          new Link(
              List.of(clusters.get(way.from), clusters.get(way.to)),
              SeriesNetwork.of(
                  way.wires, Wire.latency(way.wires), way.at, "the gap " + name(way), warnings)));
    }
    warnOfSharing(ways);
    return links;
  }

  private String name(Way way) {
    return clusters.get(way.from) + "-" + clusters.get(way.to);
  }

  private List<Way> clusterWays() {
    var direct = new ArrayList<Way>();
    var neighbours = new HashMap<Integer, List<Way>>();
    routes.forEach(
        (from, byEnd) ->
            byEnd.forEach(
                (to, parallel) -> {
                  var way = one(from, to, parallel);
                  if (to < clusters.size()) {
                    direct.add(way);
                  }
                  neighbours.computeIfAbsent(from, k -> new ArrayList<>()).add(way);
                  neighbours.computeIfAbsent(to, k -> new ArrayList<>()).add(way);
                }));
    var ways = new ArrayList<>(direct);
    for (int cluster = 0; cluster < clusters.size(); cluster++) {
      ways.addAll(throughRouters(cluster, neighbours));
    }
    return ways;
  }

  /**
   * Merges several routes between the same two clusters: the path has the wires that all of them
   * use, because the others belong to the LANs.
   */
  private Way one(int from, int to, List<Route> parallel) {
    var common = new ArrayList<>(parallel.getFirst().wires());
    for (var route : parallel) {
      common.retainAll(route.wireSet());
    }
    var first = parallel.getFirst();
    if (parallel.size() == 1 || !common.isEmpty()) {
      return new Way(from, to, common, first.at());
    }
    var widest = parallel.stream().max(Comparator.comparingDouble(Route::narrowest)).orElseThrow();
    warnings.add(
        first.at(),
        "%d routes lead from %s to %s over different links: the grid gets the widest one"
            .formatted(parallel.size(), first.from(), first.to()));
    return new Way(from, to, widest.wires(), widest.at());
  }

  private record Reached(int vertex, List<Wire> wires, BigDecimal latency, XmlElement at) {}

  /** Paths to later clusters that have no route of their own, through routers only. */
  private List<Way> throughRouters(int cluster, Map<Integer, List<Way>> neighbours) {
    var ways = new ArrayList<Way>();
    var done = new HashSet<Integer>(List.of(cluster));
    var queue =
        new PriorityQueue<Reached>(
            Comparator.<Reached>comparingInt(r -> r.wires.size()).thenComparing(Reached::latency));
    for (var way : neighbours.getOrDefault(cluster, List.of())) {
      int end = way.from == cluster ? way.to : way.from;
      if (end < clusters.size()) {
        done.add(end);
      } else {
        queue.add(new Reached(end, way.wires, Wire.latency(way.wires), way.at));
      }
    }
    while (!queue.isEmpty()) {
      var here = queue.remove();
      if (!done.add(here.vertex)) {
        continue;
      }
      if (here.vertex < clusters.size()) {
        if (here.vertex > cluster) {
          ways.add(new Way(cluster, here.vertex, here.wires, here.at));
        }
        continue;
      }
      for (var way : neighbours.getOrDefault(here.vertex, List.of())) {
        int end = way.from == here.vertex ? way.to : way.from;
        if (!done.contains(end)) {
          var wires = new ArrayList<>(here.wires);
          wires.addAll(way.wires);
          queue.add(new Reached(end, wires, here.latency.add(Wire.latency(way.wires)), here.at));
        }
      }
    }
    return ways;
  }

  /** The paths that do not consist of two others, judged by their wires. */
  private static List<Way> withoutComposed(List<Way> ways) {
    var byEnds = new HashMap<Integer, Map<Integer, Way>>();
    for (var way : ways) {
      byEnds.computeIfAbsent(way.from, k -> new HashMap<>()).put(way.to, way);
      byEnds.computeIfAbsent(way.to, k -> new HashMap<>()).put(way.from, way);
    }
    var simple = new ArrayList<>(ways);
    simple.removeIf(way -> isComposed(way, byEnds));
    return simple;
  }

  private static boolean isComposed(Way way, Map<Integer, Map<Integer, Way>> byEnds) {
    int size = way.wires.size();
    for (var entry : byEnds.getOrDefault(way.from, Map.of()).entrySet()) {
      var start = entry.getValue();
      if (start.wires.isEmpty() || start.wires.size() >= size) {
        continue;
      }
      @Nullable Way end = byEnds.getOrDefault(entry.getKey(), Map.of()).get(way.to);
      if (end != null && start.wires.size() + end.wires.size() == size) {
        var wires = new HashSet<>(start.wires);
        wires.addAll(end.wires);
        if (wires.size() == size && wires.containsAll(way.wires)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Warns about wires that several gaps share, which the grid cannot express. */
  private void warnOfSharing(List<Way> ways) {
    Map<Wire, List<Way>> users = new LinkedHashMap<>();
    for (var way : ways) {
      for (var wire : new HashSet<>(way.wires)) {
        users.computeIfAbsent(wire, k -> new ArrayList<>(1)).add(way);
      }
    }
    users.forEach(
        (wire, sharing) -> {
          double wanted = sharing.stream().mapToDouble(w -> Wire.narrowest(w.wires)).sum();
          if (sharing.size() > 1
              && wire.isContended()
              && wanted > wire.bytesPerSecond() * (1 + 1e-9)) {
            var names =
                sharing.stream()
                    .limit(MOST_SHOWN)
                    .map(this::name)
                    .collect(Collectors.joining(", "));
            warnings.add(
                wire.at(),
                "link '%s' (%s) is shared by %d gaps (%s%s): the grid counts its whole bandwidth for each"
                    .formatted(
                        wire.id(),
                        new Bandwidth(wire.bytesPerSecond()),
                        sharing.size(),
                        names,
                        sharing.size() > MOST_SHOWN ? ", …" : ""));
          }
        });
  }
}
