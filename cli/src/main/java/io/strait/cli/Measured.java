package io.strait.cli;

import io.strait.model.FarmPlan;
import io.strait.model.PhasePlan;
import io.strait.model.law.Tuning;
import io.strait.run.farm.Message;
import io.strait.run.node.RunStatus;
import java.util.HashMap;
import java.util.Map;

/**
 * What a run of a phase took, by the run's clock.
 *
 * @param seconds from the first task handed out to the last result
 * @param finished tasks by cluster
 */
record Measured(PhasePlan phase, int tasks, double seconds, Map<String, Integer> finished) {

  /** Of a run that one life of the master did alone. */
  static Measured of(FarmPlan plan, Stage stage, RunStatus status) {
    var finished = new HashMap<String, Integer>();
    for (var child : status.children()) {
      boolean gateway = child.role() == Message.Role.GATEWAY;
      finished.merge(gateway ? child.name() : plan.masterCluster(), child.finished(), Integer::sum);
    }
    return new Measured(stage.phase(), status.tasks(), status.elapsed() * stage.clock(), finished);
  }

  /** Tasks per second. */
  double rate() {
    return tasks / seconds;
  }

  /** Of one cluster. */
  double rate(String cluster) {
    return finished.getOrDefault(cluster, 0) / seconds;
  }

  /** A rate over the estimated rate of the home cluster alone, as the papers do. */
  double speedup(double rate) {
    var total = phase.total();
    return Tuning.estimatedSpeedup(rate, total.estimatedRate() / total.speedup());
  }

  double precision() {
    return Tuning.precision(phase.total().estimatedRate(), rate());
  }
}
