package io.strait.measure.simgrid;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes one route of two that lead there and back, because a link of a grid is the same both ways.
 * If they differ, the slower one stands for both.
 */
final class RoundTrips {
  private RoundTrips() {}

  private record Ends(String one, String other) {}

  static List<Route> of(List<Route> routes, Warnings warnings) {
    Map<Ends, List<Route>> between = new LinkedHashMap<>();
    for (var route : routes) {
      boolean ordered = route.from().compareTo(route.to()) < 0;
      var ends = ordered ? new Ends(route.from(), route.to()) : new Ends(route.to(), route.from());
      between.computeIfAbsent(ends, e -> new ArrayList<>(1)).add(route);
    }
    var trips = new ArrayList<Route>();
    for (var ways : between.values()) {
      trips.add(one(ways, warnings));
    }
    return trips;
  }

  private static Route one(List<Route> ways, Warnings warnings) {
    var chosen = ways.getFirst();
    boolean differ = false;
    boolean back = chosen.bothWays();
    for (var way : ways.subList(1, ways.size())) {
      back |= way.bothWays() || !way.from().equals(chosen.from());
      differ |= !way.wireSet().equals(chosen.wireSet());
      if (isSlower(way, chosen)) {
        chosen = way;
      }
    }
    var name = "<%s>".formatted(chosen.at().name());
    if (differ) {
      warnings.addOnce(
          name + " differs",
          ways.getFirst().at(),
          "%s from %s to %s differs from the route back: the slower one stands for both"
              .formatted(name, ways.getFirst().from(), ways.getFirst().to()));
    } else if (!back) {
      warnings.addOnce(
          name + " one way",
          chosen.at(),
          "%s from %s to %s has no route back: it stands for both"
              .formatted(name, chosen.from(), chosen.to()));
    }
    return chosen;
  }

  private static boolean isSlower(Route a, Route b) {
    return a.narrowest() == b.narrowest()
        ? a.latency().compareTo(b.latency()) > 0
        : a.narrowest() < b.narrowest();
  }
}
