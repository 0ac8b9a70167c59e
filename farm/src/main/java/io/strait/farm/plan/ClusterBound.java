package io.strait.farm.plan;

/** The rate that a cluster could add at most; the highest comes first. */
record ClusterBound(int cluster, double rate) implements Comparable<ClusterBound> {
  @Override
  public int compareTo(ClusterBound other) {
    return rate != other.rate
        ? Double.compare(other.rate, rate)
        : Integer.compare(cluster, other.cluster);
  }
}
