package io.strait.farm.job;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.plan.Rehearsed;
import io.strait.kind.file.Inputs;
import io.strait.kind.run.RunSettings;
import io.strait.kind.run.Workers;

/** Plans of runs that send no data: their workers are on this machine, and all begin at once. */
final class LocalData {
  private LocalData() {}

  /** The plan as it is for a run whose workers are where the settings say. */
  static FarmPlan plan(Inputs<FarmApp> inputs, FarmPlan plan, RunSettings settings) {
    if (settings.workers() == Workers.SITES
        || plan.steps().stream().noneMatch(step -> step.sendsData())) {
      return plan;
    }
    var steps = plan.steps().stream().map(step -> step.withData(cluster -> 0)).toList();
    return Rehearsed.again(inputs, plan.with(steps, plan.notes()));
  }
}
