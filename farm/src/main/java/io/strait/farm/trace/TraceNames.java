package io.strait.farm.trace;

import io.strait.farm.file.FarmPlan;
import io.strait.farm.plan.Rehearsal;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the numbers in a simulated farm stand for.
 *
 * @param clusters names, by number
 * @param home the master's cluster
 * @param master the name of the master's host
 * @param workers names, by number
 * @param clusterOf the cluster of every worker
 * @param cores of every worker
 * @param gaps names, by number
 */
public record TraceNames(
    List<String> clusters,
    int home,
    String master,
    List<String> workers,
    int[] clusterOf,
    int[] cores,
    List<String> gaps) {

  public TraceNames {
    clusters = List.copyOf(clusters);
    workers = List.copyOf(workers);
    gaps = List.copyOf(gaps);
    if (clusterOf.length != workers.size() || cores.length != workers.size()) {
      throw new IllegalArgumentException("every worker has a cluster and cores");
    }
  }

  public static TraceNames of(Rehearsal rehearsal, FarmPlan plan) {
    int workers = rehearsal.workers().size();
    return new TraceNames(
        rehearsal.clusters(),
        rehearsal.clusters().indexOf(plan.masterCluster()),
        plan.master(),
        rehearsal.workers(),
        IntStream.range(0, workers).map(rehearsal::clusterOf).toArray(),
        IntStream.range(0, workers).map(rehearsal::cores).toArray(),
        IntStream.range(0, rehearsal.gapCount()).mapToObj(rehearsal::gapName).toList());
  }
}
