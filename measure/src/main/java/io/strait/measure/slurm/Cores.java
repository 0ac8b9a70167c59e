package io.strait.measure.slurm;

/** The sockets of a node, the cores of each, and the threads of a core; NaN where unknown. */
record Cores(double sockets, double perSocket, double threads) {
  /** How many of Slurm's CPUs a core is. Slurm may count threads or cores. */
  int threads(int cpus) {
    return threads >= 2 && sockets * perSocket * threads == cpus ? (int) threads : 1;
  }
}
