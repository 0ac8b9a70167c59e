package io.strait.realign.session;

import io.strait.kind.rank.RankComparison;
import io.strait.kind.report.Outcome;
import io.strait.kind.run.Workers;
import io.strait.model.text.Tree;
import io.strait.realign.file.RealignApp;
import io.strait.realign.outcome.NumberingOutcome;
import io.strait.realign.outcome.RealignSummary;
import io.strait.view.Numbers;
import io.strait.view.Table;
import io.strait.view.page.DataTable;
import io.strait.view.page.Show;
import java.util.Locale;

/** Predicted, simulated and measured, in natural order and renumbered. */
record RealignComparison(RealignSummary summary, RealignApp app, String grid, Workers workers)
    implements RankComparison {
  @Override
  public boolean isGood() {
    return !summary.isWrong();
  }

  @Override
  public String verdict() {
    if (!isGood()) {
      return "Elements are not where they belong: the run is wrong.";
    }
    var result = summary.result();
    long elements = app.shape().stream().mapToLong(each -> each).reduce(1, (a, b) -> a * b);
    var text =
        new StringBuilder(
            "%s moved %s in %s"
                .formatted(
                    result.name(),
                    Show.size(app.elementBytes() * elements * (app.phases().size() - 1)),
                    Show.seconds(result.time().measured())));
    if (result.resumed()) {
      text.append(", the rest of it: an earlier attempt had moved a part");
    } else if (result.isPromised()) {
      text.append(
          ", where the plan promises %s (precision %s)"
              .formatted(Outcome.promised(result), Numbers.percent(result.precision())));
    }
    double ratio = summary.ratio();
    if (Double.isFinite(ratio)) {
      text.append(
          String.format(
              Locale.ROOT,
              "; natural order took %s, %.2f times as long",
              Show.seconds(summary.steps().getFirst().time().measured()),
              ratio));
    }
    if (!summary.hasGaps()) {
      text.append("; nothing was emulated, so that is this machine's time and not the grid's");
    }
    return text.append('.').toString();
  }

  @Override
  public Table table() {
    var steps = summary.steps();
    var table =
        new DataTable<>("numbering", NumberingOutcome::name)
            .number("interior", each -> Long.toString(each.messages().interior()))
            .number("external", each -> Long.toString(each.messages().external()))
            .number("external bytes", each -> Show.size(each.messages().externalBytes()));
    if (steps.stream().anyMatch(each -> each.time().predicted() > 0)) {
      Outcome.columns(table, each -> each);
    } else {
      table.number("measured", each -> Show.seconds(each.time().measured()));
    }
    if (steps.stream().anyMatch(each -> each.files() > 0)) {
      table.number("files", each -> Show.seconds(each.files()));
    }
    return table
        .number("memory", each -> Show.size(each.memory()))
        .words(
            "verified",
            each -> each.verified() == null ? Show.NOTHING : each.isWrong() ? "no" : "yes")
        .text(steps);
  }

  @Override
  public Tree json() {
    return summary.json(app, grid, workers.word(), verdict());
  }
}
