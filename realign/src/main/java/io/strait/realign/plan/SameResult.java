package io.strait.realign.plan;

/**
 * Which cluster holds which block when one numbering counts for both sides, and how good that is.
 */
public final class SameResult {
  private final int[] clusters;
  private final double cost;
  private final double lowerBound;
  private final boolean proven;

  SameResult(int[] clusters, double cost, double lowerBound, boolean proven) {
    this.clusters = clusters.clone();
    this.cost = cost;
    this.lowerBound = lowerBound;
    this.proven = proven;
  }

  /** The cluster of each block. */
  public int[] clusters() {
    return clusters.clone();
  }

  /** What all messages cost. */
  public double cost() {
    return cost;
  }

  /** No assignment with these sizes costs less. */
  public double lowerBound() {
    return lowerBound;
  }

  /** Whether the search has shown that nothing costs less. */
  public boolean isProven() {
    return proven;
  }
}
