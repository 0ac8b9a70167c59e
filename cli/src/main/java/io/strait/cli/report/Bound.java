package io.strait.cli.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resource and how full it was on average, as measured.
 *
 * @param cpu whether it is the workers of a cluster rather than a network
 */
record Bound(String name, double share, boolean cpu) {
  private static final double FULL = 0.85;

  /** All resources, the fullest first; networks without a limit are not among them. */
  static List<Bound> all(RunReport run) {
    var found = new ArrayList<Bound>();
    double seconds = run.index.seconds();
    if (!(seconds > 0)) {
      return found;
    }
    for (var use : run.bins.networks.uses()) {
      if (Double.isFinite(use.capacity())) {
        found.add(new Bound(use.name(), use.mean(seconds) / use.capacity(), false));
      }
    }
    var groups = run.bins.crew.groups();
    for (int g = 0; g < groups.size(); g++) {
      var tally = run.bins.tallies[g];
      if (tally.connected > 0) {
        found.add(
            new Bound(
                "workers of " + groups.get(g).name(),
                Math.min(1, tally.busy / tally.connected),
                true));
      }
    }
    found.sort(Comparator.comparingDouble(Bound::share).reversed());
    return found;
  }

  /**
   * A network that was full says more than busy workers: those of its cluster are not, then. So a
   * full gap or LAN goes before workers.
   */
  static @Nullable Bound fullest(RunReport run) {
    var all = all(run);
    for (var bound : all) {
      if (!bound.cpu && bound.share >= FULL) {
        return bound;
      }
    }
    var workers = all.stream().filter(Bound::cpu).toList();
    if (!workers.isEmpty() && workers.size() > 1 && workers.getLast().share >= FULL) {
      return new Bound("workers everywhere", workers.getLast().share, true);
    }
    return all.isEmpty() ? null : all.getFirst();
  }

  String words() {
    if (!cpu) {
      return (share >= FULL ? "the %s bound it (%s full on average)" : "the %s was %s full")
          .formatted(name, Show.percent(share));
    }
    return "the %s were %s busy".formatted(name, Show.percent(share));
  }
}
