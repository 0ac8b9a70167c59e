package io.strait.cli.report;

import io.strait.model.FarmPlan;
import io.strait.model.PhasePlan;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.PlanFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of an earlier phase, {@code RUN/steps/PHASE}, is that of a run whose plan is the run's
 * up to this phase.
 */
public final class StepFolder {
  private static final String PLAN = "plan.yaml";

  private StepFolder() {}

  /** The folder of the run that this is a step of; null if it is a run itself. */
  static @Nullable Path run(Path folder) {
    var whole = folder.toAbsolutePath().normalize();
    @Nullable Path steps = whole.getParent();
    return !Files.exists(whole.resolve(PLAN))
            && steps != null
            && steps.endsWith("steps")
            && steps.getParent() != null
            && Files.exists(steps.resolveSibling(PLAN))
        ? steps.getParent()
        : null;
  }

  /** The plan of a run, or of a step. */
  static PlanFile.Content plan(Path folder) {
    @Nullable Path run = run(folder);
    if (run != null) {
      var content = PlanFile.read(Document.read(run.resolve(PLAN)));
      return new PlanFile.Content(content.inputs(), until(folder, content.plan()));
    }
    if (!Files.exists(folder.resolve(PLAN))) {
      throw new InputException(
          "%s: not the folder of a run, expected one with plan.yaml".formatted(folder));
    }
    return PlanFile.read(Document.read(folder.resolve(PLAN)));
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
    var name = last(folder);
    List<String> names = plan.steps().stream().map(StepFolder::name).toList();
    int index = names.indexOf(name);
    if (index < 0) {
      throw new InputException(
          "%s: the plan of the run has no phase '%s', expected one of: %s"
              .formatted(folder, name, String.join(", ", names)));
    }
    return new FarmPlan(
        plan.master(),
        plan.masterCluster(),
        plan.home(),
        plan.tasks(),
        plan.efficiency(),
        plan.objective(),
        plan.steps().subList(0, index + 1),
        plan.notes());
  }

  private static String name(PhasePlan phase) {
    return phase.phase().name().toLowerCase(Locale.ROOT);
  }

  /** What a page calls it. */
  static String name(Path folder) {
    @Nullable Path run = run(folder);
    return run == null ? last(folder) : last(run) + "/steps/" + last(folder);
  }

  /** What a page calls several; those of one name by their paths. */
  public static List<String> names(List<Path> folders) {
    var names = folders.stream().map(StepFolder::name).toList();
    return IntStream.range(0, names.size())
        .mapToObj(
            i ->
                Collections.frequency(names, names.get(i)) == 1
                    ? names.get(i)
                    : folders.get(i).normalize().toString())
        .toList();
  }

  private static String last(Path folder) {
    @Nullable Path name = folder.toAbsolutePath().normalize().getFileName();
    return name == null ? folder.toString() : name.toString();
  }
}
