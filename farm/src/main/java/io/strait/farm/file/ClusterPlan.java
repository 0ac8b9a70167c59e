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
    String boundBy) {}
