package io.strait.farm.job;

import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.PhasePlan;
import io.strait.model.text.InputException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A phase of a plan that is to be run.
 *
 * @param scale how many times faster than life it is emulated; 0 if it is not
 * @param reference a published speedup to show beside ours; 0 if there is none
 */
public record FarmStage(PhasePlan phase, double scale, double reference) {
  public boolean isEmulated() {
    return scale > 0;
  }

  /** Seconds of the run's clock per second of life. */
  double clock() {
    return isEmulated() ? scale : 1;
  }

  public String name() {
    return phase.phase().word();
  }

  /** Stages in one line, for the folder of a run. */
  public static String write(List<FarmStage> stages) {
    return String.join(
        ",", stages.stream().map(s -> s.name() + ":" + s.scale + ":" + s.reference).toList());
  }

  /** What such a line says of a plan. */
  public static List<FarmStage> read(FarmPlan plan, String line) {
    var stages = new ArrayList<FarmStage>();
    for (var entry : line.split(",", -1)) {
      var parts = entry.split(":", -1);
      try {
        var phase = parts.length == 3 ? phase(plan, parts[0]) : null;
        if (phase != null) {
          stages.add(
              new FarmStage(phase, Double.parseDouble(parts[1]), Double.parseDouble(parts[2])));
          continue;
        }
      } catch (NumberFormatException e) {
        // reported below
      }
      throw new InputException(
          "run.json has a step '%s', expected PHASE:SCALE:SPEEDUP".formatted(entry));
    }
    return stages;
  }

  /** The phase of a name; null if the plan has none. */
  public static @Nullable PhasePlan phase(FarmPlan plan, String name) {
    return plan.steps().stream()
        .filter(p -> p.phase().word().equals(name))
        .findFirst()
        .orElse(null);
  }
}
