package io.strait.farm.file;

import io.strait.kind.file.Span;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * One phase of the methodology of tuning, evaluated: the clusters, their total, and why nothing
 * faster exists with these workers and settings.
 *
 * @param cut resources whose limits add up to the estimated rate
 * @param gaps how full every gap is
 */
public record PhasePlan(
    Phase phase, Total total, List<ClusterPlan> clusters, List<Limit> cut, List<GapUse> gaps) {

  public PhasePlan {
    clusters = List.copyOf(clusters);
    cut = List.copyOf(cut);
    gaps = List.copyOf(gaps);
  }

  /** The estimated rate of the home cluster alone, which speedups are over. */
  public double localRate() {
    return total.estimatedRate() / total.speedup();
  }

  /** The phases, in the order of the methodology. */
  public enum Phase {
    /** The home cluster alone. */
    LOCAL,
    /** All clusters with all their workers. */
    MULTI,
    /** The workers that keep the target efficiency, or that the objective asks for. */
    SELECTED,
    /** Results combined at the gateways. */
    TUNED;

    /** As files and tables have it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * All clusters together. Cost is what the chosen hosts cost for the time of the run; 0 without
   * prices.
   *
   * @param timeSeconds tasks over rate
   * @param promised seconds with start and end of the run, where these count
   */
  public record Total(
      int workers,
      double availableRate,
      double estimatedRate,
      double speedup,
      double efficiency,
      double timeSeconds,
      double cost,
      String boundBy,
      Span promised) {
    /** Seconds that the run takes, start and end included. */
    public double promisedSeconds() {
      return promised.usual();
    }

    private Total promising(Span seconds) {
      return new Total(
          workers,
          availableRate,
          estimatedRate,
          speedup,
          efficiency,
          timeSeconds,
          promised.usual() > 0 ? cost * seconds.usual() / promised.usual() : cost,
          boundBy,
          seconds);
    }
  }

  /** This phase with another promise of how long it takes. */
  public PhasePlan promising(Span seconds) {
    return new PhasePlan(phase, total.promising(seconds), clusters, cut, gaps);
  }

  /** This phase with other times for the data of its clusters. */
  public PhasePlan withData(ToDoubleFunction<String> secondsOf) {
    var others = clusters.stream().map(c -> c.withData(secondsOf.applyAsDouble(c.name()))).toList();
    return new PhasePlan(phase, total, others, cut, gaps);
  }

  /** Whether data must be sent before all of it can begin. */
  public boolean sendsData() {
    return clusters.stream().anyMatch(c -> c.dataSeconds() > 0);
  }

  /** A resource and the part of the rate that it accounts for. */
  public record Limit(String resource, double rate) {}

  /**
   * A gap, the bytes per second that the plan sends over it, and the share of its bandwidth that
   * this is.
   */
  public record GapUse(String name, double bytesPerSecond, double utilisation) {}
}
