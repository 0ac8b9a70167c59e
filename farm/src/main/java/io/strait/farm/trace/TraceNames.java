package io.strait.farm.trace;

import java.util.List;

/**
 * What the numbers in a recording stand for.
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
}
