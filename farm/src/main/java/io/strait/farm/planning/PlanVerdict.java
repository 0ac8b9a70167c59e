package io.strait.farm.planning;

import io.strait.farm.file.ClusterPlan;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.PhasePlan;
import io.strait.model.quantity.Durations;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A plan in one sentence. */
final class PlanVerdict {
  private static final int MOST_NAMES = 4;

  /** A part of a speedup that is not worth telling. */
  private static final double SAME = 0.05;

  private PlanVerdict() {}

  /** The speedup of a run that takes so long. */
  static double speedup(PhasePlan.Total total, double seconds) {
    return total.speedup() * total.promisedSeconds() / seconds;
  }

  /**
   * What a plan promises.
   *
   * @param isForecast whether to give the interval as well
   */
  static String of(FarmPlan plan, boolean isForecast) {
    var result = plan.result();
    var total = result.total();
    var used =
        result.clusters().stream()
            .filter(c -> !c.workers().isEmpty())
            .sorted(Comparator.comparingDouble(ClusterPlan::estimatedRate).reversed())
            .toList();
    var others = used.stream().filter(c -> !c.name().equals(plan.home())).toList();
    var end = " at %.0f %% efficiency".formatted(100 * total.efficiency()) + aggregation(others);
    if (total.cost() > 0) {
      end += ", for %.2f in %s".formatted(total.cost(), Durations.rounded(total.promisedSeconds()));
    }
    if (others.isEmpty()) {
      return result.clusters().size() == 1
          ? "One cluster, %d workers: done in %s%s."
              .formatted(total.workers(), time(total, isForecast), end)
          : "Use %s alone%s: no other cluster is worth it.".formatted(name(plan.home()), end);
    }
    var where =
        plan.masterCluster().equals(plan.home())
            ? "Using "
            : "With the master in %s, using ".formatted(name(plan.masterCluster()));
    return where
        + list(others)
        + (used.size() == others.size() ? " alone" : "")
        + gain(plan, isForecast)
        + end
        + ".";
  }

  private static String time(PhasePlan.Total total, boolean isForecast) {
    var usual = Durations.rounded(total.promisedSeconds());
    return isForecast
        ? "%s, %s to %s,"
            .formatted(
                usual,
                Durations.rounded(total.promised().least()),
                Durations.rounded(total.promised().most()))
        : usual;
  }

  private static String gain(FarmPlan plan, boolean isForecast) {
    var total = plan.result().total();
    double steady = total.speedup();
    if (!Double.isFinite(steady)) {
      return " makes it possible (%s alone has no workers)".formatted(name(plan.home()));
    }
    double promised = promisedGain(plan, steady);
    boolean isSteady = Math.abs(promised / steady - 1) <= SAME;
    double speedup = isSteady ? steady : promised;
    var with = isSteady ? "" : ", start and end included,";
    if (isForecast) {
      return " makes it %.1f times %s, %.1f to %.1f,"
          .formatted(
              speedup,
              speedup >= 1.005 ? "faster" : "as fast",
              speedup * total.promisedSeconds() / total.promised().most(),
              speedup * total.promisedSeconds() / total.promised().least());
    }
    if (speedup >= 1.005) {
      return (speedup < 1.05 ? " makes it %.2f times faster" : " makes it %.1f times faster")
              .formatted(speedup)
          + with;
    }
    return speedup > 0.995
        ? " makes it no faster" + with
        : " makes it slower, %.2f times the speed of %s alone,"
            .formatted(speedup, name(plan.home()));
  }

  /** By what times are promised, where home alone is one of them. */
  private static double promisedGain(FarmPlan plan, double otherwise) {
    var alone = plan.steps().getFirst();
    boolean isHome =
        alone.phase() == PhasePlan.Phase.LOCAL
            && alone.total().workers() > 0
            && plan.masterCluster().equals(plan.home());
    return isHome
        ? alone.total().promisedSeconds() / plan.result().total().promisedSeconds()
        : otherwise;
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
