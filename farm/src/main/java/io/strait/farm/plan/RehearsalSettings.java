package io.strait.farm.plan;

import io.strait.simulate.Intervals;
import io.strait.simulate.ServiceDistribution;
import io.strait.simulate.Timeline;
import java.util.Map;

/**
 * How a plan is rehearsed.
 *
 * @param seed of everything random
 * @param work how the work of tasks varies
 * @param prefetch tasks that a worker holds beyond those that it computes; {@link #AUTO} for one
 *     where fetching a task takes a noticeable share of computing it, else none
 * @param holdBack whether slow workers get no more tasks near the end
 * @param speculate whether idle workers compute copies of others' tasks at the end
 * @param gateways whether tasks of other clusters go through a gateway there
 * @param stagger worker i starts i times this late, in seconds
 * @param meanUp seconds between failures of a host, infinite for none
 * @param meanDown seconds that a failed host is down
 * @param lease seconds until a failed host is given up
 * @param gapMeanUp seconds between outages of a gap, infinite for none
 * @param gapMeanDown seconds that such an outage lasts
 * @param hostSpeed the share of its speed that a host has over time, by name
 * @param gapSpeed the share of its bandwidth that a gap has over time, by name
 * @param hostDown when a host is down, by name
 */
public record RehearsalSettings(
    long seed,
    ServiceDistribution work,
    int prefetch,
    boolean holdBack,
    boolean speculate,
    boolean gateways,
    double stagger,
    double meanUp,
    double meanDown,
    double lease,
    double gapMeanUp,
    double gapMeanDown,
    Map<String, Timeline> hostSpeed,
    Map<String, Timeline> gapSpeed,
    Map<String, Intervals> hostDown) {

  public static final int AUTO = -1;

  public static final RehearsalSettings DEFAULT =
      new RehearsalSettings(
          1,
          ServiceDistribution.CONSTANT,
          AUTO,
          true,
          false,
          true,
          0,
          Double.POSITIVE_INFINITY,
          0,
          0,
          Double.POSITIVE_INFINITY,
          0,
          Map.of(),
          Map.of(),
          Map.of());

  public RehearsalSettings withSeed(long other) {
    return new RehearsalSettings(
        other,
        work,
        prefetch,
        holdBack,
        speculate,
        gateways,
        stagger,
        meanUp,
        meanDown,
        lease,
        gapMeanUp,
        gapMeanDown,
        hostSpeed,
        gapSpeed,
        hostDown);
  }
}
