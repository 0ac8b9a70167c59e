package io.strait.farm.job;

import io.strait.farm.file.PhasePlan;
import io.strait.farm.plan.Rehearsal;
import java.util.Arrays;

/**
 * How fast this machine can emulate a phase. Tasks are really computed, and those of a cluster may
 * all begin at once: they must be done when the emulated hosts would have done them.
 *
 * @param cost seconds of a processor that a task takes; 0 if unknown
 */
record MachineLimit(double cost, int processors) {
  /** So many times what tasks cost, for their results must be carried as well. */
  private static final double MARGIN = 2;

  /** The share of the processors that is in use at most. */
  private static final double LOAD = 0.6;

  /** A step takes at most so many times as long as was asked for. */
  private static final double LONGEST = 4;

  /**
   * The largest scale.
   *
   * @param rehearsal of the phase
   */
  double scale(PhasePlan phase, Rehearsal rehearsal) {
    var model = rehearsal.model();
    var cores = new int[model.clusters()];
    var fastest = new double[model.clusters()];
    Arrays.fill(fastest, Double.POSITIVE_INFINITY);
    for (int w = 0; w < rehearsal.workers().size(); w++) {
      int c = rehearsal.clusterOf(w);
      cores[c] += model.cores(w);
      fastest[c] = Math.min(fastest[c], model.taskSeconds(w));
    }
    double total = phase.total().estimatedRate();
    double most = LOAD * processors / (cost * total);
    for (var cluster : phase.clusters()) {
      int c = rehearsal.clusters().indexOf(cluster.name());
      if (cores[c] > 0) {
        double others = total - cluster.estimatedRate();
        double needed = MARGIN * cores[c] / fastest[c] + others;
        most = Math.min(most, processors / (cost * needed));
      }
    }
    return most;
  }

  /** The scale that is asked for, or what this machine can do, if that is not much less. */
  double limit(double scale, PhasePlan phase, Rehearsal rehearsal) {
    return cost == 0 ? scale : Math.max(scale / LONGEST, Math.min(scale, scale(phase, rehearsal)));
  }
}
