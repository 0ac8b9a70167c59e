package io.strait.cli;

import io.strait.model.FarmApp;
import io.strait.model.FarmPlan;
import io.strait.model.text.Inputs;
import io.strait.plan.farm.Rehearsal;
import io.strait.plan.farm.RehearsalSettings;
import io.strait.run.emulate.Emulation;
import io.strait.run.node.FarmRun;
import io.strait.run.node.RunFolder;
import io.strait.run.task.TaskSpec;
import org.jspecify.annotations.Nullable;

/**
 * A phase of a plan to be run.
 *
 * @param name of the run; gateways keep their spools under it
 * @param estimated whether the plan knew how fast hosts are
 * @param loader of the app's classes
 */
record RunJob(
    RunFolder folder,
    String name,
    Inputs inputs,
    FarmPlan plan,
    Stage stage,
    boolean estimated,
    TaskSpec task,
    ClassLoader loader) {

  Rehearsal rehearsal() {
    return new Rehearsal(
        inputs.grid(), (FarmApp) inputs.app(), plan, stage.phase(), RehearsalSettings.DEFAULT);
  }

  /** The emulation to run it in; null if it is run for real. */
  @Nullable Emulation emulation() {
    return stage.isEmulated() ? new Emulation(rehearsal(), stage.scale()) : null;
  }

  /**
   * What the plan promises of it.
   *
   * @param elsewhere whether the plan's hosts themselves are to compute
   */
  FarmRun.@Nullable Promise promise(boolean elsewhere) {
    return estimated && (elsewhere || stage.isEmulated())
        ? FarmRun.Promise.of(rehearsal(), stage.clock())
        : null;
  }

  Simulated simulated() {
    return Simulated.of(inputs, plan, stage.phase(), RehearsalSettings.DEFAULT, 1);
  }
}
