package io.strait.measure.slurm;

/**
 * How many CPUs a node has.
 *
 * @param total all of them
 * @param effective those that jobs may have; NaN if it is not known
 */
record Cpus(double total, double effective) {
  static final int MOST = 1_000_000;

  boolean isKnown() {
    return total >= 1 && total <= MOST && total == Math.rint(total);
  }

  /** The node with these CPUs. */
  SlurmNode of(SlurmNode node, Cores cores) {
    int cpus = (int) (effective >= 1 && effective <= total ? effective : total);
    return new SlurmNode(
        node.name(),
        cpus,
        cores.threads((int) total),
        node.memory(),
        node.load(),
        node.allocated(),
        node.states(),
        node.partitions(),
        node.reason());
  }
}
