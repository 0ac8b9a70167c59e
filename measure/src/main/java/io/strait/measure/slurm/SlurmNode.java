package io.strait.measure.slurm;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * A node as Slurm describes it.
 *
 * @param cpus what Slurm may give to jobs: cores, or their threads
 * @param threads CPUs per core
 * @param memory MB; NaN if it is not known
 * @param load processes that run or want to; NaN if it is not known
 * @param allocated CPUs that jobs have; NaN if it is not known
 * @param states words such as {@code IDLE} and {@code DRAIN}
 * @param reason why it is out of service; empty if nobody said
 */
record SlurmNode(
    String name,
    int cpus,
    int threads,
    double memory,
    double load,
    double allocated,
    List<String> states,
    Set<String> partitions,
    String reason) {
  /** States in which no job starts on a node, now or when it is switched on. */
  private static final Set<String> OUT =
      Set.of(
          "DOWN",
          "DRAIN",
          "DRAINED",
          "DRAINING",
          "FAIL",
          "FAILING",
          "ERROR",
          "UNKNOWN",
          "FUTURE",
          "MAINT",
          "MAINTENANCE",
          "NOT_RESPONDING",
          "NO_RESPOND",
          "REBOOT",
          "REBOOT_ISSUED",
          "REBOOT_REQUESTED",
          "INVALID",
          "INVALID_REG",
          "POWERING_DOWN",
          "POWER_DOWN",
          "POWER_DRAIN");

  /** Signs behind a state: not responding, in maintenance, booting, to be switched off. */
  private static final String OUT_SIGNS = "*$^%!";

  SlurmNode {
    states = List.copyOf(states);
    partitions = Set.copyOf(partitions);
  }

  int cores() {
    return Math.max(1, cpus / threads);
  }

  /** Whether jobs can run on it. */
  boolean isInService() {
    return states.stream()
        .map(state -> state.toUpperCase(Locale.ROOT))
        .noneMatch(
            state ->
                OUT.contains(state.replaceAll("\\W+$", ""))
                    || state.chars().anyMatch(c -> OUT_SIGNS.indexOf(c) >= 0));
  }

  /** The share of its CPUs that neither jobs have nor other processes use; NaN if unknown. */
  double free() {
    double used = Double.isNaN(load) ? allocated : Math.max(load, zero(allocated));
    return Math.clamp(1 - used / cpus, 0, 1);
  }

  private static double zero(double number) {
    return Double.isNaN(number) ? 0 : number;
  }

  /** The same node, in the partitions of another description of it too. */
  SlurmNode with(SlurmNode other) {
    var all = new TreeSet<>(partitions);
    all.addAll(other.partitions);
    return new SlurmNode(name, cpus, threads, memory, load, allocated, states, all, reason);
  }
}
