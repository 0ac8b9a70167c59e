package io.strait.cli;

import io.strait.model.StencilPlan;
import io.strait.model.StencilPlan.StrategyPlan;
import io.strait.model.Strategy;
import io.strait.model.text.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A strategy of a stencil's plan that is to be run.
 *
 * @param scale how many times faster than life it is emulated; 0 if it is not
 */
record StencilStage(StrategyPlan plan, double scale) {
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
  static String write(List<StencilStage> stages) {
    return String.join(",", stages.stream().map(s -> s.name() + ":" + s.scale).toList());
  }

  /** What such a line says of a plan. */
  static List<StencilStage> read(StencilPlan plan, String line) {
    var stages = new ArrayList<StencilStage>();
    for (var entry : line.split(",", -1)) {
      var parts = entry.split(":", -1);
      try {
        stages.add(new StencilStage(find(plan, parts[0]), Double.parseDouble(parts[1])));
      } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
        throw new InputException(
            "run.json has a step '%s', expected STRATEGY:SCALE".formatted(entry));
      }
    }
    return stages;
  }

  /** The plan of a strategy by its word. */
  static StrategyPlan find(StencilPlan plan, String word) {
    return plan.strategies().stream()
        .filter(each -> each.strategy().word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new InputException(
                    "'%s' is no strategy of the plan, expected one of: %s"
                        .formatted(
                            word,
                            String.join(
                                ", ",
                                Arrays.stream(Strategy.values())
                                    .filter(
                                        s ->
                                            plan.strategies().stream()
                                                .anyMatch(p -> p.strategy() == s))
                                    .map(Strategy::word)
                                    .toList()))));
  }
}
