package io.strait.stencil.report;

import io.strait.kind.report.Comparison;
import io.strait.model.quantity.Durations;
import io.strait.view.Table;
import io.strait.view.page.DataTable;
import io.strait.view.page.Html;
import io.strait.view.page.PromiseBars;
import io.strait.view.page.Section;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.List;

/** Several runs of stencils compared. */
public record StencilRuns(List<StencilReport> runs) implements Comparison {
  @Override
  public String verdict() {
    return Comparison.verdict(
        runs, "An iteration", run -> "%s (%s)".formatted(run.name(), run.result().name()));
  }

  @Override
  public Table table() {
    var table =
        new DataTable<StencilReport>("run", StencilReport::name)
            .words("strategy", run -> run.result().name());
    StencilTables.promise(table, StencilReport::result)
        .number("all", run -> Durations.rounded(run.result().measured().seconds()));
    return StencilTables.shares(table, StencilReport::result).text(runs);
  }

  @Override
  public void figures(Html html) {
    var table =
        new DataTable<StencilReport>("run", StencilReport::name)
            .number("app", run -> run.app().name())
            .number("grid", run -> run.grid().name())
            .number("ranks", run -> Show.count(run.matrix.ranks().size()))
            .number("strategy", run -> run.result().name());
    StencilTables.promise(table, StencilReport::result)
        .number("iterations", run -> Show.count(run.result().measured().iterations()))
        .number("all", run -> Durations.rounded(run.result().measured().seconds()));
    StencilTables.shares(table, StencilReport::result).write(html, runs);
  }

  @Override
  public List<Section> sections() {
    var sections = new ArrayList<Section>();
    sections.add(
        new Section(
            "Time per iteration",
            html ->
                PromiseBars.write(
                    html,
                    runs.stream()
                        .map(
                            run ->
                                run.result()
                                    .bar(
                                        "%s, %s".formatted(run.name(), run.result().name()), false))
                        .toList())));
    for (var run : runs) {
      sections.add(
          new Section(
              "Waiting in " + run.name(),
              "What every rank did with %s.".formatted(run.result().name()),
              html -> {
                WaitingChart.legend(html);
                new WaitingChart(run.grid(), run.matrix).write(html, run.ranks.getLast());
              }));
    }
    return sections;
  }
}
