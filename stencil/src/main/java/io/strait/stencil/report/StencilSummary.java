package io.strait.stencil.report;

import io.strait.kind.report.JsonFile;
import io.strait.kind.report.Promise;
import io.strait.model.text.Node;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.StencilPlan.StrategyPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** What {@code summary.json} of a stencil tells beyond the plan: the strategies that were run. */
final class StencilSummary {
  private final Path run;
  private final StencilPlan plan;
  private final JsonFile file;

  private StencilSummary(Path run, StencilPlan plan, JsonFile file) {
    this.run = run;
    this.plan = plan;
    this.file = file;
  }

  /** The folder of a strategy that was run. */
  static Path place(Path run, StencilPlan plan, String strategy) {
    return plan.best().word().equals(strategy) ? run : run.resolve("steps").resolve(strategy);
  }

  /** Strategies as they were run, the plan's last. */
  static List<StrategyFigures> read(Path run, StencilPlan plan) throws IOException {
    return new StencilSummary(run, plan, JsonFile.summary(run)).strategies();
  }

  private List<StrategyFigures> strategies() throws IOException {
    var root = file.mapping(file.root(), "the summary");
    var found = new ArrayList<StrategyFigures>();
    var names = new HashSet<String>();
    for (var item : file.items(root, "strategies")) {
      var figures = strategy(file.mapping(item, "a strategy"));
      if (!names.add(figures.name())) {
        throw file.document()
            .error(item, "strategy '%s' once more, expected it once".formatted(figures.name()));
      }
      found.add(figures);
    }
    if (found.isEmpty() || found.getLast().plan().strategy() != plan.best()) {
      throw file.document()
          .error(
              root,
              "strategies do not end with '%s', expected the plan's strategy last"
                  .formatted(plan.best().word()));
    }
    return found;
  }

  private StrategyFigures strategy(Node.Mapping node) throws IOException {
    var name = file.text(node, "name");
    var promised = plan(node, name);
    double scale = required(node, "time_scale");
    return new StrategyFigures(
        promised,
        new Promise(
            scale > 0 ? promised.iterationSeconds() : Double.NaN,
            file.number(node, "simulated_iteration_s"),
            required(node, "measured_iteration_s")),
        required(node, "measured_time_s"),
        (long) required(node, "iterations"),
        scale,
        required(node, "computing"),
        required(node, "waiting_lan"),
        required(node, "waiting_gap"),
        (long) required(node, "measured_memory_bytes"),
        late(name));
  }

  private StrategyPlan plan(Node.Mapping node, String name) {
    return plan.strategies().stream()
        .filter(each -> each.strategy().word().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                file.document()
                    .error(
                        node,
                        "strategy '%s' is not in the plan, expected one of: %s"
                            .formatted(
                                name,
                                String.join(
                                    ", ",
                                    plan.strategies().stream()
                                        .map(each -> each.strategy().word())
                                        .toList()))));
  }

  private double required(Node.Mapping node, String key) {
    return file.required(node, key, "a strategy");
  }

  /** Only the strategy's own file has it. */
  private double late(String strategy) throws IOException {
    var path = place(run, plan, strategy).resolve("measured.json");
    if (!Files.isRegularFile(path)) {
      return 0;
    }
    var measured = JsonFile.read(path);
    double late = measured.number(measured.mapping(measured.root(), "what was measured"), "late");
    return Double.isNaN(late) ? 0 : late;
  }
}
