package io.strait.farm.report;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.FarmPlanFile;
import io.strait.farm.file.PhasePlan;
import io.strait.kind.file.PlanFile;
import io.strait.kind.report.StepFolder;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a run, or of an earlier phase of it, {@code RUN/steps/PHASE}: the plan of such a
 * step is the run's plan up to its phase.
 */
final class PhaseFolder {
  private PhaseFolder() {}

  /** The plan of a run, or of a step. */
  static PlanFile<FarmApp, FarmPlan> plan(Path folder) {
    @Nullable Path run = StepFolder.run(folder);
    if (run != null) {
      var content = PlanFile.read(Document.read(run.resolve(StepFolder.PLAN)), FarmPlanFile.FORMAT);
      return new PlanFile<>(content.inputs(), until(folder, content.plan()));
    }
    if (!Files.exists(folder.resolve(StepFolder.PLAN))) {
      throw new InputException(
          "%s: not the folder of a run, expected one with plan.yaml".formatted(folder));
    }
    return PlanFile.read(Document.read(folder.resolve(StepFolder.PLAN)), FarmPlanFile.FORMAT);
  }

  /** A run that did not get to its last phase has nothing to show but steps. */
  static void checkBegun(Path folder, FarmPlan plan) {
    if (Files.exists(folder.resolve("events.tsv"))) {
      return;
    }
    for (var phase : plan.steps().reversed()) {
      var step = folder.resolve("steps").resolve(name(phase));
      if (Files.exists(step.resolve("events.tsv"))) {
        throw new InputException(
            "%s: the last phase of the run has not begun, expected a step of it such as %s"
                .formatted(folder, step));
      }
    }
  }

  private static FarmPlan until(Path folder, FarmPlan plan) {
    var name = StepFolder.last(folder);
    List<String> names = plan.steps().stream().map(PhaseFolder::name).toList();
    int index = names.indexOf(name);
    if (index < 0) {
      throw new InputException(
          "%s: the plan of the run has no phase '%s', expected one of: %s"
              .formatted(folder, name, String.join(", ", names)));
    }
    return plan.with(plan.steps().subList(0, index + 1), plan.notes());
  }

  private static String name(PhasePlan phase) {
    return phase.phase().word();
  }
}
