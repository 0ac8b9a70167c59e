package io.strait.farm.traffic;

import io.strait.model.Grid;
import io.strait.model.Link;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ways between clusters with the fewest gaps. */
public final class GapRoutes {
  private final Map<String, List<Link.Gap>> gapsAt = new HashMap<>();

  public GapRoutes(Grid grid) {
    for (var link : grid.links()) {
      for (var gap : link.gaps()) {
        gapsAt.computeIfAbsent(gap.from(), c -> new ArrayList<>()).add(gap);
        gapsAt.computeIfAbsent(gap.to(), c -> new ArrayList<>()).add(gap);
      }
    }
  }

  /** The fewest gaps between two clusters; none if there is no way. */
  public List<Link.Gap> between(String from, String to) {
    var via = new HashMap<String, Link.Gap>();
    var queue = new ArrayDeque<>(List.of(to));
    while (!queue.isEmpty() && !via.containsKey(from)) {
      var at = queue.remove();
      for (var gap : gapsAt.getOrDefault(at, List.of())) {
        var next = gap.from().equals(at) ? gap.to() : gap.from();
        if (!next.equals(to) && via.putIfAbsent(next, gap) == null) {
          queue.add(next);
        }
      }
    }
    var gaps = new ArrayList<Link.Gap>();
    var at = from;
    while (!at.equals(to)) {
      Link.@Nullable Gap gap = via.get(at);
      if (gap == null) {
        return List.of();
      }
      gaps.add(gap);
      at = gap.from().equals(at) ? gap.to() : gap.from();
    }
    return gaps;
  }
}
