package io.strait.stencil.text;

import io.strait.model.text.InputException;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.StencilPlan.StrategyPlan;
import io.strait.stencil.file.Strategy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A strategy of a stencil's plan that is to be run.
 *
 * @param scale how many times faster than life it is emulated; 0 if it is not
 */
public record StencilStage(StrategyPlan plan, double scale) {
  boolean isEmulated() {
    return scale > 0;
  }

  String name() {
    return plan.strategy().word();
  }

  /** Iterations between exchanges. */
  int depth() {
    return plan.strategy() == Strategy.DEEP_HALO ? Math.max(1, plan.band()) : 1;
  }

  /** Stages in one line, for the folder of a run. */
  public static String write(List<StencilStage> stages) {
    return String.join(",", stages.stream().map(s -> s.name() + ":" + s.scale).toList());
  }

  /** What such a line says of a plan. */
  public static List<StencilStage> read(StencilPlan plan, String line) {
    var stages = new ArrayList<StencilStage>();
    for (var entry : line.split(",", -1)) {
      var parts = entry.split(":", -1);
      @Nullable StrategyPlan found = find(plan, parts[0]);
      if (found == null || parts.length != 2 || !parts[1].matches("[0-9.Ee-]{1,30}")) {
        throw new InputException(
            "run.json has a step '%s', expected STRATEGY:SCALE".formatted(entry));
      }
      stages.add(new StencilStage(found, Double.parseDouble(parts[1])));
    }
    return stages;
  }

  /** The plan of a strategy by its word; null if there is none. */
  static @Nullable StrategyPlan find(StencilPlan plan, String word) {
    return plan.strategies().stream()
        .filter(each -> each.strategy().word().equals(word))
        .findFirst()
        .orElse(null);
  }
}
