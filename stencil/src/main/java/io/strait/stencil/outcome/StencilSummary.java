package io.strait.stencil.outcome;

import io.strait.kind.report.JsonFile;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.StencilPlan.StrategyPlan;
import io.strait.stencil.file.StencilPlanFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What came of a stencil's run.
 *
 * @param strategies that were run; the plan's own is the last
 */
public record StencilSummary(StencilPlan plan, List<StrategyOutcome> strategies) {
  public StencilSummary {
    strategies = List.copyOf(strategies);
  }

  public StrategyOutcome result() {
    return strategies.getLast();
  }

  /** The slowest of the other strategies. */
  public Optional<StrategyOutcome> slowestOther() {
    return strategies.stream()
        .filter(each -> !each.name().equals(result().name()))
        .max(Comparator.comparingDouble(each -> each.time().measured()));
  }

  /**
   * As {@code summary.json} has it.
   *
   * @param cells the file with them
   */
  public Tree json(String verdict, Path cells) {
    var result = result();
    return (result.isPromised() ? StencilPlanFile.json(plan) : new Tree())
        .put("best", plan.best().word())
        .put("measured_iteration_s", result.measured().iterationSeconds())
        .put("measured_time_s", result.measured().seconds())
        .putIfPresent("precision", result.isPromised() ? result.precision() : null)
        .put("strategies", strategies.stream().map(StrategyOutcome::summary).toList())
        .put("verdict", verdict)
        .put("result", cells.toString());
  }

  /** Reads {@code summary.json} in the folder of a run. */
  public static StencilSummary read(Path run, StencilPlan plan) throws IOException {
    var file = JsonFile.summary(run);
    var root = file.mapping(file.root(), "the summary");
    var found = file.outcomes(root, "strategies", "strategy", node -> read(run, plan, file, node));
    if (found.isEmpty() || found.getLast().plan().strategy() != plan.best()) {
      throw file.document()
          .error(
              root,
              "strategies do not end with '%s', expected the plan's strategy last"
                  .formatted(plan.best().word()));
    }
    return new StencilSummary(plan, found);
  }

  private static StrategyOutcome read(Path run, StencilPlan plan, JsonFile file, Node.Mapping node)
      throws IOException {
    var name = file.text(node, "name");
    var names = plan.strategies().stream().map(each -> each.strategy().word()).toList();
    if (!names.contains(name)) {
      throw file.document()
          .error(
              node,
              "strategy '%s' is not in the plan, expected one of: %s"
                  .formatted(name, String.join(", ", names)));
    }
    var promised = plan.strategies().get(names.indexOf(name));
    // Only the strategy's own file knows how late it was.
    @Nullable StencilMeasured measured = StencilMeasured.read(place(run, plan, promised));
    return StrategyOutcome.read(file, node, promised, measured == null ? 0 : measured.late());
  }

  /** The folder of a strategy that was run. */
  public static Path place(Path run, StencilPlan plan, StrategyPlan promised) {
    return promised.strategy() == plan.best()
        ? run
        : run.resolve("steps").resolve(promised.strategy().word());
  }
}
