package io.strait.cli;

import io.strait.model.ClusterPlan;
import io.strait.model.FarmPlan;
import io.strait.model.quantity.Durations;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A plan in one sentence. */
final class Verdict {
  private static final int MOST_NAMES = 4;

  private Verdict() {}

  static String of(FarmPlan plan) {
    var result = plan.result();
    double speedup = result.total().speedup();
    var home =
        result.clusters().stream().filter(c -> c.name().equals(plan.masterCluster())).findFirst();
    var others =
        result.clusters().stream()
            .filter(c -> !c.name().equals(plan.masterCluster()) && !c.workers().isEmpty())
            .sorted(Comparator.comparingDouble(ClusterPlan::estimatedRate).reversed())
            .toList();
    var efficiency = "%.0f %% efficiency".formatted(100 * result.total().efficiency());
    if (others.isEmpty() && result.clusters().size() == 1) {
      return "One cluster, %d workers: done in %s at %s."
          .formatted(
              result.total().workers(),
              Durations.rounded(result.total().timeSeconds()),
              efficiency);
    }
    if (others.isEmpty()) {
      var slower =
          speedup < 0.995 ? " (%.2f times the speed of the home cluster)".formatted(speedup) : "";
      return "Use %s alone: no other cluster is worth it; %s%s."
          .formatted(name(plan.masterCluster()), efficiency, slower);
    }
    var subject = "Using " + list(others);
    if (home.isPresent() && home.get().workers().isEmpty()) {
      subject += " alone";
    }
    String gain;
    if (!Double.isFinite(speedup)) {
      gain = " makes it possible";
    } else if (speedup >= 1.005) {
      gain = " makes it %.1f times faster".formatted(speedup);
    } else {
      gain = " makes it no faster (%.2f times)".formatted(speedup);
    }
    return subject + gain + " at " + efficiency + aggregation(others) + ".";
  }

  private static String aggregation(List<ClusterPlan> clusters) {
    int least = Integer.MAX_VALUE;
    int most = 1;
    for (var cluster : clusters) {
      if (cluster.aggregate() > 1) {
        least = Math.min(least, cluster.aggregate());
        most = Math.max(most, cluster.aggregate());
      }
    }
    if (most == 1) {
      return "";
    }
    var count = least == most ? "" + most : least + " to " + most;
    return " if gateways add up %s results at a time".formatted(count);
  }

  private static String list(List<ClusterPlan> clusters) {
    var names = clusters.stream().limit(MOST_NAMES).map(c -> name(c.name())).toList();
    if (clusters.size() > MOST_NAMES) {
      return String.join(", ", names)
          + " and %d more clusters".formatted(clusters.size() - MOST_NAMES);
    }
    return names.size() == 1
        ? names.getFirst()
        : String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
  }

  /** Names of plain letters read as proper names in a sentence; others stay as they are. */
  private static String name(String name) {
    return name.chars().allMatch(Character::isLowerCase)
        ? name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1)
        : name;
  }
}
