package io.strait.farm.file;

import java.util.List;

/**
 * What one cluster contributes in one phase of a plan. Rates in tasks per second.
 *
 * @param availableRate AvPerf of tuning: the sum of the chosen workers' rates
 * @param maxRate MaxPerf of tuning: what the networks between its workers and the master carry,
 *     were it alone
 * @param estimatedRate EstPerf of tuning: what it will contribute
 * @param speedup estimated rate over the rate of the home cluster alone
 * @param efficiency estimated over available rate; NaN without workers
 * @param aggregate S: how many results its gateway combines before they cross the gap
 * @param prefetch tasks its gateway keeps asked for beyond those that are being computed
 * @param boundBy the resource that limits it
 * @param dataSeconds how long the app's large files take to get there, before it can begin
 */
public record ClusterPlan(
    String name,
    List<String> workers,
    double availableRate,
    double maxRate,
    double estimatedRate,
    double speedup,
    double efficiency,
    int aggregate,
    int prefetch,
    String boundBy,
    double dataSeconds) {
  /** A cluster that can begin at once. */
  public ClusterPlan(
      String name,
      List<String> workers,
      double availableRate,
      double maxRate,
      double estimatedRate,
      double speedup,
      double efficiency,
      int aggregate,
      int prefetch,
      String boundBy) {
    this(
        name,
        workers,
        availableRate,
        maxRate,
        estimatedRate,
        speedup,
        efficiency,
        aggregate,
        prefetch,
        boundBy,
        0);
  }

  /** This cluster with another time for its data. */
  public ClusterPlan withData(double seconds) {
    return new ClusterPlan(
        name,
        workers,
        availableRate,
        maxRate,
        estimatedRate,
        speedup,
        efficiency,
        aggregate,
        prefetch,
        boundBy,
        seconds);
  }
}
