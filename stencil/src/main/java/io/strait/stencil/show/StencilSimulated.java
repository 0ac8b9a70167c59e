package io.strait.stencil.show;

import io.strait.kind.file.Inputs;
import io.strait.kind.report.Promise;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Tree;
import io.strait.simulate.Sample;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilPlan;
import io.strait.stencil.file.StencilPlan.StrategyPlan;
import io.strait.stencil.file.StencilPlanFile;
import io.strait.stencil.plan.StencilTiming;
import io.strait.stencil.simulate.StencilResult;
import io.strait.view.Answer;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.page.DataTable;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** {@code strait simulate} for a stencil: every strategy of the plan, rehearsed. */
public final class StencilSimulated implements Answer {
  private record Row(StrategyPlan plan, List<StencilResult> runs) {
    Sample of(ToDoubleFunction<StencilResult> value) {
      return Sample.of(runs.stream().mapToDouble(value).toArray());
    }

    double precision() {
      return Promise.precision(plan.iterationSeconds(), of(StencilResult::iterationSeconds).mean());
    }
  }

  private final Inputs<StencilApp> inputs;
  private final StencilPlan plan;
  private final List<Row> rows = new ArrayList<>();

  public StencilSimulated(Inputs<StencilApp> inputs, StencilPlan plan, long seed, int runs) {
    this.inputs = inputs;
    this.plan = plan;
    for (var each : plan.strategies()) {
      var timing = StencilTiming.of(inputs.grid(), inputs.app(), each.strategy(), each.band());
      rows.add(
          new Row(
              each,
              IntStream.range(0, runs).mapToObj(run -> timing.simulate(seed + run)).toList()));
    }
  }

  @Override
  public String text(Style style) {
    var table =
        new DataTable<Row>("strategy", row -> StencilText.mark(plan, row.plan.strategy()))
            .number("band", row -> StencilText.band(row.plan))
            .number("predicted", row -> Show.seconds(row.plan.iterationSeconds()))
            .number("simulated", row -> interval(row.of(StencilResult::iterationSeconds)))
            .number("precision", row -> Show.precision(row.precision()))
            .number("all", row -> Durations.rounded(row.of(StencilResult::seconds).mean()))
            .number("computing", row -> share(row, StencilResult::computingShare))
            .number("waiting, LAN", row -> share(row, StencilResult::waitingLanShare))
            .number("waiting, gap", row -> share(row, StencilResult::waitingGapShare))
            .words("bound by", row -> row.plan.boundBy())
            .number("memory", row -> Show.size(row.plan.memoryBytes()))
            .number("redundant", row -> Numbers.percent(row.plan.redundant()))
            .text(rows);
    return StencilText.head(inputs, plan, style)
        + "\n"
        + table.print(style)
        + "\n"
        + "Predicted, simulated: one iteration. Waiting: the share of all ranks' time spent waiting"
        + " for a neighbour in the cluster,\n"
        + "or for a border from beyond a gap.\n"
        + StencilText.notes(plan);
  }

  private static String interval(Sample seconds) {
    return Show.seconds(seconds.mean())
        + (seconds.halfWidth() > 0 ? " ± " + Show.seconds(seconds.halfWidth()) : "");
  }

  private static String share(Row row, ToDoubleFunction<StencilResult> share) {
    return Numbers.percent(row.of(share).mean());
  }

  @Override
  public Tree json() {
    var best = rows.stream().filter(row -> row.plan.strategy() == plan.best()).findFirst();
    var tree = StencilPlanFile.json(plan);
    best.ifPresent(
        row ->
            tree.put("simulated_iteration_s", row.of(StencilResult::iterationSeconds).mean())
                .put("simulated_time_s", row.of(StencilResult::seconds).mean())
                .put("precision", row.precision()));
    return tree.put("strategies", rows.stream().map(StencilSimulated::tree).toList())
        .put("verdict", StencilVerdict.of(plan));
  }

  private static Tree tree(Row row) {
    var iteration = row.of(StencilResult::iterationSeconds);
    return StencilPlanFile.strategy(row.plan)
        .put("simulated_iteration_s", iteration.mean())
        .put("simulated_iteration_half_width_s", iteration.halfWidth())
        .put("simulated_time_s", row.of(StencilResult::seconds).mean())
        .put("precision", row.precision())
        .put("computing", row.of(StencilResult::computingShare).mean())
        .put("waiting_lan", row.of(StencilResult::waitingLanShare).mean())
        .put("waiting_gap", row.of(StencilResult::waitingGapShare).mean());
  }
}
