package io.strait.program.report;

import io.strait.kind.report.Comparison;
import io.strait.model.quantity.Durations;
import io.strait.program.show.ProgramRunText;
import io.strait.view.Table;
import io.strait.view.page.DataTable;
import io.strait.view.page.Html;
import io.strait.view.page.PromiseBars;
import io.strait.view.page.Section;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.List;

/** Several runs of programs compared. */
public record ProgramRuns(List<ProgramReport> runs) implements Comparison {
  @Override
  public String verdict() {
    return Comparison.verdict(runs, "A unit", ProgramRuns::name);
  }

  private static String name(ProgramReport run) {
    return "%s (%s)".formatted(run.name(), run.result().name());
  }

  @Override
  public Table table() {
    var table =
        new DataTable<ProgramReport>("run", ProgramReport::name)
            .words("candidate", run -> run.result().name());
    return figures(table).text(runs);
  }

  @Override
  public void figures(Html html) {
    var table =
        new DataTable<ProgramReport>("run", ProgramReport::name)
            .number("app", run -> run.app().name())
            .number("grid", run -> run.grid().name())
            .number("machines", run -> Show.count(run.result().plan().hosts().size()))
            .number("candidate", run -> run.result().name());
    figures(table).write(html, runs);
  }

  private DataTable<ProgramReport> figures(DataTable<ProgramReport> table) {
    return ProgramRunText.promise(table, unit(), runs, ProgramReport::result)
        .number("one unit", run -> Show.seconds(run.result().measured().unitSeconds()))
        .number("all", run -> Durations.rounded(run.result().measured().seconds()))
        .words("bound by", run -> run.result().plan().boundBy());
  }

  /** What all runs count, or else units. */
  private String unit() {
    var units = runs.stream().map(run -> run.plan().unit()).distinct().toList();
    return (units.size() == 1 ? units.getFirst() : "units") + "/s";
  }

  @Override
  public List<Section> sections() {
    var sections = new ArrayList<Section>();
    sections.add(
        new Section(
            "Rate",
            html ->
                PromiseBars.write(
                    html,
                    runs.stream()
                        .map(run -> ProgramTables.rate(name(run), run.result(), false))
                        .toList(),
                    rate -> "%s %s".formatted(Show.number(rate), unit()))));
    for (var run : runs) {
      if (run.plan().curve().size() > 1) {
        sections.add(
            new Section(
                "Machines in " + run.name(),
                "How many %s in a second the best placement on so many machines does."
                    .formatted(run.plan().unit()),
                html -> new MachinesChart(run.plan()).write(html, run.outcomes())));
      }
    }
    return sections;
  }
}
