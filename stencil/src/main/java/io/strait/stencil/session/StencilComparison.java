package io.strait.stencil.session;

import io.strait.kind.rank.RankComparison;
import io.strait.kind.report.Outcome;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Tree;
import io.strait.stencil.outcome.StencilSummary;
import io.strait.stencil.outcome.StrategyOutcome;
import io.strait.stencil.report.StencilTables;
import io.strait.stencil.show.StencilText;
import io.strait.view.Numbers;
import io.strait.view.Table;
import io.strait.view.page.DataTable;
import io.strait.view.page.Show;
import java.nio.file.Path;
import java.util.List;

/**
 * Predicted, simulated and measured, strategy by strategy.
 *
 * @param cells the file with them
 */
record StencilComparison(StencilSummary summary, Path cells) implements RankComparison {
  @Override
  public List<String> files() {
    return List.of("result: %s, result.png".formatted(cells));
  }

  @Override
  public String verdict() {
    var result = summary.result();
    double seconds = result.time().measured();
    if (!result.isPromised()) {
      return "%s did %d iterations in %s, %s each."
          .formatted(
              result.name(),
              result.measured().iterations(),
              Durations.rounded(result.measured().seconds()),
              Show.seconds(seconds));
    }
    return "%s took %s for an iteration, %s the plan promises (precision %s)%s."
        .formatted(
            result.name(),
            Show.seconds(seconds),
            result.time().kept(),
            Numbers.percent(result.precision()),
            summary
                .slowestOther()
                .map(
                    other ->
                        ": %.1f times faster than %s"
                            .formatted(other.time().measured() / seconds, other.name()))
                .orElse(""));
  }

  @Override
  public Table table() {
    var plan = summary.plan();
    var table =
        new DataTable<StrategyOutcome>(
                "strategy", each -> StencilText.mark(plan, each.plan().strategy()))
            .number("band", each -> StencilText.band(each.plan()));
    if (summary.strategies().stream().anyMatch(Outcome::isPromised)) {
      Outcome.columns(table, each -> each);
    } else {
      table.number("iteration", each -> Show.seconds(each.time().measured()));
    }
    table.number("all", each -> Durations.rounded(each.measured().seconds()));
    return StencilTables.shares(table, each -> each)
        .number("memory", each -> Show.size(each.measured().memory()))
        .text(summary.strategies());
  }

  @Override
  public Tree json() {
    return summary.json(verdict(), cells);
  }
}
