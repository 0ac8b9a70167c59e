package io.strait.model;

import io.strait.model.quantity.Durations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The gaps that messages between clusters cross: those with the least total latency. */
public final class Routes {
  private final Grid grid;
  private final Map<String, Integer> indexes = new HashMap<>();
  private final List<Link.Gap> gaps = new ArrayList<>();
  private final Map<Long, List<Link.Gap>> known = new HashMap<>();

  public Routes(Grid grid) {
    this.grid = grid;
    grid.clusters().forEach(cluster -> indexes.put(cluster.name(), indexes.size()));
    grid.links().forEach(link -> gaps.addAll(link.gaps()));
  }

  /** The gaps between two clusters, which are given by their indexes in the grid. */
  public List<Link.Gap> between(int one, int other) {
    int from = Math.min(one, other);
    int to = Math.max(one, other);
    return known.computeIfAbsent(((long) from << 32) | to, key -> find(from, to));
  }

  private List<Link.Gap> find(int from, int to) {
    int clusters = grid.clusters().size();
    var seconds = new double[clusters];
    Arrays.fill(seconds, Double.POSITIVE_INFINITY);
    seconds[from] = 0;
    var by = new Link.@Nullable Gap[clusters];
    // Bellman-Ford, because there are few clusters and few gaps.
    for (boolean changed = true; changed; ) {
      changed = false;
      for (var gap : gaps) {
        int a = index(gap.from());
        int b = index(gap.to());
        double latency =
            Durations.seconds(gap.network().latency())
                + Durations.seconds(gap.network().jitter())
                + 1e-12; // prefers fewer gaps where none has latency
        changed |= relax(a, b, latency, gap, seconds, by);
        changed |= relax(b, a, latency, gap, seconds, by);
      }
    }
    var path = new ArrayList<Link.Gap>();
    for (int at = to; at != from; ) {
      Link.@Nullable Gap gap = by[at];
      if (gap == null) {
        throw new PlanException(
            "there is no route from cluster '%s' to '%s', expected a link"
                .formatted(grid.clusters().get(from).name(), grid.clusters().get(to).name()));
      }
      path.add(gap);
      at = index(gap.from()) == at ? index(gap.to()) : index(gap.from());
    }
    return path;
  }

  private static boolean relax(
      int a, int b, double latency, Link.Gap gap, double[] seconds, Link.@Nullable Gap[] by) {
    if (seconds[a] + latency < seconds[b]) {
      seconds[b] = seconds[a] + latency;
      by[b] = gap;
      return true;
    }
    return false;
  }

  private int index(String cluster) {
    Integer found = indexes.get(cluster);
    if (found == null) {
      throw new IllegalArgumentException("no cluster " + cluster);
    }
    return found;
  }
}
