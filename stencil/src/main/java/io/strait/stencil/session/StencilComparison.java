package io.strait.stencil.session;

import io.strait.kind.rank.RankComparison;
import io.strait.kind.rank.RankStage;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Tree;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.StencilPlan.StrategyPlan;
import io.strait.stencil.file.StencilPlanFile;
import io.strait.stencil.show.StencilText;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.Table;
import io.strait.view.page.Show;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Predicted, simulated and measured, strategy by strategy. */
final class StencilComparison implements RankComparison {
  /**
   * @param compares whether what was promised can be compared with what was measured
   * @param simulated seconds of an iteration
   */
  record Row(
      RankStage stage,
      StrategyPlan promised,
      boolean compares,
      double simulated,
      StencilMeasured measured) {}

  private final StencilPlan plan;
  private final List<Row> rows;
  private final Path result;

  /**
   * @param result the file with the cells
   */
  StencilComparison(StencilPlan plan, List<Row> rows, Path result) {
    this.plan = plan;
    this.rows = List.copyOf(rows);
    this.result = result;
  }

  @Override
  public List<String> files() {
    return List.of("result: %s, result.png".formatted(result));
  }

  /** Was the promise kept? */
  String verdict() {
    var row = rows.getLast();
    double seconds = row.measured.iterationSeconds();
    var all = Durations.rounded(row.measured.seconds());
    if (!row.compares) {
      return "%s did %d iterations in %s, %s each."
          .formatted(row.stage.name(), row.measured.iterations(), all, Show.seconds(seconds));
    }
    double promised = row.promised.iterationSeconds();
    double more = seconds / promised - 1;
    var slowest =
        rows.stream()
            .filter(other -> !other.equals(row))
            .max(
                (a, b) ->
                    Double.compare(a.measured.iterationSeconds(), b.measured.iterationSeconds()));
    return "%s took %s for an iteration, %s the plan promises (precision %s)%s."
        .formatted(
            row.stage.name(),
            Show.seconds(seconds),
            Math.abs(more) < 0.005
                ? "as"
                : more > 1
                    ? "%.1f times what".formatted(1 + more)
                    : "%.1f %% %s than".formatted(100 * Math.abs(more), more > 0 ? "more" : "less"),
            Numbers.percent(row.measured.precision(promised)),
            slowest
                .map(
                    other ->
                        ": %.1f times faster than %s"
                            .formatted(
                                other.measured.iterationSeconds() / seconds, other.stage.name()))
                .orElse(""));
  }

  @Override
  public String text(Style style) {
    boolean compares = rows.stream().anyMatch(Row::compares);
    var heads = new ArrayList<>(List.of("strategy", " band"));
    heads.addAll(
        compares
            ? List.of(" predicted", " simulated", " measured", " precision")
            : List.of(" iteration"));
    heads.addAll(List.of(" all", " computing", " waiting, LAN", " waiting, gap", " memory"));
    var table = new Table(heads.toArray(String[]::new));
    for (var row : rows) {
      var promised = row.promised;
      var measured = row.measured;
      var cells =
          new ArrayList<>(
              List.of(StencilText.mark(plan, promised.strategy()), StencilText.band(promised)));
      if (compares) {
        cells.add(Show.seconds(promised.iterationSeconds()));
        cells.add(Show.seconds(row.simulated));
      }
      cells.add(Show.seconds(measured.iterationSeconds()));
      if (compares) {
        cells.add("%.1f %%".formatted(100 * measured.precision(promised.iterationSeconds())));
      }
      cells.add(Durations.rounded(measured.seconds()));
      cells.add(Numbers.percent(measured.shares().computing()));
      cells.add(Numbers.percent(measured.shares().waitingLan()));
      cells.add(Numbers.percent(measured.shares().waitingGap()));
      cells.add(Show.size(measured.memory()));
      table.row(cells.toArray(String[]::new));
    }
    return style.bold(verdict()) + "\n\n" + table.print(style);
  }

  @Override
  public Tree json() {
    var last = rows.getLast();
    return (last.compares ? StencilPlanFile.json(plan) : new Tree())
        .put("best", plan.best().word())
        .put("measured_iteration_s", last.measured.iterationSeconds())
        .put("measured_time_s", last.measured.seconds())
        .putIfPresent("precision", precision(last))
        .put("strategies", rows.stream().map(StencilComparison::tree).toList())
        .put("verdict", verdict())
        .put("result", result.toString());
  }

  private static @Nullable Double precision(Row row) {
    return row.compares
        ? Double.valueOf(row.measured.precision(row.promised.iterationSeconds()))
        : null;
  }

  private static Tree tree(Row row) {
    var promised = StencilPlanFile.strategy(row.promised);
    var tree =
        row.compares
            ? promised.put("simulated_iteration_s", row.simulated)
            : new Tree().put("name", row.stage.name()).put("band", row.promised.band());
    return tree.put("measured_iteration_s", row.measured.iterationSeconds())
        .put("measured_time_s", row.measured.seconds())
        .put("iterations", row.measured.iterations())
        .put("time_scale", row.stage.scale())
        .putIfPresent("precision", precision(row))
        .put("computing", row.measured.shares().computing())
        .put("waiting_lan", row.measured.shares().waitingLan())
        .put("waiting_gap", row.measured.shares().waitingGap())
        .put("measured_memory_bytes", row.measured.memory());
  }
}
