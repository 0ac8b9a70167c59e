package io.strait.farm.report;

import io.strait.view.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resource and how full it was on average, as measured.
 *
 * @param cpu whether it is the workers of a cluster rather than a network
 */
record Bottleneck(String name, double share, boolean cpu) {
  private static final double FULL = 0.85;
  private static final double BUSY = 0.9;
  private static final String WORKERS = "workers of ";

  /** All resources, the fullest first; networks without a limit are not among them. */
  static List<Bottleneck> all(FarmReport run) {
    var found = new ArrayList<Bottleneck>();
    double seconds = run.index.seconds();
    if (!(seconds > 0)) {
      return found;
    }
    for (var use : run.bins.networks.uses()) {
      if (Double.isFinite(use.capacity())) {
        found.add(new Bottleneck(use.name(), use.mean(seconds) / use.capacity(), false));
      }
    }
    var groups = run.bins.crew.groups();
    for (int g = 0; g < groups.size(); g++) {
      var tally = run.bins.tallies[g];
      if (tally.connected > 0) {
        found.add(
            new Bottleneck(
                WORKERS + groups.get(g).name(), Math.min(1, tally.busy / tally.connected), true));
      }
    }
    found.sort(Comparator.comparingDouble(Bottleneck::share).reversed());
    return found;
  }

  /**
   * What bound the run: a network that was full while workers behind it were not; else the workers,
   * busy or not.
   */
  static @Nullable Bottleneck decisive(FarmReport run) {
    var all = all(run);
    var busy = new HashMap<String, Double>();
    all.stream().filter(Bottleneck::cpu).forEach(b -> busy.put(b.name, b.share));
    for (var use : run.bins.networks.uses()) {
      double share = use.mean(run.index.seconds()) / use.capacity();
      if (share >= FULL
          && use.clusters().stream().anyMatch(c -> busy.getOrDefault(WORKERS + c, 1.0) < BUSY)) {
        return new Bottleneck(use.name(), share, false);
      }
    }
    double worked = 0;
    double connected = 0;
    for (var tally : run.bins.tallies) {
      worked += tally.busy;
      connected += tally.connected;
    }
    return connected > 0 ? new Bottleneck("workers", Math.min(1, worked / connected), true) : null;
  }

  /** Whether workers had time left though no network was full. */
  boolean isIdle() {
    return cpu && share < FULL;
  }

  String words() {
    if (!cpu) {
      return "the %s bound it (%s full on average)".formatted(name, Numbers.percent(share));
    }
    return !isIdle()
        ? "%s bound it (%s busy)".formatted(name, Numbers.percent(share))
        : "no link was full, yet %s were only %s busy".formatted(name, Numbers.percent(share));
  }
}
